/** What a message is about, in one line: its report, or how many it gathers. Hostile text. Pure. */
import type { Message } from '../../words/message.ts';
import { oneLine, plural } from '../../words/text.ts';

export function messageTitle({ contents, routine }: Pick<Message, 'contents' | 'routine'>): string {
  const [only, ...more] = contents;
  if (only === undefined) return routine;
  return more.length === 0
    ? oneLine(`${only.name}: ${only.title}`, 200)
    : plural(contents.length, 'report');
}

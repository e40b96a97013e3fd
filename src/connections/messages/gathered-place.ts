/** Which message a content goes into that is gathered: one for each target, time and quiet hours, across routines. Pure. */
import { canonicalJson } from '../../words/canonical-json.ts';
import type { Message, MessageContent } from '../../words/message.ts';
import type { NotifyTarget } from '../../words/notify.ts';
import { messageId } from './message-id.ts';
import type { MessageRequest, PlannedMessage } from './message-request.ts';
import type { QuietHours } from './quiet-hours.ts';

/** What is more begins another one: nothing is left out, and none is too large for a mail. */
export const MOST_CONTENTS = 100;
export const MOST_CHARACTERS = 2_000_000;

export interface Gathered {
  readonly target: NotifyTarget;
  readonly content: MessageContent;
  /** When it is gathered for, and when it may be sent. */
  readonly at: Date;
  readonly until: Date;
  readonly quietHours: QuietHours;
}

export function gatheredPlace(
  { earlier, hash }: Pick<MessageRequest, 'earlier' | 'hash'>,
  { target, content, at, until, quietHours }: Gathered,
  alone: Message,
): PlannedMessage {
  const byId = new Map(earlier.map((message) => [message.id, message]));
  for (let part = 1; ; part += 1) {
    const key = canonicalJson(['gather', target, quietHours, at.toISOString(), part]);
    const id = messageId(key, hash);
    const there = byId.get(id);
    if (there === undefined) {
      const state = { kind: 'held', until: until.toISOString(), why: 'gather' } as const;
      return { kind: 'new', message: { ...alone, id, state, quietHours } };
    }
    if (hasRoom(there, content))
      return { kind: 'longer', message: { ...there, contents: inOrder(there.contents, content) } };
  }
}

function hasRoom({ state, contents }: Message, { markdown }: MessageContent): boolean {
  if (state.kind !== 'held' || contents.length >= MOST_CONTENTS) return false;
  const size = contents.reduce((sum, one) => sum + one.markdown.length, markdown.length);
  return size <= MOST_CHARACTERS;
}

/** Oldest first; of one instant as they came. */
function inOrder(
  contents: readonly MessageContent[],
  content: MessageContent,
): readonly MessageContent[] {
  return [...contents, content].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

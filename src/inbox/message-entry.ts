/** A message that was given up as an entry of the inbox: nobody is told until a person says so. Pure. */
import { formatTarget } from '../connections/messages/format-target.ts';
import { messageTitle } from '../connections/messages/message-title.ts';
import type { Message } from '../words/message.ts';
import { oneLine, plural } from '../words/text.ts';
import type { InboxEntry } from './inbox-entry.ts';

/** Of any other message: none. */
export function entriesOfMessage(message: Message): readonly InboxEntry[] {
  const { id, routine, target, state, tries } = message;
  if (state.kind !== 'given-up') return [];
  const tried = tries > 1 ? `, after ${plural(tries, 'try', 'tries')}` : '';
  return [
    {
      id: `message:${id}`,
      kind: 'message',
      urgency: 'soon',
      title: oneLine(`not told: ${messageTitle(message)}`, 160),
      why: oneLine(`${formatTarget(target)} was given up${tried}: ${state.failure}`, 300),
      since: state.at,
      until: null,
      routine,
      links: { message: id },
      stamp: state.at,
    },
  ];
}

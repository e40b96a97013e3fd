import { dropMessages, retryMessages } from '../../../connections/messages/decide-messages.ts';
import { formatMessageState } from '../../../connections/messages/message-view.ts';
import type { Message } from '../../../words/message.ts';
import { linkOf } from '../../inbox-entry.ts';
import type { Acted, ActRequest, EntryActs } from '../contract.ts';

export const messageActs: EntryActs = {
  accept: sendAgain,
  edit: sendAgain,
  decline: async ({ workspace, entry, words }) =>
    acted(await dropMessages(workspace, { words: [linkOf(entry, 'message')], why: words })),
};

/** Nothing of it can be taken back: it may have arrived. */
async function sendAgain({ workspace, entry }: ActRequest): Promise<Acted> {
  const { signal } = new AbortController();
  const words = [linkOf(entry, 'message')];
  const { messages, problem } = await retryMessages(workspace, { words, signal });
  if (problem !== null) throw problem;
  return acted(messages);
}

function acted([message]: readonly Message[]): Acted {
  const said = message === undefined ? 'it is gone' : formatMessageState(message);
  return { said, undo: null };
}

/** What a person does with messages. Sending talks to other machines, so it goes on by itself. */
import { dropMessages, retryMessages } from '../../connections/messages/decide-messages.ts';
import { findMessage } from '../../connections/messages/find-message.ts';
import { formatMessageState } from '../../connections/messages/message-view.ts';
import type { Message } from '../../words/message.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Acted, ActionCall } from '../contract.ts';
import { jobLink, messageLink } from '../links.ts';

/** Without an id: all that were given up, or could not be sent yet. */
export async function retryMessagesHere({ workspace, form, jobs }: ActionCall): Promise<Acted> {
  const asked = form.text('id');
  const id = asked === '' ? null : (await findMessage(workspace, asked)).id;
  const words = id === null ? [] : [id];
  const title = id === null ? 'Send what could not be sent' : `Send ${id}`;
  const job = jobs.start(title, async ({ progress, signal }) => {
    const { messages: after, problem } = await retryMessages(workspace, { words, signal });
    for (const message of after) progress(`${message.id}: ${formatMessageState(message)}`);
    if (problem !== null) throw problem;
    return { text: outcomeOf(after), to: id === null ? '/messages' : messageLink(id) };
  });
  return { to: jobLink(job.id), notice: 'It is being sent; you can leave this page.' };
}

function outcomeOf(after: readonly Message[]): string {
  const [only, ...others] = after;
  if (only === undefined) return 'Nothing waits for another try.';
  if (others.length === 0) return `${only.id}: ${oneLine(formatMessageState(only), 300)}.`;
  const sent = after.filter(({ state }) => state.kind === 'sent').length;
  return `${sent} of ${plural(after.length, 'message')} sent.`;
}

export async function dropMessageHere({ workspace, form }: ActionCall): Promise<Acted> {
  const { id } = await findMessage(workspace, form.need('id'));
  const why = oneLine(form.need('reason'), 500);
  await dropMessages(workspace, { words: [id], why });
  return { to: null, notice: `${id} is dropped: it is not sent.` };
}

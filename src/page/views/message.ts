/** One message in full: for whom, what of, how far it came. */
import { findMessage } from '../../connections/messages/find-message.ts';
import { formatTarget } from '../../connections/messages/format-target.ts';
import { messageTitle } from '../../connections/messages/message-title.ts';
import type { Message, MessageContent } from '../../words/message.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { path, routineLink } from '../links.ts';
import { markdown } from '../parts/markdown.ts';
import { messageDetail, messageForms, messageTag, runsOf } from '../parts/message-words.ts';
import { empty, facts, heading, section } from '../parts/pieces.ts';
import { ago, localAt } from '../parts/times.ts';

export async function showMessage(call: PageCall): Promise<ShownPage> {
  const message = await findMessage(call.workspace, call.params['id'] ?? '');
  const mail =
    message.target.kind === 'email' &&
    html`<a class="button" href="${path('mails', message.id)}">The mail</a>`;
  return {
    kind: 'page',
    section: 'messages',
    title: message.id,
    body: html`${heading({
      title: html`${messageTitle(message)} ${messageTag(message)}`,
      about: messageDetail(message, call.now),
      actions: html`${mail}${messageForms(call, message)}`,
    })}${factsOf(message, call.now)}${message.contents.map(contentOf)}`,
  };
}

function factsOf(message: Message, now: Date): Html {
  const { id, target, tries, state, createdAt, contents, routine } = message;
  const routines = [...new Set(contents.map((content) => content.routine ?? routine))];
  return facts([
    ['Message', html`<code>${id}</code>`],
    ['To', formatTarget(target)],
    ['Of', html`${routines.map((one) => html`<a href="${routineLink(one)}">${one}</a> `)}`],
    ['Runs', runsOf(message)],
    ['Made', html`${localAt(createdAt)} (${ago(createdAt, now)})`],
    ['Tries', tries === 0 ? null : String(tries)],
    ['Answer', state.kind === 'sent' && state.receipt !== '' ? state.receipt : null],
  ]);
}

function contentOf({ name, title, at, occasions, heldBack, markdown: text }: MessageContent): Html {
  return section({
    title: `${name}: ${title}`,
    body: html`<p class="quiet">
        ${occasions.join(', ')} · ${localAt(at)}${
          heldBack > 0 && html` · ${heldBack} more held back by a cooldown`
        }
      </p>
      ${text.trim() === '' ? empty('It has no text.') : markdown(text)}`,
  });
}

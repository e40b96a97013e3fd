/** Messages for people: what waits, what was given up, what was sent. */
import { dropMessages, retryMessages } from '../../connections/messages/decide-messages.ts';
import { isOpen, listMessages, findMessage } from '../../connections/messages/list-messages.ts';
import {
  formatTarget,
  messageTitle,
  formatMessageState,
} from '../../connections/messages/message-view.ts';
import {
  mailFields,
  formatPreview,
  previewMailOfMessage,
  previewMailOfRun,
  type MailPreview,
} from '../../connections/messages/preview-mail.ts';
import { isRoutineId } from '../../words/ids.ts';
import { failureOf, type Message, type MessageContent } from '../../words/message.ts';
import { plural, oneLine } from '../../words/text.ts';
import type { PageCall, ShownPage, Acted, ActionCall, ShownDocument } from '../contract.ts';
import { postButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { messageLink, withQuery, path, routineLink, jobLink, runLink } from '../links.ts';
import { markdown } from '../parts/markdown.ts';
import { messageDetail, messageForms, messageTag, runsOf } from '../parts/message-words.ts';
import { empty, filters, heading, more, facts, section } from '../parts/pieces.ts';
import { ago, localAt } from '../parts/times.ts';
import { runOf } from './run-pieces.ts';

const SHOWN = 50;

interface Choice {
  readonly label: string;
  /** In the query; `null`: what is not sent. */
  readonly value: string | null;
  readonly has: (message: Message) => boolean;
  readonly none: string;
}

const UNSENT: Choice = {
  label: 'Not sent',
  value: null,
  has: isOpen,
  none: 'Everything was sent.',
};

const CHOICES: readonly Choice[] = [
  UNSENT,
  choice('given-up', 'Given up', 'No message was given up.'),
  choice('sent', 'Sent', 'No message was sent yet.'),
  choice('dropped', 'Dropped', 'No message was dropped.'),
];

export async function showMessages(call: PageCall): Promise<ShownPage> {
  const { workspace, query } = call;
  const asked = query.get('routine') ?? '';
  const routine = isRoutineId(asked) ? asked : null;
  const chosen = CHOICES.find(({ value }) => value === query.get('state')) ?? UNSENT;
  const all = await listMessages(workspace, { all: true, routine });
  const wanted = all.filter(chosen.has);
  const after = query.get('after');
  const from = after === null ? 0 : wanted.findIndex(({ id }) => id === after) + 1;
  const shown = wanted.slice(from, from + SHOWN);
  const last = shown.at(-1);
  const older = last === undefined || from + SHOWN >= wanted.length ? null : last.id;
  return {
    kind: 'page',
    section: 'messages',
    title: 'Messages',
    body: html`${heading({
      title: 'Messages',
      about: aboutWords(all, routine),
      actions: retryAll(call, all),
    })}${filters({
      label: 'Show',
      to: '/messages',
      name: 'state',
      chosen: chosen.value,
      keep: { routine },
      choices: CHOICES.map(({ label, value, has }) => ({
        label,
        value,
        count: all.filter(has).length,
      })),
    })}${all.length === 0 || shown.length === 0 ? nothing(all, chosen) : list(call, shown)}${more(
      older === null
        ? null
        : withQuery('/messages', { state: chosen.value, routine, after: older }),
    )}`,
  };
}

function choice(kind: Message['state']['kind'], label: string, none: string): Choice {
  return { label, value: kind, has: ({ state }) => state.kind === kind, none };
}

function aboutWords(all: readonly Message[], routine: string | null): Html {
  const open = all.filter(isOpen).length;
  const words =
    all.length > 0 && open === 0
      ? 'Everything was sent'
      : `${plural(open, 'message is', 'messages are')} not sent`;
  return html`${all.length === 0 ? 'Mails, webhooks, pings, files' : words}${
    routine !== null && html` · of ${routine}, <a href="/messages">of all routines</a>`
  }`;
}

function retryAll(call: PageCall, all: readonly Message[]): Html {
  const count = all.filter(({ state }) => failureOf(state) !== null).length;
  if (count === 0) return html``;
  return postButton(call, {
    action: '/messages/retry',
    label: `Try all again (${count})`,
    confirm: `Send ${plural(count, 'message')} now?`,
  });
}

function nothing(all: readonly Message[], { none }: Choice): Html {
  return all.length === 0
    ? empty(
        'No message was made yet.',
        html`Rules under <code>notify</code> of a routine make them.`,
      )
    : empty(none);
}

function list(call: PageCall, messages: readonly Message[]): Html {
  return html`<ul class="rows messages">
    ${messages.map(
      (message) =>
        html`<li data-row>
          <div class="message-main">
            <a href="${messageLink(message.id)}">${messageTitle(message)}</a> ${messageTag(message)}
            <span class="under quiet"
              >${formatTarget(message.target)} · ${messageDetail(message, call.now)}</span
            >
          </div>
          <span class="quiet">${ago(message.createdAt, call.now)}</span>${messageForms(
            call,
            message,
          )}
        </li>`,
    )}
  </ul>`;
}

// One message in full: for whom, what of, how far it came.
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

// What a person does with messages. Sending talks to other machines, so it goes on by itself.

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

// The mail of a run, or of a message, as it was or would be sent: its head, its plain part, and its HTML part by itself.
export async function showRunMail(call: PageCall): Promise<ShownPage> {
  const run = await runOf(call);
  const preview = await previewMailOfRun(call.workspace, run);
  return page(preview, { section: 'runs', document: `${runLink(run.id)}/mail/html` });
}

export async function showRunMailHtml(call: PageCall): Promise<ShownDocument> {
  const { mail } = await previewMailOfRun(call.workspace, await runOf(call));
  return { kind: 'document', html: mail.html };
}

export async function showMail({ workspace, params }: PageCall): Promise<ShownPage> {
  const id = params['id'] ?? '';
  const preview = await previewMailOfMessage(workspace, id);
  return page(preview, { section: 'messages', document: path('mails', id, 'html') });
}

export async function showMailHtml({ workspace, params }: PageCall): Promise<ShownDocument> {
  const { mail } = await previewMailOfMessage(workspace, params['id'] ?? '');
  return { kind: 'document', html: mail.html };
}

interface MailPlace {
  readonly section: 'runs' | 'messages';
  /** Where its HTML part is. */
  readonly document: string;
}

function page(preview: MailPreview, { section: under, document }: MailPlace): ShownPage {
  const { mail } = preview;
  return {
    kind: 'page',
    section: under,
    title: 'Mail',
    body: html`${heading({
      title: html`${mail.subject}`,
      about: html`${formatPreview(preview)}`,
      actions: html`<a class="button primary" href="${document}">Show as HTML</a>`,
    })}${facts(
      mailFields(preview)
        .filter(([label]) => label !== 'subject')
        .map(
          ([label, value]) => [`${label.charAt(0).toUpperCase()}${label.slice(1)}`, value] as const,
        ),
    )}${section({
      title: 'Plain text',
      body: html`<pre class="log" tabindex="0">${mail.text}</pre>`,
    })}`,
  };
}

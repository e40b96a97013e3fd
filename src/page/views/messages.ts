/** Messages for people: what waits, what was given up, what was sent. */
import { formatTarget } from '../../connections/messages/format-target.ts';
import { isOpen, listMessages } from '../../connections/messages/list-messages.ts';
import { messageTitle } from '../../connections/messages/message-title.ts';
import { failureOf } from '../../words/failure-of.ts';
import { isRoutineId } from '../../words/ids.ts';
import type { Message } from '../../words/message.ts';
import { plural } from '../../words/text.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { postButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { messageLink, withQuery } from '../links.ts';
import { messageDetail, messageForms, messageTag } from '../parts/message-words.ts';
import { empty, filters, heading, more } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

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

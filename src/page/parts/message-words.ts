/** How far a message came, and what can be done with it. What other sides said is hostile. */
import { wasHeldBack } from '../../connections/messages/plan-messages.ts';
import { runsToldBy, failureOf, type Message, type MessageState } from '../../words/message.ts';
import { plural } from '../../words/text.ts';
import type { PageCall } from '../contract.ts';
import { postButton, postForm } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { runLink } from '../links.ts';
import { tag, type Tone } from './pieces.ts';
import { ago, localAt } from './times.ts';

export const STATE_WORDS: Readonly<Record<MessageState['kind'], readonly [string, Tone]>> = {
  held: ['held', 'plain'],
  due: ['due', 'busy'],
  sending: ['being sent', 'busy'],
  sent: ['sent', 'good'],
  'given-up': ['given up', 'bad'],
  dropped: ['dropped', 'quiet'],
};

export function messageTag({ state }: Pick<Message, 'state'>): Html {
  const [word, tone] = STATE_WORDS[state.kind];
  return (state.kind === 'due' || state.kind === 'held') && failureOf(state) !== null
    ? tag('not sent yet', 'warn')
    : tag(word, tone);
}

/** What its tag leaves out. */
export function messageDetail({ state, tries }: Message, now: Date): Html {
  const tried = tries > 1 ? ` · ${plural(tries, 'try', 'tries')}` : '';
  switch (state.kind) {
    case 'held':
      return html`until ${localAt(state.until)},
      ${state.why === 'gather' ? 'gathering' : 'quiet hours'}${state.failure !== undefined && `: ${state.failure}${tried}`}`;
    case 'due':
      return state.failure === null
        ? html`for ${localAt(state.at)}`
        : html`${state.failure} · again ${ago(state.at, now)}${tried}`;
    case 'sending':
      return html`since ${ago(state.since, now)}`;
    case 'sent':
      return html`${ago(state.at, now)}${state.again && ', maybe twice, with one id'}`;
    case 'given-up':
      return html`${state.failure}${tried} · ${ago(state.at, now)}`;
    case 'dropped':
      return html`${state.why}, ${ago(state.at, now)}`;
  }
}

/** Of one that is sent, on its way, or was only counted: nothing. */
export function messageForms(call: PageCall, message: Message): Html {
  const { id, state } = message;
  if (state.kind === 'sent' || state.kind === 'sending' || wasHeldBack(message)) return html``;
  const send = postButton(call, {
    action: '/messages/retry',
    fields: { id },
    label: 'Send now',
    key: 'r',
  });
  if (state.kind === 'dropped') return send;
  return html`${send}${postForm(call, {
    action: '/messages/drop',
    fields: { id },
    className: 'act decide',
    body: html`<label class="unseen" for="why-${id}">Why it is not to be sent</label
      ><input
        id="why-${id}"
        name="reason"
        placeholder="Why"
        maxlength="500"
        required
      /><button class="button" data-key="d" title="Drop (d)">Drop</button>`,
  })}`;
}

export function runsOf(message: Message): Html {
  return html`${runsToldBy(message).map(
    (run) => html`<a href="${runLink(run)}"><code>${run.slice(-6)}</code></a> `,
  )}`;
}

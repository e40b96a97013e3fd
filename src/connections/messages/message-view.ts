/** A message as scripts and faces see it: without its texts, and without what may be a secret. Pure. */
import { channelOf } from '../../connectors/registry.ts';
import { runsToldBy, failureOf, type Message, type MessageState } from '../../words/message.ts';
import type { Occasion, NotifyTarget } from '../../words/notify.ts';
import { oneLine, plural } from '../../words/text.ts';

/** The JSON shape of `messages --json`. Fields may be added, not changed. */
export interface MessageView {
  readonly id: string;
  /** Whose it is; of gathered ones all. */
  readonly routines: readonly string[];
  readonly channel: Message['target']['kind'];
  readonly target: string;
  readonly state: MessageState['kind'];
  /** Of one that is held or due: when it is next looked at. ISO 8601, as all of them. */
  readonly nextAt: string | null;
  /** When it was sent, given up or dropped. */
  readonly endedAt: string | null;
  /** Why the last try was none; hostile text, one line. */
  readonly failure: string | null;
  /** What the other side said; hostile text, one line. */
  readonly receipt: string | null;
  readonly tries: number;
  readonly occasions: readonly Occasion[];
  readonly titles: readonly string[];
  readonly runs: readonly string[];
  readonly createdAt: string;
}

export function toMessageView(message: Message): MessageView {
  const { id, target, state, tries, contents, createdAt } = message;
  return {
    id,
    routines: [...new Set(contents.map(({ routine }) => routine ?? message.routine))],
    channel: target.kind,
    target: formatTarget(target),
    state: state.kind,
    nextAt: state.kind === 'held' ? state.until : state.kind === 'due' ? state.at : null,
    endedAt:
      state.kind === 'sent' || state.kind === 'given-up' || state.kind === 'dropped'
        ? state.at
        : null,
    failure: failureOf(state),
    receipt: state.kind === 'sent' ? state.receipt : null,
    tries,
    occasions: [...new Set(contents.flatMap(({ occasions }) => occasions))],
    titles: contents.map(({ name, title }) => `${name}: ${title}`),
    runs: runsToldBy(message),
    createdAt,
  };
}

/** `sent`, `due (no answer)`, `held until …`: for one line. */
export function formatMessageState({ state }: Pick<Message, 'state'>): string {
  switch (state.kind) {
    case 'held': {
      const held = `held until ${minuteOf(state.until)}, ${state.why === 'gather' ? 'gathering' : 'quiet hours'}`;
      return state.failure === undefined ? held : `not sent yet, ${held}: ${state.failure}`;
    }
    case 'due':
      return state.failure === null
        ? 'due'
        : `not sent yet, again at ${minuteOf(state.at)}: ${state.failure}`;
    case 'sending':
      return `being sent since ${minuteOf(state.since)}`;
    case 'sent':
      return `sent at ${minuteOf(state.at)}${state.again ? ', maybe twice with one id' : ''}`;
    case 'given-up':
      return `given up: ${state.failure}`;
    case 'dropped':
      return `dropped: ${state.why}`;
  }
}

/** To the minute, and in UTC. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

const LONGEST = 200;

/** Whom a message goes to, for people: `mail to team@example.com`, `webhook chat`, `file in ~/digests`. Pure. */
export function formatTarget(target: NotifyTarget): string {
  return oneLine(channelOf(target)?.format(target) ?? target.kind, LONGEST);
}

// What a message is about, in one line: its report, or how many it gathers. Hostile text. Pure.
export function messageTitle({ contents, routine }: Pick<Message, 'contents' | 'routine'>): string {
  const [only, ...more] = contents;
  if (only === undefined) return routine;
  return more.length === 0
    ? oneLine(`${only.name}: ${only.title}`, 200)
    : plural(contents.length, 'report');
}

/**
 * The states of a message: held → due → sending → sent, due again, or given up. Pure; the caller stores the result before
 * it does anything else, so that the state is known after a crash.
 */
import type { SendResult } from '../../connectors/channel.ts';
import { isAlive, ownIdentity } from '../../platform/process-identity.ts';
import { AppError, assertNever } from '../../words/errors.ts';
import { failureOf, type Message, type MessageState } from '../../words/message.ts';
import type { ProcessIdentity } from '../../words/run-spec.ts';
import { oneLine } from '../../words/text.ts';
import { wasHeldBack } from './plan-messages.ts';
import { afterQuiet, isQuiet } from './quiet-hours.ts';

/** When what could not be sent is tried again, and when nothing more is tried. Pure. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** After the first try that was none, the second, …; the last one again and again. */
const PAUSES_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];

/** An answer that asks for more is not believed. */
const LONGEST_ASKED_MS = 24 * HOUR;

const GIVEN_UP_AFTER_MS = 72 * HOUR;

/** Without a daemon there are no tries: a message is not given up for the days alone, but only after so many tries. */
const FEWEST_TRIES = PAUSES_MS.length;

/** `at` as everywhere, ISO 8601. */
export type MessageAct =
  /** Time continued: what was held is due, what would be sent in quiet hours is held. */
  | { readonly kind: 'wake'; readonly at: string; readonly timezone: string }
  /** A process is about to send it. */
  | {
      readonly kind: 'claim';
      readonly at: string;
      readonly by: ProcessIdentity;
      /** Unique to this sender. */
      readonly claim: string;
    }
  /** What came of the try under that claim. */
  | {
      readonly kind: 'answer';
      readonly at: string;
      readonly claim: string;
      readonly answer: SendResult;
    }
  /** The process that was sending it is gone. */
  | { readonly kind: 'lost'; readonly at: string }
  /** A person wants it tried now, whatever the hour. */
  | { readonly kind: 'retry'; readonly at: string }
  | { readonly kind: 'drop'; readonly at: string; readonly why: string };

const LONGEST = 1_000;

/** Of a text that was sent. */
const KEPT = 1_000;

/** The same message where nothing changes. Throws `refused` for what the state forbids. */
export function moveMessage(message: Message, act: MessageAct): Message {
  switch (act.kind) {
    case 'wake':
      return woken(message, act);
    case 'claim':
      return claimed(message, act);
    case 'answer':
      return message.state.kind === 'sending' && message.state.claim === act.claim
        ? answered(message, act)
        : message;
    case 'lost':
      return lost(message, act.at);
    case 'retry':
      refuse(message, 'tried again', ['held', 'due', 'given-up', 'dropped']);
      if (wasHeldBack(message)) throw heldBack(message);
      return {
        ...message,
        state: { kind: 'due', at: act.at, failure: failureOf(message.state) },
        quietHours: null,
        tries: 0,
        firstTriedAt: null,
      };
    case 'drop':
      refuse(message, 'dropped', ['held', 'due', 'given-up']);
      return {
        ...message,
        state: { kind: 'dropped', at: act.at, why: oneLine(act.why, LONGEST) },
      };
    default:
      return assertNever(act);
  }
}

/** Whether it may be sent at that instant, after `wake`. */
export function isDue({ state }: Pick<Message, 'state'>, at: string): boolean {
  return state.kind === 'due' && state.at <= at;
}

/** When something is to be done for it by time alone, ISO 8601; `null`: never. */
export function wakesAt({ state }: Pick<Message, 'state'>): string | null {
  if (state.kind === 'held') return state.until;
  return state.kind === 'due' ? state.at : null;
}

function woken(message: Message, { at, timezone }: MessageAct & { kind: 'wake' }): Message {
  const { state } = message;
  const when = wakesAt(message);
  if (when === null || when > at) return message;
  const hours = message.quietHours ?? null;
  const now = new Date(at);
  if (isQuiet(now, hours, timezone)) {
    const until = afterQuiet(now, hours, timezone).toISOString();
    const held = { kind: 'held', until, why: 'quiet-hours' } as const;
    const failure = failureOf(state);
    return { ...message, state: failure === null ? held : { ...held, failure } };
  }
  if (state.kind === 'due') return message;
  return { ...message, state: { kind: 'due', at, failure: failureOf(state) } };
}

function claimed(message: Message, { at, by, claim }: MessageAct & { kind: 'claim' }): Message {
  if (!isDue(message, at)) {
    refuse(message, 'sent now', []);
  }
  return {
    ...message,
    state: { kind: 'sending', since: at, by, claim },
    tries: message.tries + 1,
    firstTriedAt: message.firstTriedAt ?? at,
  };
}

function answered(message: Message, { at, answer }: MessageAct & { kind: 'answer' }): Message {
  switch (answer.kind) {
    case 'sent': {
      const receipt = oneLine(answer.receipt, LONGEST);
      const again = message.unsure === true;
      return { ...message, contents: slim(message), state: { kind: 'sent', at, receipt, again } };
    }
    case 'refused': {
      const failure = oneLine(`${answer.why}. ${answer.hint}`, LONGEST);
      return { ...message, state: { kind: 'given-up', at, failure } };
    }
    case 'retry': {
      const next = later(message, { at, failure: answer.why, afterMs: answer.afterMs });
      return answer.unsure === true ? { ...next, unsure: true } : next;
    }
    default:
      return assertNever(answer);
  }
}

/** The report is with its run; of what was sent as much stays as tells what it was. */
function slim({ contents }: Message): Message['contents'] {
  return contents.map((content) => ({ ...content, markdown: content.markdown.slice(0, KEPT) }));
}

function lost(message: Message, at: string): Message {
  if (message.state.kind !== 'sending') return message;
  const failure = `the process that was sending it since ${message.state.since} is gone, and whether it arrived is not known`;
  // At once: it may be late already.
  return { ...message, state: { kind: 'due', at, failure }, unsure: true };
}

function later(
  message: Message,
  {
    at,
    failure,
    afterMs,
  }: { readonly at: string; readonly failure: string; readonly afterMs: number | undefined },
): Message {
  const firstTriedAt = message.firstTriedAt ?? at;
  const next = nextTry({ tries: message.tries, firstTriedAt, afterMs }, new Date(at));
  const said = oneLine(failure, LONGEST);
  return next === null
    ? { ...message, state: { kind: 'given-up', at, failure: said } }
    : { ...message, state: { kind: 'due', at: next.toISOString(), failure: said } };
}

function heldBack({ id, contents }: Message): AppError {
  const run = contents.find((content) => content.run !== null)?.run ?? null;
  return new AppError('refused', {
    code: 'held-back',
    message: `${id} was only counted, because of a cooldown: it has no text that could be sent`,
    hint:
      run === null
        ? `Look at it: roundsman messages show ${id}`
        : `Look at its run: roundsman show ${run.id}`,
  });
}

function refuse(
  { id, state }: Message,
  what: string,
  allowed: readonly MessageState['kind'][],
): void {
  if (allowed.includes(state.kind)) return;
  if (state.kind === 'sending') {
    throw new AppError('refused', {
      code: 'being-sent',
      message: `${id} is being sent since ${state.since}: it cannot be ${what} now`,
      hint: `Look again in a minute: roundsman messages show ${id}`,
    });
  }
  throw new AppError('refused', {
    code: state.kind === 'sent' ? 'already-sent' : 'not-now',
    message: `${id} is ${state.kind}: it cannot be ${what}`,
    hint: `Look at it: roundsman messages show ${id}`,
  });
}

interface TriedMessage {
  /** The one that just was none included. */
  readonly tries: number;
  /** ISO 8601. */
  readonly firstTriedAt: string;
  /** As the other side asked for. */
  readonly afterMs?: number | undefined;
}

/** `null`: given up. */
export function nextTry({ tries, firstTriedAt, afterMs }: TriedMessage, now: Date): Date | null {
  const since = now.getTime() - Date.parse(firstTriedAt);
  if (since >= GIVEN_UP_AFTER_MS && tries >= FEWEST_TRIES) return null;
  const pause = PAUSES_MS[Math.min(Math.max(tries, 1), PAUSES_MS.length) - 1] ?? 0;
  const asked = Math.min(Math.max(afterMs ?? 0, 0), LONGEST_ASKED_MS);
  return new Date(now.getTime() + Math.max(pause, asked));
}

// Who is at a message that says `sending`. Of its own claims a process knows which still stand, whichever of its senders
// made them: the daemon's rounds, the page and the inbox are one process.

/** By claim. `null`: it is being sent; an answer: it was, and that is not written yet. */
export const ownClaims = new Map<string, SendResult | null>();

/** By a process that lives, and that is still at it. */
export function isBeingSent({ state }: Pick<Message, 'state'>): boolean {
  if (state.kind !== 'sending' || state.by === undefined) return false;
  const own = ownIdentity();
  if (state.by.pid !== own.pid || state.by.startTime !== own.startTime) return isAlive(state.by);
  return state.claim !== undefined && ownClaims.has(state.claim);
}

/** One whose sender is gone is due again, whatever its record says. */
export function asItStands(message: Message, at: string): Message {
  return isBeingSent(message) ? message : moveMessage(message, { kind: 'lost', at });
}

/** The claim of this process whose answer is still to be written, if it is that. */
export function unwrittenClaim({ state }: Pick<Message, 'state'>): string | null {
  if (state.kind !== 'sending' || state.claim === undefined) return null;
  return (ownClaims.get(state.claim) ?? null) === null ? null : state.claim;
}

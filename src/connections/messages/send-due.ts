/** Sends what is due, and says when there is more to do. */
import type { Clock } from '../../platform/clock.ts';
import type { Message } from '../../words/message.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { Sender, Sending } from '../send-message.ts';
import { wakesAt, isDue, asItStands } from './move-message.ts';
import { wasHeldBack } from './plan-messages.ts';

/** Slow servers do not keep the others waiting. */
const AT_ONCE = 4;

export interface SendRound {
  /** Ids of messages to which nothing more happens; the caller keeps the set between rounds. */
  readonly sent: Set<string>;
  readonly sender: Sender;
  readonly signal: AbortSignal;
}

export interface RoundOutcome {
  readonly tried: readonly Message[];
  /** ISO 8601; `null`: by time alone nothing is to be done. */
  readonly nextAt: string | null;
  /** What kept a record from being read or written. */
  readonly problems: readonly unknown[];
}

export async function sendDue(workspace: Workspace, round: SendRound): Promise<RoundOutcome> {
  const open = await openMessages(workspace, round.sent);
  const at = workspace.clock.now().toISOString();
  const isNow = (message: Message): boolean =>
    message.state.kind === 'sending' || (wakesAt(message) ?? '9') <= at;
  const due = open.filter(isNow).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  const tried: Message[] = [];
  const problems: unknown[] = [];
  const later = open.filter((message) => !isNow(message)).map(wakesAt);
  const queue = [...due];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (round.signal.aborted) return;
      try {
        const sending = await round.sender.send(next.id);
        if (sending.kind === 'tried') tried.push(sending.message);
        later.push(wakeOf(sending));
      } catch (thrown) {
        problems.push(thrown);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const [nextAt] = later.filter((one) => one !== null).toSorted();
  return { tried, nextAt: nextAt ?? null, problems };
}

function wakeOf(sending: Sending): string | null {
  return sending.kind === 'gone' ? null : wakesAt(sending.message);
}

/** Those that were sent, and those that were only counted, are not read twice: of a routine that runs often there are thousands. */
async function openMessages(
  { messages }: Workspace,
  sent: Set<string>,
): Promise<readonly Message[]> {
  const open: Message[] = [];
  for (const id of await messages.listIds()) {
    if (sent.has(id)) continue;
    const message = await messages.read(id);
    if (message === null) continue;
    if (message.state.kind === 'sent' || wasHeldBack(message)) sent.add(id);
    else if (message.state.kind !== 'dropped' && message.state.kind !== 'given-up')
      open.push(message);
  }
  return open;
}

// Sends those of several messages that are due, one after the other. What goes wrong with one keeps no other back.
export interface InTurn {
  readonly sender: Sender;
  readonly clock: Clock;
  /** From then on the others are left as they are. */
  readonly signal: AbortSignal;
  readonly onSending: (message: Message) => void;
}

export interface SentInTurn {
  /** All but those with a problem, as they are afterwards. */
  readonly messages: readonly Message[];
  /** What kept a record from being read or written. */
  readonly problems: readonly { readonly id: string; readonly thrown: unknown }[];
}

export async function sendInTurn(
  messages: readonly Message[],
  { sender, clock, signal, onSending }: InTurn,
): Promise<SentInTurn> {
  const after: Message[] = [];
  const problems: { id: string; thrown: unknown }[] = [];
  for (const stored of messages) {
    const at = clock.now().toISOString();
    const message = asItStands(stored, at);
    if (signal.aborted || !isDue(message, at)) after.push(message);
    else {
      onSending(message);
      try {
        const sent = await sender.send(message.id);
        after.push(sent.kind === 'gone' ? message : sent.message);
      } catch (thrown) {
        problems.push({ id: message.id, thrown });
      }
    }
  }
  return { messages: after, problems };
}

/** What a person wants of messages: tried again now, or dropped. */
import { readActiveRoutines } from '../../routines/active-routines.ts';
import { problemsInOne } from '../../routines/rules/problems-in-one.ts';
import { failureOf, type Message } from '../../words/message.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { PATIENT_WRITE_MS } from '../send-message.ts';
import { findMessage } from './list-messages.ts';
import { asItStands, moveMessage } from './move-message.ts';
import { openWorkspaceSender } from './open-workspace-sender.ts';

export interface RetryRequest {
  /** Empty: all that were given up, or could not be sent yet. */
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

export interface Retried {
  /** Those that were tried, as they are afterwards. */
  readonly messages: readonly Message[];
  /** What kept others from it; `null`: nothing. */
  readonly problem: unknown;
}

/** Sent here and now, one after the other, whatever the hour and whether or not a daemon runs. */
export async function retryMessages(
  workspace: Workspace,
  { words, signal }: RetryRequest,
): Promise<Retried> {
  const isNamed = words.length > 0;
  const ids = isNamed ? await idsOf(workspace, words) : await unsentIds(workspace);
  if (ids.length === 0) return { messages: [], problem: null };
  // The connections of what is checked out may be another's: a branch of an agent's must not lead mail elsewhere.
  const active = await readActiveRoutines(workspace);
  const page = await workspace.pagePlace.url();
  const sender = openWorkspaceSender({
    workspace,
    active: () => active,
    pageUrl: () => page,
    signal,
    writeForMs: PATIENT_WRITE_MS,
    // Who asks may lack a secret that the daemon has.
    daemonFollows: true,
  });
  const after: Message[] = [];
  const problems: unknown[] = [];
  for (const id of ids) {
    if (signal.aborted) break;
    try {
      // A message that another process took meanwhile needs no retry, unless it was named.
      const due = await change(workspace, { id, only: isNamed ? null : isUnsent, kind: 'retry' });
      if (due === null) continue;
      const sending = await sender.send(id);
      after.push(sending.kind === 'gone' ? due : sending.message);
    } catch (thrown) {
      problems.push(thrown);
    }
  }
  return { messages: after, problem: problems.length === 0 ? null : problemsInOne(problems) };
}

async function unsentIds({ messages, clock }: Workspace): Promise<readonly string[]> {
  const at = clock.now().toISOString();
  const all = await messages.list();
  return all.filter((message) => isUnsent(asItStands(message, at))).map(({ id }) => id);
}

function isUnsent({ state }: Message): boolean {
  return failureOf(state) !== null;
}

export async function dropMessages(
  workspace: Workspace,
  { words, why }: { readonly words: readonly string[]; readonly why: string },
): Promise<readonly Message[]> {
  const after: Message[] = [];
  for (const id of await idsOf(workspace, words)) {
    const dropped = await change(workspace, { id, only: null, kind: 'drop', why });
    if (dropped !== null) after.push(dropped);
  }
  return after;
}

async function idsOf(workspace: Workspace, words: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(words.map((word) => findMessage(workspace, word)));
  return [...new Set(found.map(({ id }) => id))];
}

type Wanted = {
  readonly id: string;
  /** Others are left as they are; `null`: what cannot be changed is an error. */
  readonly only: ((message: Message) => boolean) | null;
} & ({ readonly kind: 'retry' } | { readonly kind: 'drop'; readonly why: string });

/** `null`: it was left. */
function change(workspace: Workspace, { id, only, ...wanted }: Wanted): Promise<Message | null> {
  const { locks, clock, messages } = workspace;
  return locks.messages(async () => {
    const at = clock.now().toISOString();
    const stored = await messages.read(id);
    if (only !== null && (stored === null || !only(asItStands(stored, at)))) return null;
    const message = await findMessage(workspace, id);
    const moved = moveMessage(message, { ...wanted, at });
    await messages.replace(stored ?? message, moved);
    return moved;
  });
}

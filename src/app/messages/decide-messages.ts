/** What a person wants of messages: tried again now, or dropped. */
import type { Message } from '../../domain/message.ts';
import { moveMessage } from '../../domain/messages/move-message.ts';
import { messageLock } from '../../store/files/message-lock.ts';
import { pageUrlNow } from '../../store/files/page-place.ts';
import { readActiveRoutines } from '../active-routines.ts';
import type { Workspace } from '../contract.ts';
import { findMessage } from './find-message.ts';
import { openWorkspaceSender } from './open-workspace-sender.ts';

export interface RetryRequest {
  /** Empty: all that were given up, or could not be sent yet. */
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

/** Sent here and now, whatever the hour and whether or not a daemon runs; as they are afterwards. */
export async function retryMessages(
  workspace: Workspace,
  { words, signal }: RetryRequest,
): Promise<readonly Message[]> {
  const chosen =
    words.length === 0
      ? (await workspace.messages.list()).filter(isUnsent)
      : await Promise.all(words.map((word) => findMessage(workspace, word)));
  if (chosen.length === 0) return [];
  for (const { id } of chosen) await change(workspace, id, { kind: 'retry' });
  // The connections of what is checked out may be another's: a branch of an agent's must not lead mail elsewhere.
  const active = await readActiveRoutines(workspace);
  const page = await pageUrlNow(workspace.location.stateDir);
  const sender = openWorkspaceSender({
    workspace,
    active: () => active,
    pageUrl: () => page,
    signal,
  });
  const after: Message[] = [];
  for (const message of chosen) {
    const sending = await sender.send(message.id);
    after.push(sending.kind === 'gone' ? message : sending.message);
  }
  return after;
}

function isUnsent({ state }: Message): boolean {
  return state.kind === 'given-up' || (state.kind === 'due' && state.failure !== null);
}

export async function dropMessages(
  workspace: Workspace,
  { words, why }: { readonly words: readonly string[]; readonly why: string },
): Promise<readonly Message[]> {
  const chosen = await Promise.all(words.map((word) => findMessage(workspace, word)));
  const after: Message[] = [];
  for (const { id } of chosen) after.push(await change(workspace, id, { kind: 'drop', why }));
  return after;
}

type Wanted = { readonly kind: 'retry' } | { readonly kind: 'drop'; readonly why: string };

function change(workspace: Workspace, id: string, wanted: Wanted): Promise<Message> {
  const { location, clock, messages } = workspace;
  return messageLock(
    location.stateDir,
    clock,
  )(async () => {
    const message = await findMessage(workspace, id);
    const moved = moveMessage(message, { ...wanted, at: clock.now().toISOString() });
    await messages.write(moved);
    return moved;
  });
}

/** Messages for people: what is not sent yet, what was given up, and what a run told. */
import { isRecord } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import type { RunId } from '../../words/ids.ts';
import { runsToldBy, type Message } from '../../words/message.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { resolveId } from '../../workspace/resolve-id.ts';
import { formatTarget } from './message-view.ts';
import { asItStands } from './move-message.ts';
import { wasHeldBack } from './plan-messages.ts';

export interface MessageFilter {
  /** Also what was sent or dropped. */
  readonly all: boolean;
  readonly routine: string | null;
}

/** Newest first. */
export async function listMessages(
  workspace: Workspace,
  { all, routine }: MessageFilter,
): Promise<readonly Message[]> {
  const { messages, clock } = workspace;
  const listed = all ? await messages.list() : await unsentMessages(workspace);
  const at = clock.now().toISOString();
  return listed
    .map((message) => asItStands(message, at))
    .filter((message) => all || isOpen(message))
    .filter((message) => routine === null || routinesOf(message).includes(routine))
    .toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1));
}

export function isOpen({ state }: Pick<Message, 'state'>): boolean {
  return state.kind !== 'sent' && state.kind !== 'dropped';
}

function routinesOf({ routine, contents }: Message): readonly string[] {
  return contents.map((content) => content.routine ?? routine);
}

/** Oldest first; without those that were only counted. */
export async function messagesOfRun(
  { messages }: Workspace,
  run: RunId,
): Promise<readonly Message[]> {
  const listed = await messages.list();
  return listed
    .filter((message) => runsToldBy(message).includes(run) && !wasHeldBack(message))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

export async function givenUpMessages(
  workspace: Pick<Workspace, 'open'>,
): Promise<readonly Message[]> {
  return (await unsentMessages(workspace)).filter(({ state }) => state.kind === 'given-up');
}

/** Of many thousands nearly all were sent: those are not opened again. */
async function unsentMessages({ open }: Pick<Workspace, 'open'>): Promise<readonly Message[]> {
  const rows = await open.rows('messages', {
    generation: 1,
    isRow: isOpenRow,
    read: (message) => ({
      settled: message.state.kind === 'sent' || wasHeldBack(message),
      rows: isOpen(message) ? [{ message }] : [],
    }),
    corrupt: () => ({ message: null }),
  });
  return rows.flatMap(({ message }) => message ?? []);
}

interface OpenRow {
  /** `null`: it cannot be read, which `doctor` tells. */
  readonly message: Message | null;
}

/** Written by us. */
function isOpenRow(value: unknown): value is OpenRow {
  return isRecord(value) && (value['message'] === null || isRecord(value['message']));
}

/** One line for each, for wherever a person looks first. */
export function formatGivenUp({ id, routine, target, state }: Message): string {
  const why = state.kind === 'given-up' ? state.failure : '';
  return oneLine(`message ${id} of ${routine} (${formatTarget(target)}) was given up: ${why}`, 300);
}

// The message that a person means, by its id or a part of it.

/** As it stands. Throws `not-found` for an id that is none, or of several. */
export async function findMessage({ messages, clock }: Workspace, text: string): Promise<Message> {
  const ids = await messages.listIds();
  const id = resolveId({ noun: 'message', ids, text, listedBy: 'roundsman messages --all' });
  const message = await messages.read(id);
  if (message !== null) return asItStands(message, clock.now().toISOString());
  throw new AppError('failed', {
    code: 'record-corrupt',
    message: `the record of ${id} cannot be read`,
    hint: 'Look at it in the folder `messages` of the state folder: roundsman doctor names that.',
  });
}

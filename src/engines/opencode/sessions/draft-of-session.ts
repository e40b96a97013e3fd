/** The draft of one session: its newest messages and parts, and its first prompt. */
import { ENDS, type DraftRead, type SessionHandle } from '../../sessions/contract.ts';
import { draftFrom } from '../../sessions/lines/draft-of-lines.ts';
import type { Move } from '../../sessions/moves/move.ts';
import { toolCall } from '../../sessions/moves/tool-call.ts';
import { numberField, recordField, textField, type Fields } from '../../stream-fields.ts';
import type { Database } from './open-store.ts';
import {
  lastMessages,
  lastSmallParts,
  nextMessages,
  SMALL_PART_BYTES,
  type MessageRow,
  type Schema,
  type PartRow,
} from './rows.ts';
import { sessionRow, type SessionRow } from './session-row.ts';

const MAX_MESSAGES = 40;
const MAX_PARTS = 60;
/** What OpenCode calls a session before it has thought of something. */
const GENERIC = /^(?:New|Child) session\b/;

export interface DraftRequest {
  readonly schema: Schema;
  readonly handle: SessionHandle;
}

export function draftOfSession(database: Database, { schema, handle }: DraftRequest): DraftRead {
  const { id, lastActivityAt } = handle;
  const session = sessionRow(database, { schema, id });
  if (session === null) return { kind: 'unreadable', detail: 'it is gone', bytesRead: 0 };
  const last = lastMoves(database, session);
  const first = firstMoves(database, session);
  const bytesRead = last.bytes + first.bytes;
  if (last.messages === 0 && hasNewerForm(database, { schema, id })) {
    const detail = 'its messages are in a form of a newer OpenCode that is not known';
    return { kind: 'unreadable', detail, bytesRead };
  }
  const title = session.title !== null && !GENERIC.test(session.title) ? session.title : null;
  return {
    kind: 'draft',
    draft: draftFrom({
      engine: 'opencode',
      about: { id, cwd: session.directory, title, startedAt: isoOf(session.createdAt) },
      first: first.moves,
      last: { moves: last.moves, tornAfter: last.tornAfter, unknownAfter: false },
      lastActivityAt,
      markers: [],
    }),
    bytesRead,
  };
}

interface LastMoves {
  readonly moves: readonly Move[];
  readonly tornAfter: boolean;
  readonly bytes: number;
  readonly messages: number;
}

/** From the newest message back, until enough was read. */
function lastMoves(database: Database, session: SessionRow): LastMoves {
  const { rows, bytes } = lastMessages(database, { session: session.id, count: MAX_MESSAGES });
  const messages = kept(rows, session);
  let read = bytes;
  let moves: (Move | 'unreadable')[] = [];
  for (const message of messages.toReversed()) {
    const count = Math.min(MAX_PARTS, Math.floor((ENDS.tailBytes - read) / SMALL_PART_BYTES));
    if (count < 1) break;
    const parts = lastSmallParts(database, { message: message.id, count });
    read += parts.bytes;
    moves = [...movesOfMessage({ message, parts: parts.rows }, session.directory), ...moves];
  }
  return {
    moves: moves.filter((move) => move !== 'unreadable'),
    tornAfter: moves.at(-1) === 'unreadable',
    bytes: read,
    messages: rows.length,
  };
}

function firstMoves(
  database: Database,
  session: SessionRow,
): { readonly moves: readonly Move[]; readonly bytes: number } {
  const after = { createdAt: 0, id: '' };
  const [message] = nextMessages(database, { session: session.id, after, count: 1 }).rows;
  if (message === undefined || message.role !== 'user') return { moves: [], bytes: 0 };
  const parts = lastSmallParts(database, { message: message.id, count: 4 });
  const moves = movesOfMessage({ message, parts: parts.rows }, session.directory);
  return { moves: moves.filter((move) => move !== 'unreadable'), bytes: parts.bytes };
}

/** Without what a person took back. */
export function kept(
  messages: readonly MessageRow[],
  { revertedFrom }: Pick<SessionRow, 'revertedFrom'>,
): readonly MessageRow[] {
  const from = messages.findIndex(({ id }) => id === revertedFrom);
  return from === -1 ? messages : messages.slice(0, from);
}

function hasNewerForm(
  database: Database,
  { schema, id }: { readonly schema: Schema; readonly id: string },
): boolean {
  if (!schema.has('session_message', 'session_id')) return false;
  const newer = database.rows('SELECT 1 FROM session_message WHERE session_id = ? LIMIT 1', id);
  return newer.length > 0;
}

// What a message of OpenCode and its parts say.
export interface MessageWithParts {
  readonly message: MessageRow;
  readonly parts: readonly PartRow[];
}

/** Oldest first. `unreadable` for a row that no rule understands. */
export function movesOfMessage(
  { message, parts }: MessageWithParts,
  cwd: string | null,
): readonly (Move | 'unreadable')[] {
  const at = isoOf(message.createdAt);
  if (message.role === 'user') return personMoves(parts, at);
  if (message.role !== 'assistant') return ['unreadable'];
  const moves = parts.flatMap(({ id, part }) =>
    part === 'unreadable' ? ['unreadable' as const] : partMoves({ id, part }, { at, cwd }),
  );
  if (!message.completed && !message.failed) return [{ kind: 'model', at }, ...moves];
  const isOver = message.failed || message.finish !== 'tool-calls';
  return isOver ? [...moves, { kind: 'over', at }] : moves;
}

function personMoves(
  parts: readonly PartRow[],
  at: string | null,
): readonly (Move | 'unreadable')[] {
  const torn = parts.filter(({ part }) => part === 'unreadable').map(() => 'unreadable' as const);
  const text = parts
    .flatMap(({ part }) =>
      part === 'unreadable' || !isShown(part) ? [] : (textField(part, 'text') ?? []),
    )
    .join('\n');
  return [...torn, text.trim() === '' ? { kind: 'model', at } : { kind: 'asked', text, at }];
}

/** Not what its engine put into the mouth of a person. */
function isShown(part: Fields): boolean {
  return (
    textField(part, 'type') === 'text' && part['synthetic'] !== true && part['ignored'] !== true
  );
}

interface Around {
  readonly at: string | null;
  readonly cwd: string | null;
}

function partMoves(
  { id, part }: { readonly id: string; readonly part: Fields },
  { at, cwd }: Around,
): readonly (Move | 'unreadable')[] {
  const text = textField(part, 'text') ?? '';
  switch (textField(part, 'type') ?? '') {
    case 'text':
      return text.trim() === '' || part['ignored'] === true ? [] : [{ kind: 'said', text, at }];
    case 'reasoning':
      return text.trim() === '' ? [] : [{ kind: 'thought', text, at }];
    case 'tool':
      return toolMoves({ id, part }, { at, cwd });
    case 'step-start':
    case 'step-finish':
    case 'snapshot':
    case 'patch':
    case 'file':
    case 'agent':
    case 'subtask':
    case 'retry':
    case 'compaction':
      return [];
    default:
      return ['unreadable'];
  }
}

function toolMoves(
  { id, part }: { readonly id: string; readonly part: Fields },
  { at, cwd }: Around,
): readonly Move[] {
  const state = recordField(part, 'state');
  const status = textField(state, 'status');
  // The model is still writing what it calls.
  if (status === 'pending') return [];
  const name = textField(part, 'tool') ?? 'a tool';
  const begun = isoOf(numberField(recordField(state, 'time'), 'start')) ?? at;
  const call = toolCall(name, state['input'], cwd);
  const called: readonly Move[] = [{ kind: 'called', id, call, at: begun }];
  if (status !== 'completed' && status !== 'error') return called;
  const exit = numberField(recordField(state, 'metadata'), 'exit') ?? 0;
  const output = textField(state, 'output') ?? textField(state, 'error');
  const ok = status === 'completed' && exit === 0;
  return [...called, { kind: 'returned', id, ok, output, files: [], at: begun }];
}

/** @param moment epoch milliseconds */
function isoOf(moment: number | null): string | null {
  if (moment === null) return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

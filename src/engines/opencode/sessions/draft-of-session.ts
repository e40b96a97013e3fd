/** The draft of one session: its newest messages and parts, and its first prompt. */
import { ENDS, type DraftRead, type SessionHandle } from '../../sessions/contract.ts';
import { draftFrom } from '../../sessions/lines/draft-of-lines.ts';
import type { Move } from '../../sessions/moves/move.ts';
import type { Database } from './load-libsql.ts';
import { isoOf, movesOfMessage } from './moves-of-message.ts';
import {
  lastMessages,
  lastSmallParts,
  nextMessages,
  SMALL_PART_BYTES,
  type MessageRow,
} from './rows.ts';
import type { Schema } from './schema.ts';
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

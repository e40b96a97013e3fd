/** Sessions of OpenCode: rows of one database, which it writes meanwhile. */
import { join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import { inspectHostile } from '../../../platform/hostile-paths.ts';
import type {
  DraftRead,
  FindRequest,
  FoundSessions,
  SessionHandle,
  SessionSource,
  SourcePlace,
  SourceWhere,
} from '../../sessions/contract.ts';
import { MAX_LINE_BYTES } from '../../sessions/ends.ts';
import { entryMaker } from '../../sessions/moves/entries-of.ts';
import type { Move } from '../../sessions/moves/move.ts';
import type { EntryBlocks } from '../../sessions/transcript.ts';
import { draftOfSession, kept, movesOfMessage } from './draft-of-session.ts';
import {
  databaseError,
  loadLibsql,
  type Database,
  type LoadLibsql,
  storeOpener,
  type OpenStore,
} from './open-store.ts';
import { nextMessages, nextParts, type MessageRow, schemaOf, type Schema } from './rows.ts';
import { sessionHandles, sessionRow, type SessionRow } from './session-row.ts';

const PAGE = 50;
const MAX_PARTS = 20_000;
const PART_PAGE = 10;

export const opencodeSessions: SessionSource = opencodeSessionsBy(loadLibsql);

/** @param load an installation without optional dependencies has no libsql */
export function opencodeSessionsBy(load: LoadLibsql): SessionSource {
  const open = storeOpener(load);
  return {
    engine: 'opencode',
    places,
    find: (request) => findIn(open, request),
    draft: (handle) => draftIn(open, handle),
    entries: (handle) => entriesIn(open, handle),
  };
}

function places(where: SourceWhere): readonly SourcePlace[] {
  const data = where.kind === 'run' ? join(where.home, 'data') : dataFolder(where.env);
  return [{ path: join(data, 'opencode', 'opencode.db') }];
}

function dataFolder(env: Extract<SourceWhere, { readonly kind: 'person' }>['env']): string {
  const own = env['XDG_DATA_HOME'];
  return own === undefined || own === '' ? join(homeFolder(env), '.local', 'share') : own;
}

async function findIn(open: OpenStore, request: FindRequest): Promise<FoundSessions> {
  const handles: SessionHandle[] = [];
  let detail: string | null = null;
  let isThere = false;
  for (const { path } of request.places) {
    if (inspectHostile(path) === null) {
      detail ??= olderStore(path);
      continue;
    }
    isThere = true;
    const read = await reading(open, path, (database, schema) =>
      sessionHandles(database, { ...request, schema, location: path }),
    );
    if (read.kind === 'read') handles.push(...read.value);
    else detail = read.detail;
  }
  if (detail !== null) return { kind: 'unavailable', detail };
  return isThere ? { kind: 'found', handles } : { kind: 'none' };
}

/** Before it had a database, OpenCode kept each message as a file of its own. */
function olderStore(path: string): string | null {
  const folder = join(path, '..', 'storage', 'session');
  const facts = inspectHostile(folder);
  if (facts === null || facts === 'unreachable' || facts.kind !== 'folder') return null;
  return `${folder} is in the form of OpenCode before 1.2: start a newer one once, and it moves its sessions`;
}

async function draftIn(open: OpenStore, handle: SessionHandle): Promise<DraftRead> {
  const read = await reading(open, handle.location, (database, schema) =>
    draftOfSession(database, { schema, handle }),
  );
  return read.kind === 'read'
    ? read.value
    : { kind: 'unreadable', detail: read.detail, bytesRead: 0 };
}

async function* entriesIn(open: OpenStore, handle: SessionHandle): EntryBlocks {
  const read = await reading(open, handle.location, (database, schema) => ({ database, schema }));
  if (read.kind === 'failed') {
    yield ['unreadable'];
    return;
  }
  yield* entriesOfSession(read.value.database, { schema: read.value.schema, id: handle.id });
}

type Read<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'failed'; readonly detail: string };

async function reading<Value>(
  open: OpenStore,
  path: string,
  read: (database: Database, schema: Schema) => Value,
): Promise<Read<Value>> {
  const store = await open(path);
  if (store.kind === 'unavailable') return { kind: 'failed', detail: store.detail };
  try {
    const form = schemaOf(store.database);
    if (form.kind === 'known') return { kind: 'read', value: read(store.database, form.schema) };
    const detail = `${path} is in a form that is not known: it has no ${form.missing}`;
    return { kind: 'failed', detail };
  } catch (thrown) {
    return { kind: 'failed', detail: `${path}: ${databaseError(thrown)}` };
  }
}

/** All of one session, oldest first, a page of messages at a time: between pages no transaction is under way. */
async function* entriesOfSession(
  database: Database,
  { schema, id }: { readonly schema: Schema; readonly id: string },
): EntryBlocks {
  const session = attempt(() => sessionRow(database, { schema, id }));
  if (session === null || session === 'failed') {
    yield ['unreadable'];
    return;
  }
  const maker = entryMaker();
  for (const message of pagesOf(database, session)) {
    const moves =
      message === 'unreadable' ? [message] : movesIn(database, { message, cwd: session.directory });
    for (const move of moves) yield maker.take(move);
  }
  yield maker.rest();
}

/** A few parts at a time: each may be as large as a line is let be. */
function* movesIn(
  database: Database,
  { message, cwd }: { readonly message: MessageRow; readonly cwd: string | null },
): Generator<Move | 'unreadable'> {
  for (let [after, read] = ['', 0]; read < MAX_PARTS; read += PART_PAGE) {
    const request = { message: message.id, after, most: MAX_LINE_BYTES, count: PART_PAGE };
    const page = attempt(() => nextParts(database, request));
    if (page === 'failed') {
      yield 'unreadable';
      return;
    }
    // A message without parts says something too.
    if (page.rows.length > 0 || read === 0)
      yield* movesOfMessage({ message, parts: page.rows }, cwd);
    const last = page.rows.at(-1);
    if (last === undefined || page.rows.length < PART_PAGE || last.id === after) return;
    after = last.id;
  }
}

function* pagesOf(database: Database, session: SessionRow): Generator<MessageRow | 'unreadable'> {
  let after: Pick<MessageRow, 'createdAt' | 'id'> = { createdAt: -1, id: '' };
  // An id that is no text, or a long one, does not come back as it is stored, and its page would be read again and again.
  const passed = new Set<string>();
  for (;;) {
    const from = after;
    const page = attempt(() =>
      nextMessages(database, { session: session.id, after: from, count: PAGE }),
    );
    if (page === 'failed') {
      yield 'unreadable';
      return;
    }
    const messages = kept(page.rows, session);
    yield* messages;
    const last = page.rows.at(-1);
    if (last === undefined || messages.length < page.rows.length) return;
    const key = `${last.createdAt} ${last.id}`;
    if (passed.has(key)) return;
    passed.add(key);
    after = last;
  }
}

/** A database that is damaged, or gone meanwhile, ends in what can be told of it. */
function attempt<Value>(read: () => Value): Value | 'failed' {
  try {
    return read();
  } catch {
    return 'failed';
  }
}

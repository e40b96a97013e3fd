/** Sessions of OpenCode: rows of one database, which it writes meanwhile. */
import { join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import { inspectHostile } from '../../../platform/hostile-paths.ts';
import type { TranscriptEntry } from '../../transcript.ts';
import type {
  DraftRead,
  FindRequest,
  FoundSessions,
  SessionHandle,
  SessionSource,
  SourcePlace,
  SourceWhere,
} from '../contract.ts';
import { draftOfSession } from './draft-of-session.ts';
import { entriesOfSession } from './entries-of-session.ts';
import { databaseError, loadLibsql, type Database, type LoadLibsql } from './load-libsql.ts';
import { storeOpener, type OpenStore } from './open-store.ts';
import { schemaOf, type Schema } from './schema.ts';
import { sessionHandles } from './session-row.ts';

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

async function* entriesIn(
  open: OpenStore,
  handle: SessionHandle,
): AsyncGenerator<TranscriptEntry | 'unreadable'> {
  const read = await reading(open, handle.location, (database, schema) => ({ database, schema }));
  if (read.kind === 'failed') {
    yield 'unreadable';
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

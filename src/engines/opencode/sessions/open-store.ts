/**
 * Opening the database that OpenCode writes meanwhile. It has a log beside it (`-wal`) and an index of that log (`-shm`).
 *
 * With both there, the database is opened for reading and the index too (`readonly_shm`): SQLite then writes to no file at
 * all, takes shared locks only, and rebuilds the index in memory when no process holds it any more. Where one is missing,
 * as after a tidy end, SQLite would make it: a copy is read instead, which is thrown away. `immutable` is never used,
 * because it passes over the log.
 *
 * Between looks the opened database is kept, with no transaction under way: of one that is closed libsql keeps the files
 * open until its statements are collected.
 */
import { Buffer } from 'node:buffer';
import { join } from 'node:path';

import { copyFile, makeTemporaryFolder, removeTree } from '../../../platform/files.ts';
import { readHostile } from '../../../platform/hostile-paths.ts';
import { isRecord } from '../../../platform/json.ts';
import { fileAt, type FoundFile } from '../../sessions/lines/find-files.ts';

export type OpenedStore =
  | { readonly kind: 'open'; readonly database: Database }
  | { readonly kind: 'unavailable'; readonly detail: string };

export type OpenStore = (path: string) => Promise<OpenedStore>;

const LOCK_WAIT_MS = 250;
/** A larger one is not copied for being read. */
const MAX_COPY_BYTES = 512 * 1024 * 1024;
/** Nothing in the database is run, and a page that is damaged is told of. */
const GUARDS = 'PRAGMA query_only=1; PRAGMA trusted_schema=0; PRAGMA cell_size_check=1;';

export function storeOpener(load: LoadLibsql): OpenStore {
  let kept: { readonly identity: string; readonly database: Database } | null = null;
  const forget = (): void => {
    kept?.database.close();
    kept = null;
  };
  return async (path) => {
    const files = filesOf(path);
    if (files.main === null)
      return { kind: 'unavailable', detail: `${path} is not a regular file` };
    const identity = identityOf(files);
    if (kept?.identity === identity) return { kind: 'open', database: kept.database };
    forget();
    const libsql = await loaded(load);
    if (libsql.kind === 'unavailable') return libsql;
    try {
      const database = await opened(path, { files, open: libsql.open });
      if (database === null) return tooLarge(path);
      kept = { identity, database };
      return { kind: 'open', database };
    } catch (thrown) {
      return { kind: 'unavailable', detail: `${path}: ${databaseError(thrown)}` };
    }
  };
}

interface StoreFiles {
  readonly main: FoundFile | null;
  readonly log: FoundFile | null;
  readonly index: FoundFile | null;
}

function filesOf(path: string): StoreFiles {
  return { main: fileAt(path), log: fileAt(`${path}-wal`), index: fileAt(`${path}-shm`) };
}

/** Of one that is written meanwhile the files stay the same; a copy is one of what they held. */
function identityOf({ main, log, index }: StoreFiles): string {
  if (index === null || log === null)
    return ['copy', main?.path, main?.stamp, log?.stamp].join(' ');
  const inodes = [main, log, index].map((file) => file?.stamp.split('-', 1)[0] ?? 'none');
  return ['direct', main?.path, ...inodes].join(' ');
}

/** `null`: it had to be copied, and is too large. */
async function opened(
  path: string,
  { files, open }: { readonly files: StoreFiles; readonly open: OpenDatabase },
): Promise<Database | null> {
  if (files.index !== null && files.log !== null)
    return guarded(open, `${uriOf(path)}?mode=ro&readonly_shm=1`);
  if (!hasLog(path)) return guarded(open, `${uriOf(path)}?mode=ro`);
  const bytes = (files.main?.size ?? 0) + (files.log?.size ?? 0);
  return bytes > MAX_COPY_BYTES ? null : openCopy(path, { files, open });
}

/** In the other mode of SQLite nothing stands beside a database that is only read. */
function hasLog(path: string): boolean {
  return readHostile(path, HEADER_BYTES)?.at(READ_VERSION_AT) === LOG_VERSION;
}

/** Of the head of a file: https://www.sqlite.org/fileformat.html#the_database_header */
const HEADER_BYTES = 100;
const READ_VERSION_AT = 19;
const LOG_VERSION = 2;

async function openCopy(
  path: string,
  { files, open }: { readonly files: StoreFiles; readonly open: OpenDatabase },
): Promise<Database> {
  const folder = await makeTemporaryFolder('roundsman-sessions-');
  try {
    const copy = join(folder, 'copy.db');
    await copyFile(path, copy);
    if (files.log !== null) await copyFile(`${path}-wal`, `${copy}-wal`);
    if (identityOf(filesOf(path)) !== identityOf(files))
      throw new Error('it was written while it was copied');
    return guarded(open, `${uriOf(copy)}?mode=ro`);
  } finally {
    // What is open stays readable without its name, and is gone with this process.
    await removeTree(folder);
  }
}

function guarded(open: OpenDatabase, uri: string): Database {
  const database = open(uri, LOCK_WAIT_MS);
  try {
    database.exec(GUARDS);
    // Reads the first page, and opens the log: what is not a database shows here.
    database.rows('SELECT count(*) FROM sqlite_master');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** Absolute path to a URI that SQLite reads back as that path. */
function uriOf(path: string): string {
  return `file:${path.split('/').map(encodeURIComponent).join('/')}`;
}

type Loaded =
  | { readonly kind: 'loaded'; readonly open: OpenDatabase }
  | Extract<OpenedStore, { readonly kind: 'unavailable' }>;

async function loaded(load: LoadLibsql): Promise<Loaded> {
  try {
    return { kind: 'loaded', open: await load() };
  } catch {
    return {
      kind: 'unavailable',
      detail: "libsql is not installed: npm install libsql reads OpenCode's sessions",
    };
  }
}

function tooLarge(path: string): OpenedStore {
  return {
    kind: 'unavailable',
    detail: `${path} is larger than 512 MB and OpenCode is not running: it is read while OpenCode runs`,
  };
}

// The part of libsql that is used. It is an optional dependency, and what it gives back is looked at before it is believed.
//
// Text is asked for as bytes only (`text`): libsql 0.5 ends the whole process on a text that is not UTF-8, which SQLite
// takes from anybody.
export interface Database {
  /** Rows of an SQL query, texts and blobs as text. Throws what SQLite throws. */
  rows(sql: string, ...values: readonly (string | number)[]): readonly Record<string, unknown>[];
  exec(sql: string): void;
  close(): void;
}

/** @param timeout milliseconds to wait for a lock */
type OpenDatabase = (path: string, timeout: number) => Database;

/** Throws when the package, or the part of it that is made for this machine, is not there. */
export type LoadLibsql = () => Promise<OpenDatabase>;

export const loadLibsql: LoadLibsql = async () => {
  const { default: Libsql } = await import('libsql');
  return (path, timeout) => {
    const database = new Libsql(path, { timeout });
    // Few queries, asked for each message again: preparing one takes longer than its answer.
    const prepared = new Map<string, ReturnType<typeof database.prepare>>();
    return {
      rows: (sql, ...values) => {
        const statement = prepared.get(sql) ?? database.prepare(sql);
        prepared.set(sql, statement);
        const rows: readonly unknown[] = statement.all(...values);
        return rows.filter(isRecord).map(withTexts);
      },
      exec: (sql) => {
        database.exec(sql);
      },
      close: () => {
        prepared.clear();
        database.close();
      },
    };
  };
};

/** How a query asks for a text. */
export function text(expression: string): string {
  return `CAST(${expression} AS BLOB)`;
}

function withTexts(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof ArrayBuffer ? Buffer.from(value).toString('utf8') : value,
    ]),
  );
}

/** What SQLite says went wrong: `SQLITE_BUSY`; else the words of the error. */
export function databaseError(thrown: unknown): string {
  const { code, message } = isRecord(thrown) ? thrown : {};
  const words = typeof message === 'string' ? message : String(thrown);
  return typeof code === 'string' && code !== '' ? `${words} (${code})` : words;
}

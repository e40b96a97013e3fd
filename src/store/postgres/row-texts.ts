/** Records as rows of one table, by kind and name. */
import { Buffer } from 'node:buffer';

import { sha256 } from '../../platform/hash.ts';
import { tryParseJson } from '../../platform/json.ts';
import { uniqueName } from '../../platform/many-files.ts';
import type { EventStore } from '../definition-ports.ts';
import { eventPayloads } from '../event-payloads.ts';
import { WAITING_GUARDS } from '../files/file-open-records.ts';
import type { RecordTexts, TextKind } from '../record-texts.ts';
import type { HashedContents, OpenRecords, OpenRowsRequest, WaitingRecords } from '../stores.ts';
import type { Database } from './database.ts';

export interface RowsOf {
  readonly database: Database;
  /** Id of the workspace. */
  readonly workspace: string;
}

/** `events`: payloads, as base64. */
export type RowKind = TextKind | 'events';

const AT_ONCE = 500;
const ONE = 'workspace = $1 and kind = $2 and name = $3';

export function rowTexts(rows: RowsOf, kind: RowKind): RecordTexts {
  const { database } = rows;
  return {
    placeOf: (name) => `${database.shown}/${kind}/${name}`,
    ...readersOf(rows, kind),
    ...writersOf(rows, kind),
  };
}

type Readers = 'read' | 'names' | 'each' | 'writtenAt' | 'stamp';

function readersOf({ database, workspace }: RowsOf, kind: RowKind): Pick<RecordTexts, Readers> {
  return {
    read: async (name) => {
      const rows = await database.read<{ body: string }>(
        `select body from roundsman.records where ${ONE}`,
        [workspace, kind, name],
      );
      return rows[0]?.body ?? null;
    },
    names: async () => {
      const rows = await database.read<{ name: string }>(
        'select name from roundsman.records where workspace = $1 and kind = $2 order by name',
        [workspace, kind],
      );
      return rows.map(({ name }) => name);
    },
    each: (visit) => visitAll({ database, workspace }, kind, visit),
    writtenAt: async (name) => {
      const rows = await database.read<{ at: Date }>(
        `select written_at as at from roundsman.records where ${ONE}`,
        [workspace, kind, name],
      );
      return rows[0]?.at ?? null;
    },
    stamp: async () => {
      // The sum and not the newest: of two writes at once the one with the lower number may be seen later.
      const [row] = await database.read<{ stamp: string }>(
        `select count(*) || ' ' || coalesce(sum(changed), 0) as stamp
         from roundsman.records where workspace = $1 and kind = $2`,
        [workspace, kind],
      );
      return row?.stamp ?? '';
    },
  };
}

function writersOf(
  { database, workspace }: RowsOf,
  kind: RowKind,
): Omit<RecordTexts, Readers | 'placeOf'> {
  const key = (name: string): readonly string[] => [workspace, kind, name];
  const insert =
    'insert into roundsman.records (workspace, kind, name, body) values ($1, $2, $3, $4)';
  return {
    create: async (name, text) => {
      const sql = `${insert} on conflict do nothing returning name`;
      return (await database.write(sql, [...key(name), text])).length > 0;
    },
    write: async (name, text) => {
      const sql = `${insert} on conflict (workspace, kind, name) do update set ${WRITTEN}`;
      await database.write(sql, [...key(name), text]);
    },
    update: (name, change) => updateRow(database, { key: key(name), change }),
    remove: async (name) => {
      await database.write(`delete from roundsman.records where ${ONE}`, key(name));
    },
    touch: async (name) => {
      const sql = `update roundsman.records set written_at = clock_timestamp() where ${ONE} returning name`;
      return (await database.write(sql, key(name))).length > 0;
    },
    removeOlder: async (names, before) => {
      const rows = await database.write(
        `delete from roundsman.records
         where workspace = $1 and kind = $2 and name = any($3) and written_at < $4 returning name`,
        [workspace, kind, names, before],
      );
      return rows.length;
    },
    setAside: async (name) => {
      const aside = uniqueName(`${name}.unreadable`);
      const sql = `update roundsman.records set name = $4 where ${ONE}`;
      await database.write(sql, [...key(name), aside]);
    },
  };
}

const WRITTEN = `body = excluded.body, changed = nextval('roundsman.changes'),
  written_at = clock_timestamp(), settled = null`;

async function visitAll(
  { database, workspace }: RowsOf,
  kind: RowKind,
  visit: (name: string, text: string) => void,
): Promise<void> {
  for (let last = ''; ;) {
    const rows = await database.read<{ name: string; body: string }>(
      `select name, body from roundsman.records
       where workspace = $1 and kind = $2 and name > $3 and name like '%.json'
       order by name limit ${AT_ONCE}`,
      [workspace, kind, last],
    );
    for (const { name, body } of rows) visit(name, body);
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.name ?? last;
  }
}

interface Update {
  readonly key: readonly string[];
  readonly change: (text: string | null) => string;
}

/** The row is locked from reading to writing; where there is none, of two that write the second reads what the first wrote. */
async function updateRow(database: Database, { key, change }: Update): Promise<void> {
  for (;;) {
    const isDone = await database.transaction(async (ask) => {
      const [row] = await ask<{ body: string }>(
        `select body from roundsman.records where ${ONE} for update`,
        key,
      );
      const text = change(row?.body ?? null);
      const sql =
        row === undefined
          ? `insert into roundsman.records (workspace, kind, name, body) values ($1, $2, $3, $4)
             on conflict do nothing returning name`
          : `update roundsman.records set body = $4, changed = nextval('roundsman.changes'),
             written_at = clock_timestamp(), settled = null where ${ONE} returning name`;
      return (await ask(sql, [...key, text])).length > 0;
    });
    if (isDone) return;
  }
}

// Payloads of events by the hash of their bytes, and removing what is no longer referenced.
export function rowEvents(rows: RowsOf): EventStore {
  const { database, workspace } = rows;
  const texts = rowTexts(rows, 'events');
  const putAll: EventStore['putAll'] = async (payloads) => {
    const byHash = new Map(payloads.map((payload) => [sha256(payload), base64(payload)]));
    // What is there is from now on as young as the slot that needs it.
    if (byHash.size > 0)
      await database.write(
        `insert into roundsman.records (workspace, kind, name, body)
         select $1, 'events', name, body from unnest($2::text[], $3::text[]) as r (name, body)
         on conflict (workspace, kind, name) do update set written_at = clock_timestamp()`,
        [workspace, [...byHash.keys()], [...byHash.values()]],
      );
    return payloads.map(sha256);
  };
  return eventPayloads({
    putAll,
    bytesOf: async (hash) => {
      const text = await texts.read(hash);
      return text === null ? null : Buffer.from(text, 'base64');
    },
    setAside: (hash) => texts.setAside(hash),
  });
}

function base64(payload: Uint8Array): string {
  return Buffer.from(payload).toString('base64');
}

/** @param here what files of this machine name, too */
export function rowHashes(
  { database, workspace }: RowsOf,
  here: Pick<HashedContents, 'listNamed'>,
): HashedContents {
  return {
    listNamed: async () => {
      const rows = await database.read<{ hash: string }>(
        `select distinct (regexp_matches(body, '\\m[0-9a-f]{64}\\M', 'g'))[1] as hash
         from roundsman.records
         where workspace = $1 and kind in ('workspace', 'deployments', 'enabled', 'pauses')`,
        [workspace],
      );
      return [...(await here.listNamed()), ...rows.map(({ hash }) => hash)];
    },
    sweep: async ({ keep, before }) => {
      const rows = await database.write(
        `delete from roundsman.records
         where workspace = $1 and kind in ('definitions', 'events')
           and name ~ '^[0-9a-f]{64}(\\.json)?$' and written_at < $2 and left(name, 64) <> all($3)
         returning name`,
        [workspace, before, [...keep]],
      );
      return rows.length;
    },
  };
}

// What is still open: rows that are settled for good are marked, and not read again.
const KINDS: { readonly [Kind in keyof WaitingRecords]: TextKind } = {
  proposals: 'proposals',
  findings: 'findings',
  notes: 'notes',
  pullRequests: 'review/pull-requests',
  messages: 'messages',
};

export function rowOpenRecords(rows: RowsOf): OpenRecords {
  const { database, workspace } = rows;
  return {
    rows: (kind, request) => openRows(rows, { ...request, kind, guard: WAITING_GUARDS[kind] }),
    forgetSettled: async () => {
      await database.write(
        'update roundsman.records set settled = null where workspace = $1 and settled is not null',
        [workspace],
      );
    },
  };
}

interface Asked<Kind, Row> extends OpenRowsRequest<Kind, Row> {
  readonly kind: keyof WaitingRecords;
  readonly guard: (value: unknown) => value is Kind;
}

async function openRows<Kind, Row>(
  rows: RowsOf,
  { kind, guard, generation, read, corrupt }: Asked<Kind, Row>,
): Promise<readonly Row[]> {
  const { database, workspace } = rows;
  const table = KINDS[kind];
  const texts = rowTexts(rows, table);
  const found = await database.read<{ name: string; body: string; changed: string }>(
    `select name, body, changed from roundsman.records
     where workspace = $1 and kind = $2 and name like '%.json' and settled is distinct from $3
     order by name`,
    [workspace, table, generation],
  );
  const settled: string[] = [];
  const open = found.flatMap(({ name, body, changed }) => {
    const value = tryParseJson(body);
    if (!guard(value)) return [corrupt(texts.placeOf(name))];
    const one = read(value);
    if (one.settled) settled.push(changed);
    return one.rows;
  });
  // Only as it was read: what changed meanwhile is looked at again.
  if (settled.length > 0)
    await database.write(
      `update roundsman.records set settled = $3
       where workspace = $1 and kind = $2 and changed = any($4::bigint[])`,
      [workspace, table, generation, settled],
    );
  return open;
}

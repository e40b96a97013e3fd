/** Records as rows of one table, by kind and name. */
import { uniqueName } from '../../platform/many-files.ts';
import type { RecordTexts, TextKind } from '../record-texts.ts';
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

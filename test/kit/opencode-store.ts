/** A database as OpenCode writes it, from rows that a real one had (test/fixtures/sessions/opencode). */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import Libsql from 'libsql';

type Row = Readonly<Record<string, string | number | null>>;

export interface OpencodeRows {
  readonly tables: Readonly<
    Record<string, { readonly create: string; readonly rows: readonly Row[] }>
  >;
  readonly indexes: readonly string[];
}

export interface OpenedStore {
  exec(sql: string): void;
  insert(table: string, row: Row): void;
  /** As OpenCode ends: whatever is in the log stays there. */
  close(): void;
}

export function recordedRows(scenario: string): OpencodeRows {
  const file = new URL(`../fixtures/sessions/opencode/${scenario}/rows.json`, import.meta.url);
  const rows: OpencodeRows = JSON.parse(readFileSync(file, 'utf8'));
  return rows;
}

/** @param path of the database; its folder is made */
export function writeOpencodeStore(path: string, { tables, indexes }: OpencodeRows): void {
  mkdirSync(dirname(path), { recursive: true });
  const store = openOpencodeStore(path);
  store.exec('PRAGMA journal_mode=wal');
  for (const { create } of Object.values(tables)) store.exec(create);
  for (const index of indexes) store.exec(index);
  for (const [table, { rows }] of Object.entries(tables))
    for (const row of rows) store.insert(table, row);
  store.close();
}

export function openOpencodeStore(path: string): OpenedStore {
  const database = new Libsql(path);
  return {
    exec: (sql) => {
      database.exec(sql);
    },
    insert: (table, row) => {
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      const columns = names.map((name) => `"${name}"`).join(', ');
      const values = Object.values(row);
      database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${places})`).run(...values);
    },
    close: () => {
      database.close();
    },
  };
}

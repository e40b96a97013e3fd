/**
 * The part of libsql that is used. It is an optional dependency, and what it gives back is looked at before it is believed.
 *
 * Text is asked for as bytes only (`text`): libsql 0.5 ends the whole process on a text that is not UTF-8, which SQLite
 * takes from anybody.
 */
import { Buffer } from 'node:buffer';

import { isRecord } from '../../../platform/json.ts';

export interface Database {
  /** Rows of an SQL query, texts and blobs as text. Throws what SQLite throws. */
  rows(sql: string, ...values: readonly (string | number)[]): readonly Record<string, unknown>[];
  exec(sql: string): void;
  close(): void;
}

/** @param timeout milliseconds to wait for a lock */
export type OpenDatabase = (path: string, timeout: number) => Database;

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

/** The part of libsql that is used: it is an optional dependency, and what it gives back is looked at before it is believed. */
import { isRecord } from '../../../platform/json.ts';

export interface Statement {
  all(...values: readonly (string | number)[]): readonly unknown[];
  iterate(...values: readonly (string | number)[]): Iterable<unknown>;
}

export interface Database {
  prepare(sql: string): Statement;
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
    return {
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          all: (...values) => statement.all(...values),
          iterate: (...values) => statement.iterate(...values),
        };
      },
      exec: (sql) => {
        database.exec(sql);
      },
      close: () => {
        database.close();
      },
    };
  };
};

/** What SQLite says went wrong: `SQLITE_BUSY`; else the words of the error. */
export function databaseError(thrown: unknown): string {
  const { code, message } = isRecord(thrown) ? thrown : {};
  const words = typeof message === 'string' ? message : String(thrown);
  return typeof code === 'string' && code !== '' ? `${words} (${code})` : words;
}

/**
 * One PostgreSQL database, by few connections. The driver is an optional dependency and loaded with the first question.
 *
 * What is only read is asked again when a connection breaks, as long as the caller has patience; what writes is sent once,
 * for it may have been done when the answer is lost.
 */
import type { Pool, PoolClient, QueryResultRow } from 'pg';

import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { sha256 } from '../../platform/hash.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { refuseLostLock } from './lock-fence.ts';
import { isAway, storeError } from './store-errors.ts';

/** Rows of one statement, with `$1` for values. */
export type Ask = <Row extends QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

export interface Database {
  /** Without its password. */
  readonly shown: string;
  /** A statement that changes nothing. */
  readonly read: Ask;
  /** Rows: those it returns. */
  readonly write: Ask;
  /** All or nothing. */
  transaction<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result>;
  /** A connection of the caller's own, which releases it. */
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
}

export interface DatabaseRequest {
  readonly env: Environment;
  /** Names the address in `env`; asked for with the first question. */
  readonly variable: string;
  readonly clock: Clock;
  /** How long a database that does not answer is waited for. Default: not at all. */
  readonly patienceMs?: number;
}

/** As many as there are locks, which may be held one within another, and some for what is done under them. */
const MOST_CONNECTIONS = 8;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;
const PAUSE_MS = 250;
/** A machine that vanished is noticed after a minute, and what it held is free again. */
const KEEPALIVE =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

export function openDatabase({ env, variable, clock, patienceMs = 0 }: DatabaseRequest): Database {
  const shown = shownIn(env, variable);
  let opened: Promise<Pool> | null = null;
  const pool = (): Promise<Pool> => (opened ??= makePool(storeAddress(env, variable)));
  // Before anything is sent, so that it may be tried again.
  const connect = async (): Promise<PoolClient> => {
    try {
      return await patiently({ clock, patienceMs }, async () => (await pool()).connect());
    } catch (thrown) {
      throw storeError(thrown, shown);
    }
  };
  const session = async <Result>(
    work: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> => {
    const client = await connect();
    const stopListening = listen(client);
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (thrown) {
      client.release(isAway(thrown));
      throw storeError(thrown, shown);
    } finally {
      stopListening();
    }
  };
  const ask: Ask = (sql, values) => session((client) => askOf(client)(sql, values));
  return {
    shown,
    read: (sql, values) => patiently({ clock, patienceMs }, () => ask(sql, values)),
    write: (sql, values) => {
      refuseLostLock();
      return ask(sql, values);
    },
    transaction: (work) => {
      refuseLostLock();
      return session((client) => inTransaction(client, work));
    },
    connect,
    end: async () => {
      const ended = opened;
      opened = null;
      await (await ended)?.end();
    },
  };
}

/** Between two statements an error of the connection has no other listener, and would end the process. */
export function listen(client: PoolClient, lost: () => void = () => undefined): () => void {
  client.on('error', lost);
  return () => void client.off('error', lost);
}

async function inTransaction<Result>(
  client: PoolClient,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work(askOf(client));
    await client.query('commit');
    return result;
  } catch (thrown) {
    // Where the connection is gone, so is what was begun.
    await client.query('rollback').catch(() => undefined);
    throw thrown;
  }
}

function askOf(client: PoolClient): Ask {
  return async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) => {
    if (values.length === 0) return (await client.query<Row>(sql)).rows;
    // Parsed and planned once by each connection; the driver names no longer than 63 bytes.
    const { rows } = await client.query<Row>({
      name: sha256(sql).slice(0, 32),
      text: sql,
      values: [...values],
    });
    return rows;
  };
}

/** Before the first question `check` is asked, until it once passes. */
export function checkedDatabase(database: Database, check: () => Promise<void>): Database {
  let passed: Promise<void> | null = null;
  const ready = (): Promise<void> =>
    (passed ??= check().catch((thrown: unknown) => {
      passed = null;
      throw thrown;
    }));
  return {
    ...database,
    read: async (sql, values) => {
      await ready();
      return database.read(sql, values);
    },
    write: async (sql, values) => {
      await ready();
      return database.write(sql, values);
    },
    transaction: async (work) => {
      await ready();
      return database.transaction(work);
    },
    connect: async () => {
      await ready();
      return database.connect();
    },
  };
}

async function makePool({ url }: StoreAddress): Promise<Pool> {
  const { Pool: PoolOfDriver } = await loadDriver();
  const made = new PoolOfDriver({
    connectionString: url,
    application_name: `roundsman/${ownIdentity().pid}`,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: 2 * STATEMENT_MS,
    idle_in_transaction_session_timeout: 2 * STATEMENT_MS,
    keepAlive: true,
    options: KEEPALIVE,
    // A command that has nothing left to do ends.
    allowExitOnIdle: true,
  });
  // One that breaks while it is idle goes, and the next question makes another.
  made.on('error', () => undefined);
  return made;
}

async function loadDriver(): Promise<{ readonly Pool: typeof Pool }> {
  try {
    return await import('pg');
  } catch (thrown) {
    throw new AppError(
      'missing',
      {
        code: 'store-driver-missing',
        message: 'records on PostgreSQL need the package pg, which is not installed',
        hint: 'Install Roundsman with its optional dependencies: npm install --include=optional roundsman',
      },
      { cause: thrown },
    );
  }
}

async function patiently<Result>(
  { clock, patienceMs }: { readonly clock: Clock; readonly patienceMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = clock.monotonic() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      const isOver = clock.monotonic() + PAUSE_MS > deadline;
      const waits = thrown instanceof AppError ? thrown.reason === 'store-away' : isAway(thrown);
      if (isOver || !waits) throw thrown;
      await clock.sleep(PAUSE_MS);
    }
  }
}

// The address of a PostgreSQL database: read from the environment, and told without its password. Pure.
interface StoreAddress {
  /** As it is given to the driver; may hold a password. */
  readonly url: string;
  /** For people: `postgres://ada@db.example:5432/roundsman`. */
  readonly shown: string;
}

/** @param variable a name in `env`. Throws `missing` where it names no database */
export function storeAddress(env: Environment, variable: string): StoreAddress {
  const text = (env[variable] ?? '').trim();
  if (text === '')
    throw new AppError('missing', {
      code: 'store-address-missing',
      message: `the address of the database for records is missing: ${variable} is not set`,
      hint: `Set ${variable} to the address of the database: postgres://USER:PASSWORD@HOST/DATABASE`,
    });
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new AppError('usage', {
      code: 'store-address',
      message: `${variable} holds no address of a PostgreSQL database`,
      hint: 'Write it as postgres://USER:PASSWORD@HOST/DATABASE.',
    });
  return { url: text, shown: shownAddress(url) };
}

/** The same where it need not be there yet: for people. */
export function shownIn(env: Environment, variable: string): string {
  try {
    return storeAddress(env, variable).shown;
  } catch {
    return `env:${variable}`;
  }
}

/** Without password and parameters, which may hold one too. */
function shownAddress(url: URL): string {
  const user = url.username === '' ? '' : `${url.username}@`;
  return oneLine(`${url.protocol}//${user}${url.host}${url.pathname}`, 200);
}

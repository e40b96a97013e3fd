export interface PostgresServer {
  readonly port: number;
  /** `postgres (PostgreSQL) 15.18` */
  readonly version: string;
  /** `postgres://…` of a database of that name, which is made. */
  database(name: string): string;
  /** Of one that was made. */
  address(name: string): string;
  /** Rows of `psql`, unaligned. */
  sql(database: string, text: string): string;
  start(): Promise<void>;
  /** At once, as when the machine loses it. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Whether there is a PostgreSQL to start here. */
export function hasPostgres(): boolean;

export function postgresServer(): Promise<PostgresServer>;

/** Rows of one statement or more, unaligned. */
export function psql(address: string, text: string): string;

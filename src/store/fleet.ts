import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { AppError } from '../words/errors.ts';
import type { Migrated } from './postgres/migrate.ts';
/** What is asked of a database beside its records: its state, its tables, and a move. Loads the driver only then. */
import type { MoveReport, MoveRequest, ToPostgresRequest } from './postgres/move-records.ts';

export type { Migrated, MoveReport };

export interface StoreFacts {
  /** Without its password; `env:NAME` where the variable holds none. */
  readonly address: string;
  /** `null`: it could not be asked. 0: it has no tables. */
  readonly schema: number | null;
  /** The version that this Roundsman works with. */
  readonly wanted: number;
  /** Of all processes of Roundsman. */
  readonly connections: number | null;
  readonly places: readonly StorePlace[];
  /** Why records cannot be read there now; `null`: they can. */
  readonly fault: AppError | null;
}

export interface StorePlace {
  readonly id: string;
  readonly host: string;
  /** ISO 8601. */
  readonly joinedAt: string;
  readonly runs: number;
}

export interface StoreRequest {
  readonly env: Environment;
  /** With the address. */
  readonly variable: string;
  readonly clock: Clock;
}

/** @param workspace its id there; `null`: it has no records there. Never rejects. */
export async function readStore(
  request: StoreRequest,
  workspace: string | null,
): Promise<StoreFacts> {
  return (await import('./postgres/read-store.ts')).readStore(request, workspace);
}

/** Brings the tables up to date; safe to repeat, and by several at once. */
export async function migrateStore(request: StoreRequest): Promise<Migrated> {
  return (await import('./postgres/read-store.ts')).migrateStore(request);
}

export async function moveToPostgres(request: ToPostgresRequest): Promise<MoveReport> {
  return (await import('./postgres/move-records.ts')).moveToPostgres(request);
}

export async function moveToFiles(request: MoveRequest): Promise<MoveReport> {
  return (await import('./postgres/move-records.ts')).moveToFiles(request);
}

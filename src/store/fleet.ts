/** What is asked of a database beside its records: its state, its tables, and a move. Loads the driver only then. */
import type { FleetView } from './dispatch-port.ts';
import type { Migrated } from './postgres/migrate.ts';
import type { MoveReport, MoveRequest, ToPostgresRequest } from './postgres/move-records.ts';
import type { StoreFacts, StoreRequest } from './store-facts.ts';

export type { Migrated, MoveReport };

/** @param workspace its id there; `null`: it has no records there. Never rejects. */
export async function readStore(
  request: StoreRequest,
  workspace: string | null,
): Promise<StoreFacts> {
  return (await import('./postgres/read-store.ts')).readStore(request, workspace);
}

/** Who plans, who works and what waits, in that workspace. Never rejects. */
export async function readFleetView(request: StoreRequest, workspace: string): Promise<FleetView> {
  return (await import('./postgres/read-store.ts')).readFleetView(request, workspace);
}

/** Brings the tables up to date; `queue`: of pg-boss too, which asks for a newer Node. Safe to repeat, and by several at once. */
export async function migrateStore(
  request: StoreRequest,
): Promise<Migrated & { readonly queue: boolean }> {
  return (await import('./postgres/read-store.ts')).migrateStore(request);
}

export async function moveToPostgres(request: ToPostgresRequest): Promise<MoveReport> {
  return (await import('./postgres/move-records.ts')).moveToPostgres(request);
}

export async function moveToFiles(request: MoveRequest): Promise<MoveReport> {
  return (await import('./postgres/move-records.ts')).moveToFiles(request);
}

// How a database of records is, and what it is asked with.

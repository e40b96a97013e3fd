/**
 * Takes the records of a state folder to PostgreSQL and back. `store.json` says which of the two counts, and is written between
 * the steps so that a move that is cut off anywhere can be repeated:
 *
 * to the database: `entering` · copy and commit · `there` · remove the files
 * to files: write the files · `leaving` · compare and delete the rows · no `store.json`
 */
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { makeFolder } from '../../platform/files.ts';
import { newUuid } from '../../platform/ids.ts';
import { withLock } from '../../platform/lock.ts';
import { fileLocks } from '../files/file-locks.ts';
import { fileRunStore } from '../files/file-run-store.ts';
import { removeRecordFiles } from '../files/record-files.ts';
import { runIndex } from '../files/run-index.ts';
import { machinePaths } from '../machine-paths.ts';
import { readStoreChoice, writeStoreChoice, type StoreChoice } from '../store-choice.ts';
import type { Locks } from '../stores.ts';
import { openDatabase, type Database } from './database.ts';
import { requireSchema } from './migrate.ts';
import type { MoveCounts } from './move-counts.ts';
import { copyToFiles, dropRows } from './move-to-files.ts';
import { moveToRows, type MovedWorkspace } from './move-to-rows.ts';
import { rowLocks } from './row-locks.ts';
import type { RunHome } from './run-row.ts';

export interface MoveRequest {
  readonly location: RunHome;
  readonly clock: Clock;
  readonly env: Environment;
}

export interface MoveReport {
  /** `moved`: the records are there now. `joined`: the database had them already. `there`: they were there. */
  readonly kind: 'moved' | 'joined' | 'there';
  /** By kind. */
  readonly counts: MoveCounts;
}

export interface ToPostgresRequest extends MoveRequest {
  readonly variable: string;
  readonly workspace: MovedWorkspace;
  readonly host: string;
}

export function moveToPostgres(request: ToPostgresRequest): Promise<MoveReport> {
  return alone(request, () => toPostgres(request));
}

export function moveToFiles(request: MoveRequest): Promise<MoveReport> {
  return alone(request, () => toFiles(request));
}

/** One move of a state folder at a time: another one is refused. */
async function alone<Result>(
  { location: { stateDir }, clock }: MoveRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  await makeFolder(stateDir, 0o700);
  const path = `${machinePaths(stateDir).storeChoice}.lock`;
  return withLock({ path, clock, waitMs: 0 }, work);
}

async function toPostgres(request: ToPostgresRequest): Promise<MoveReport> {
  const { location, clock, env, variable, workspace, host } = request;
  const { stateDir } = location;
  const before = await finishLeaving(request);
  if (before?.state === 'there') {
    // What a move that was cut off did not come to.
    await removeRecordFiles(stateDir);
    return { kind: 'there', counts: {} };
  }
  const choice = { variable, workspace: workspace.id, place: before?.place ?? newUuid() };
  return withDatabase({ env, variable, clock }, async (database) => {
    await requireSchema(database);
    await writeStoreChoice(stateDir, { ...choice, state: 'entering' });
    const place = { id: choice.place, host };
    const local = fileRunStore(stateDir, runIndex(stateDir, clock));
    const { joined, counts } = await underAll(fileLocks(stateDir, clock), () =>
      moveToRows({ database, stateDir, workspace, place, local }),
    ).catch(async (thrown: unknown) => {
      // Without a trace, unless the answer to the commit was lost: where that cannot be told, it may be there.
      const isThere = await isKnown(database, choice).catch(() => true);
      if (before === null && !isThere) await writeStoreChoice(stateDir, null);
      throw thrown;
    });
    await writeStoreChoice(stateDir, { ...choice, state: 'there' });
    await removeRecordFiles(stateDir);
    return { kind: joined ? 'joined' : 'moved', counts };
  });
}

async function toFiles(request: MoveRequest): Promise<MoveReport> {
  const { location, clock, env } = request;
  const { stateDir } = location;
  const choice = await finishLeaving(request);
  if (choice === null || choice.state === 'entering') return { kind: 'there', counts: {} };
  const { variable, workspace, place } = choice;
  return withDatabase({ env, variable, clock }, async (database) => {
    await requireSchema(database);
    const move = { database, home: location, workspace, place };
    const counts = await underAll(rowLocks({ database, workspace }), async () => {
      const copied = await copyToFiles(move);
      await writeStoreChoice(stateDir, { ...choice, state: 'leaving' });
      await dropRows(move, copied.stamp);
      return copied.counts;
    });
    await writeStoreChoice(stateDir, null);
    return { kind: 'moved', counts };
  });
}

/** A move to files that was cut off after the rows had gone is over; before that it is begun again. */
async function finishLeaving(request: MoveRequest): Promise<StoreChoice | null> {
  const { clock, env } = request;
  const { stateDir } = request.location;
  const choice = await readStoreChoice(stateDir);
  if (choice?.state !== 'leaving') return choice;
  const isThere = await withDatabase({ env, variable: choice.variable, clock }, (database) =>
    isKnown(database, choice),
  );
  const now: StoreChoice | null = isThere ? { ...choice, state: 'there' } : null;
  await writeStoreChoice(stateDir, now);
  return now;
}

async function isKnown(
  database: Database,
  { workspace, place }: Pick<StoreChoice, 'workspace' | 'place'>,
): Promise<boolean> {
  const rows = await database.read(
    'select id from roundsman.places where workspace = $1 and id = $2',
    [workspace, place],
  );
  return rows.length > 0;
}

async function withDatabase<Result>(
  request: Parameters<typeof openDatabase>[0],
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(request);
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Whatever changes records holds one of them. */
function underAll<Result>(
  { admission, ledger, messages, tracker, usage }: Locks,
  work: () => Promise<Result>,
): Promise<Result> {
  return admission(() => ledger(() => messages(() => tracker(() => usage(work)))));
}

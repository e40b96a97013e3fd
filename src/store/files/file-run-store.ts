/** Runs as folders: `spec.json` written once at admission, `state.json` by the run's supervisor. */
import { type Clock, systemClock } from '../../platform/clock.ts';
import { listFolder, readTextIfThere } from '../../platform/files.ts';
import { versionOf } from '../../platform/many-files.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import type { CorruptRecord, CorruptRun, RunStore, StoredRun, ViewFilter } from '../ports.ts';
import { createRunFolder, readRunFolder } from '../run-folder/read-run-folder.ts';
import { runFilePath } from '../run-folder/run-files.ts';
import { workspacePaths } from '../state-paths.ts';
import type { OlderRun, RunIndex } from './run-index.ts';

// Ids of the runs that have folders, newest first. A folder in which no name changed is not listed again.

interface Listed {
  readonly ids: readonly RunId[];
  readonly changedMs: number;
  readonly lookedAtMs: number;
}

/** Two changes within this are perhaps not told apart by the folder's time. */
const RACY_MS = 2_000;

/** @param clock the machine's, by which folders are stamped */
export function runIds(folder: string, clock: Clock): () => Promise<readonly RunId[]> {
  let last: Listed | null = null;
  return async () => {
    const lookedAtMs = clock.now().getTime();
    // Where that cannot be told, listing says why, or that there are none.
    const version = await versionOf(folder).catch(() => null);
    const changedMs = version?.changedMs ?? null;
    if (last !== null && last.changedMs === changedMs && last.lookedAtMs - changedMs > RACY_MS)
      return last.ids;
    const ids = (await listFolder(folder)).filter((name) => isRunId(name)).toReversed();
    last = changedMs === null ? null : { ids, changedMs, lookedAtMs };
    return ids;
  };
}

export function fileRunStore(stateDir: string, index: RunIndex): RunStore {
  const listIds = runIds(workspacePaths(stateDir).runs, systemClock);
  const place = { stateDir, index, listIds };
  return {
    create: (spec) => createRunFolder(stateDir, spec),
    read: async (id) => {
      const read = await readRunFolder(stateDir, id);
      return read.kind === 'run' ? read.run : null;
    },
    list: (filter) => listRuns(place, filter ?? {}),
    listViews: (filter) => listViews(place, filter ?? {}),
    listIds,
    listUnfinished: async () => (await survey(place)).unfinished,
    survey: () => survey(place),
    readFile: (id, name) => readTextIfThere(runFilePath(stateDir, id, name)),
  };
}

type Filter = { readonly routine?: string; readonly limit?: number };

interface Place {
  readonly stateDir: string;
  readonly index: RunIndex;
  readonly listIds: () => Promise<readonly RunId[]>;
}

async function listRuns(
  { stateDir, listIds }: Place,
  filter: Filter,
): Promise<Awaited<ReturnType<RunStore['list']>>> {
  const runs: StoredRun[] = [];
  const corrupt: CorruptRecord[] = [];
  for (const id of await listIds()) {
    if (runs.length >= (filter.limit ?? Infinity)) break;
    const read = await readRunFolder(stateDir, id);
    if (read.kind === 'corrupt' || read.kind === 'unreadable') corrupt.push(read.record);
    if (read.kind !== 'run') continue;
    if (filter.routine === undefined || read.run.spec.routine.id === filter.routine)
      runs.push(read.run);
  }
  return { runs, corrupt };
}

/** From the index where it has them, from the files where not; ended runs found that way are put into it. */
async function listViews(
  { stateDir, index, listIds }: Place,
  filter: ViewFilter,
): Promise<Awaited<ReturnType<RunStore['listViews']>>> {
  const ids = await listIds();
  const known = viewsOf(ids, await index.read());
  const isWanted = await wantedOlder(index, ids, filter);
  const older = index.findOlder();
  const views: RunView[] = [];
  const corrupt: CorruptRecord[] = [];
  const learnt: RunView[] = [];
  for (const [at, id] of ids.entries()) {
    if (views.length >= (filter.limit ?? Infinity)) break;
    if (!isWanted(at)) continue;
    const found = known[at] ?? older(id);
    let view = found instanceof Promise ? await found : found;
    if (view === undefined) {
      const read = await readRunFolder(stateDir, id);
      if (read.kind === 'corrupt' || read.kind === 'unreadable') corrupt.push(read.record);
      if (read.kind !== 'run') continue;
      view = toRunView(read.run);
      if (view.state === 'ended') learnt.push(view);
    }
    if (view.part !== null && filter.parts !== true) continue;
    if (filter.only?.(view) === false) continue;
    if (filter.routine === undefined || view.routine === filter.routine) views.push(view);
  }
  if (learnt.length > 0) await index.add(learnt);
  return { views, corrupt };
}

/** Asked by a place among the ids. False: what is known of the run, without opening it, is not what is asked for. */
async function wantedOlder(
  index: RunIndex,
  ids: readonly RunId[],
  { only, routine }: ViewFilter,
): Promise<(at: number) => boolean> {
  if (only === undefined && routine === undefined) return () => true;
  const found = olderOf(ids, await index.older());
  return (at) => {
    const one = found[at];
    if (one === undefined) return true;
    return (routine === undefined || one.routine === routine) && only?.(one) !== false;
  };
}

type LookUp<Known> = (
  ids: readonly RunId[],
  known: ReadonlyMap<RunId, Known>,
) => readonly (Known | undefined)[];

/** What is known of each, in their order. Between two changes both stay the same objects: then they are looked up once. */
function lookUps<Known>(): LookUp<Known> {
  const before = new WeakMap<
    readonly RunId[],
    { readonly known: unknown; readonly found: ReturnType<LookUp<Known>> }
  >();
  return (ids, known) => {
    const last = before.get(ids);
    if (last?.known === known) return last.found;
    const found = ids.map((id) => known.get(id));
    before.set(ids, { known, found });
    return found;
  };
}

const viewsOf = lookUps<RunView>();
const olderOf = lookUps<OlderRun>();

/** So many folders are opened sooner than a file is read or written that saves it. */
const SOME = 100;

async function survey({
  stateDir,
  index,
  listIds,
}: Place): Promise<Awaited<ReturnType<RunStore['survey']>>> {
  const ids = await listIds();
  const known = viewsOf(ids, await index.read());
  const count = known.filter((view) => view === undefined).length;
  const older = count > SOME ? olderOf(ids, await index.older()) : [];
  const unfinished: StoredRun[] = [];
  const corrupt: CorruptRun[] = [];
  const learnt: RunView[] = [];
  for (const [at, id] of ids.entries()) {
    if (known[at] !== undefined || older[at] !== undefined) continue;
    const read = await readRunFolder(stateDir, id);
    if (read.kind === 'corrupt') corrupt.push({ id, ...read.record });
    if (read.kind !== 'run') continue;
    if (read.run.record?.phase.kind === 'ended') learnt.push(toRunView(read.run));
    else unfinished.push(read.run);
  }
  if (learnt.length > SOME) await index.add(learnt);
  const oldest = ids.at(-1);
  if (older.length > 0 && oldest !== undefined) await index.forget(oldest);
  return { unfinished, corrupt };
}

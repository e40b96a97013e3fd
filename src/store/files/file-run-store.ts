/** Runs as folders: `spec.json` written once at admission, `state.json` by the run's supervisor. */
import { systemClock } from '../../platform/clock.ts';
import type { RunId } from '../../words/ids.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import type { CorruptRecord, CorruptRun, RunStore, StoredRun, ViewFilter } from '../ports.ts';
import { createRunFolder } from '../run-folder/create-run-folder.ts';
import { readRunFolder } from '../run-folder/read-run-folder.ts';
import { workspacePaths } from '../state-paths.ts';
import type { OlderRun, OlderRuns } from './older-runs.ts';
import { runIds } from './run-ids.ts';
import type { RunIndex } from './run-index.ts';

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

/** So many folders are opened sooner than a file is read or written that saves it. */
const SOME = 100;
const NONE: OlderRuns = new Map();

/** From the index where it has them, from the files where not; ended runs found that way are put into it. */
async function listViews(
  { stateDir, index, listIds }: Place,
  filter: ViewFilter,
): Promise<Awaited<ReturnType<RunStore['listViews']>>> {
  const { only = () => true } = filter;
  const fits = ({ routine, isPart }: Pick<OlderRun, 'routine' | 'isPart'>): boolean =>
    (!isPart || filter.parts === true) &&
    (filter.routine === undefined || routine === filter.routine);
  const [known, ids] = await Promise.all([index.read(), listIds()]);
  const older = ids.length - known.size > SOME ? await index.older() : NONE;
  const views: RunView[] = [];
  const corrupt: CorruptRecord[] = [];
  const learnt: RunView[] = [];
  for (const id of ids) {
    if (views.length >= (filter.limit ?? Infinity)) break;
    const row = older.get(id);
    if (row !== undefined && !(fits(row) && only({ id, ...row }))) continue;
    let view = known.get(id);
    if (view === undefined) {
      const read = await readRunFolder(stateDir, id);
      if (read.kind === 'corrupt' || read.kind === 'unreadable') corrupt.push(read.record);
      if (read.kind !== 'run') continue;
      view = toRunView(read.run);
      if (view.state === 'ended' && row === undefined) learnt.push(view);
    }
    if (fits({ routine: view.routine, isPart: view.part !== null }) && only(view)) views.push(view);
  }
  if (learnt.length > 0) await index.add(learnt);
  return { views, corrupt };
}

async function survey({
  stateDir,
  index,
  listIds,
}: Place): Promise<Awaited<ReturnType<RunStore['survey']>>> {
  const known = await index.read();
  const left = (await listIds()).filter((id) => !known.has(id));
  const older = left.length > SOME ? await index.older() : NONE;
  const unfinished: StoredRun[] = [];
  const corrupt: CorruptRun[] = [];
  const learnt: RunView[] = [];
  for (const id of left) {
    if (older.has(id)) continue;
    const read = await readRunFolder(stateDir, id);
    if (read.kind === 'corrupt') corrupt.push({ id, ...read.record });
    if (read.kind !== 'run') continue;
    if (read.run.record?.phase.kind === 'ended') learnt.push(toRunView(read.run));
    else unfinished.push(read.run);
  }
  if (learnt.length > SOME) await index.add(learnt);
  return { unfinished, corrupt };
}

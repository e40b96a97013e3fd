/**
 * Runs of several machines. The folder of a run is the truth on the machine that it is on, for its supervisor writes there
 * and loads no driver; whoever reads runs on that machine copies what changed into rows. Other machines read those.
 *
 * **Invariant:** a run has its row before it has its folder, so that no two machines make the same run.
 */
import type { Buffer } from 'node:buffer';

import { tryParseJson } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import { isRunId, type RunId, isBranchName, isCommitSha } from '../../words/ids.ts';
import { restPhase } from '../../words/rest.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import { toRunView } from '../../words/run-view.ts';
import type { Fleet, Travel, TravellingBranch } from '../dispatch-port.ts';
import type { RunStore, StoredRun, ViewFilter } from '../ports.ts';
import type { RunFileName } from '../run-folder/run-files.ts';
import { readRunSpec } from '../run-folder/run-guards.ts';
import type { RowsOf } from './row-texts.ts';
import { runMirror } from './run-mirror.ts';
import { runIn, specText, type RunHome, type RunRow } from './run-row.ts';

export interface RunPlace extends RowsOf {
  readonly home: RunHome;
  /** Id of the state folder. */
  readonly place: string;
  /** Runs that have folders here. */
  readonly local: RunStore;
}

export function rowRuns(runs: RunPlace): RunStore {
  const { local } = runs;
  const mirror = runMirror({ ...runs, stateDir: runs.home.stateDir });
  const mirrored = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    await mirror();
    return read();
  };
  return {
    create: (spec) => createRun(runs, spec),
    read: async (id) => (await local.read(id)) ?? (await readElsewhere(runs, id)),
    list: (filter = {}) => mirrored(() => listRuns(runs, filter)),
    listViews: (filter = {}) => mirrored(() => listViews(runs, filter)),
    listIds: () => mirrored(() => listIds(runs)),
    listUnfinished: () =>
      mirrored(async () => {
        const here = await local.listUnfinished();
        const others = await unfinishedElsewhere(runs);
        return [...here, ...others].toSorted((a, b) => newestFirst(a.spec, b.spec));
      }),
    // What is to be done about a run is done where it is.
    survey: () => mirrored(() => local.survey()),
    readFile: async (id, name) =>
      (await local.readFile(id, name)) ?? (await readFileElsewhere(runs, id, name)),
  };
}

async function createRun(runs: RunPlace, spec: RunSpec): Promise<void> {
  const { database, workspace, place, local } = runs;
  const made = await database.write(
    `insert into roundsman.runs as r (workspace, id, place, is_ended, spec)
     values ($1, $2, $3, false, $4)
     on conflict (workspace, id) do update set spec = excluded.spec where r.place = $3
     returning id`,
    [workspace, spec.id, place, specText(spec)],
  );
  if (made.length === 0)
    throw new AppError('refused', {
      code: 'run-elsewhere',
      message: `the run ${spec.id} was made on another machine`,
      hint: '',
    });
  try {
    await local.create(spec);
  } catch (thrown) {
    await database
      .write('delete from roundsman.runs where workspace = $1 and id = $2', [workspace, spec.id])
      .catch(() => []);
    throw thrown;
  }
}

const COLUMNS = 'select id, place, spec, record from roundsman.runs';

async function readElsewhere(
  { database, workspace, place, home }: RunPlace,
  id: RunId,
): Promise<StoredRun | null> {
  const rows = await database.read<RunRow>(
    `${COLUMNS} where workspace = $1 and id = $2 and place <> $3`,
    [workspace, id, place],
  );
  return rows.flatMap((row) => runIn(row, home))[0] ?? null;
}

async function readFileElsewhere(
  { database, workspace, place }: RunPlace,
  id: RunId,
  name: RunFileName,
): Promise<string | null> {
  const rows = await database.read<{ body: Buffer }>(
    `select body from roundsman.run_files f join roundsman.runs r on r.workspace = f.workspace and r.id = f.run
     where f.workspace = $1 and f.run = $2 and f.name = $3 and r.place <> $4`,
    [workspace, id, name, place],
  );
  return rows[0]?.body.toString('utf8') ?? null;
}

/** At work, as their machines told last. What rests is waited for there. */
async function unfinishedElsewhere({
  database,
  workspace,
  place,
  home,
}: RunPlace): Promise<readonly StoredRun[]> {
  const rows = await database.read<RunRow>(
    `${COLUMNS} where workspace = $1 and place <> $2 and not is_ended`,
    [workspace, place],
  );
  return rows.flatMap((row) => runIn(row, home)).filter(({ record }) => restPhase(record) === null);
}

async function listIds({ database, workspace, place, local }: RunPlace): Promise<readonly RunId[]> {
  const rows = await database.read<{ id: string }>(
    'select id from roundsman.runs where workspace = $1 and place <> $2',
    [workspace, place],
  );
  const here = await local.listIds();
  if (rows.length === 0) return here;
  const ids = new Set([...here, ...rows.flatMap(({ id }) => (isRunId(id) ? [id] : []))]);
  return [...ids].toSorted((a, b) => (a < b ? 1 : -1));
}

async function listRuns(
  runs: RunPlace,
  filter: NonNullable<Parameters<RunStore['list']>[0]>,
): ReturnType<RunStore['list']> {
  const { routine, limit = Infinity } = filter;
  const here = await runs.local.list(filter);
  const others = await elsewhere(runs, {
    limit,
    pick: (run) => (routine === undefined || run.spec.routine.id === routine ? [run] : []),
  });
  if (others.length === 0) return here;
  const all = [...here.runs, ...others].toSorted((a, b) => newestFirst(a.spec, b.spec));
  return { ...here, runs: all.slice(0, filter.limit) };
}

async function listViews(runs: RunPlace, filter: ViewFilter): ReturnType<RunStore['listViews']> {
  const { routine, limit = Infinity, parts = false, only = () => true } = filter;
  const here = await runs.local.listViews(filter);
  const others = await elsewhere(runs, {
    limit,
    pick: (run) => {
      const view = toRunView(run);
      const isWanted = (view.part === null || parts) && only(view);
      return isWanted && (routine === undefined || view.routine === routine) ? [view] : [];
    },
  });
  if (others.length === 0) return here;
  return {
    ...here,
    views: [...here.views, ...others].toSorted(newestFirst).slice(0, filter.limit),
  };
}

const AT_ONCE = 200;

interface Picked<Value> {
  readonly limit: number;
  readonly pick: (run: StoredRun) => readonly Value[];
}

/** Newest first. */
async function elsewhere<Value>(
  { database, workspace, place, home }: RunPlace,
  { limit, pick }: Picked<Value>,
): Promise<readonly Value[]> {
  const picked: Value[] = [];
  for (let before: string | null = null; picked.length < limit;) {
    const rows: readonly RunRow[] = await database.read<RunRow>(
      `${COLUMNS} where workspace = $1 and place <> $2 and ($3::text is null or id < $3)
       order by id desc limit ${AT_ONCE}`,
      [workspace, place, before],
    );
    picked.push(...rows.flatMap((row) => runIn(row, home)).flatMap(pick));
    if (rows.length < AT_ONCE) break;
    before = rows.at(-1)?.id ?? null;
  }
  return picked.slice(0, Number.isFinite(limit) ? limit : undefined);
}

function newestFirst(a: { readonly id: RunId }, b: { readonly id: RunId }): number {
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

// Where runs are, and which branches travel: columns of `runs`.
interface TravelRow {
  readonly id: string;
  readonly spec: string;
  readonly branch: string;
  readonly head: string;
  readonly travel: string;
  readonly why: string | null;
  readonly tried: Date | null;
  readonly place: string;
  readonly host: string | null;
}

export function rowFleet({
  database,
  workspace,
  place,
}: RowsOf & { readonly place: string }): Fleet {
  return {
    place,
    whereIs: async (id) => {
      const [row] = await database.read<{ host: string | null; told: Date }>(
        `select p.host, r.told_at as told from roundsman.runs r
         left join roundsman.places p on p.workspace = r.workspace and p.id = r.place
         where r.workspace = $1 and r.id = $2 and r.place <> $3`,
        [workspace, id, place],
      );
      return row === undefined
        ? null
        : { host: row.host ?? 'another machine', toldAt: row.told.toISOString() };
    },
    branches: async () => {
      const rows = await database.read<TravelRow>(
        `select r.id, r.spec, r.branch, r.head, r.travel, r.why, r.tried_at as tried, r.place, p.host
         from roundsman.runs r
         left join roundsman.places p on p.workspace = r.workspace and p.id = r.place
         where r.workspace = $1 and r.travel is not null order by r.id`,
        [workspace],
      );
      return rows.flatMap(branchIn);
    },
    note: async ({ run, branch, head = '' }, travel) => {
      const isKept = travel?.kind === 'kept';
      await database.write(
        `update roundsman.runs
         set travel = $4, why = $5, tried_at = $6, branch = $3, head = coalesce(nullif($7, ''), head)
         where workspace = $1 and id = $2 and (branch is null or branch = $3)`,
        [
          workspace,
          run,
          branch,
          travel?.kind ?? null,
          isKept ? travel.why : null,
          isKept ? new Date(travel.triedAt) : null,
          head,
        ],
      );
    },
  };
}

function branchIn(row: TravelRow): readonly TravellingBranch[] {
  const { id, branch, head, place, host } = row;
  const spec = readRunSpec(tryParseJson(row.spec));
  const travel = travelIn(row);
  if (spec === null || travel === null) return [];
  if (!isRunId(id) || !isBranchName(branch) || !isCommitSha(head)) return [];
  const { attempt } = spec;
  return [{ run: id, attempt, branch, head, travel, place, host: host ?? 'another machine' }];
}

function travelIn({ travel, why, tried }: TravelRow): Travel | null {
  if (travel === 'due' || travel === 'pushed') return { kind: travel };
  if (travel !== 'kept') return null;
  return { kind: travel, why: why ?? '', triedAt: (tried ?? new Date(0)).toISOString() };
}

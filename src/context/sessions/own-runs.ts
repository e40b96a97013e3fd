/** Our runs as they stand in a list of sessions: those that have not ended, and those of the time that is asked for. */
import { sessionEngines } from '../../engines/registry.ts';
import { inspectPaths, resolveLinks } from '../../platform/files.ts';
import { forAll } from '../../platform/many-files.ts';
import type { RunStore, StoredRun, WantedRun } from '../../store/ports.ts';
import { pathsOfRun, type RunPaths } from '../../store/run-folder/run-paths.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import type { SessionEngine } from '../../words/session.ts';
import { leadsParts } from '../../words/variants/parts.ts';

export interface OwnRun {
  readonly run: StoredRun;
  readonly view: RunView;
  readonly paths: RunPaths;
  /** Where its agent works, links resolved; gone for most that have ended. */
  readonly worktree: string;
  /** Where its engines keep their sessions; `null`: that is not there any more, or they keep none. */
  readonly home: string | null;
  /** Whose sessions may be there. */
  readonly engines: readonly SessionEngine[];
}

export interface OwnRunsRequest {
  readonly runs: RunStore;
  readonly stateDir: string;
  /** Epoch milliseconds; `null` = all. */
  readonly since: number | null;
}

/** Newest first. What leads others has no agent of its own, and what is queued has none yet. */
export async function ownRuns(request: OwnRunsRequest): Promise<readonly OwnRun[]> {
  const { runs, stateDir, since } = request;
  const { views } = await runs.listViews({ parts: true, only: (run) => isOfTime(run, since) });
  const wanted = views.filter((view) => isWanted(view, since));
  const read = await forAll(wanted, ({ id }) => runs.read(id));
  const stored = read.flatMap((run) => (run === null || leadsParts(run.spec) ? [] : [run]));
  return forAll(stored, (run) => ownRun(stateDir, run));
}

function isWanted(view: RunView, since: number | null): boolean {
  return view.state !== 'queued' && (view.state !== 'ended' || isOfTime(view, since));
}

function isOfTime({ endedAt }: WantedRun, since: number | null): boolean {
  return endedAt === null || since === null || Date.parse(endedAt) >= since;
}

async function ownRun(stateDir: string, run: StoredRun): Promise<OwnRun> {
  const paths = pathsOfRun(stateDir, run.spec);
  const [facts = null] = inspectPaths([paths.agentHome]);
  return {
    run,
    view: toRunView(run),
    paths,
    worktree: (await resolveLinks(paths.worktree).catch(() => null)) ?? paths.worktree,
    home: facts?.kind === 'folder' ? paths.agentHome : null,
    engines: enginesOf(run),
  };
}

function enginesOf({ spec, record }: StoredRun): readonly SessionEngine[] {
  const named = new Set<string>([
    spec.routine.agent.engine,
    ...(record?.session ? [record.session.engine] : []),
    ...(record?.earlier.map(({ engine }) => engine) ?? []),
    ...(record?.attempt?.engines.slice(0, 1) ?? []),
  ]);
  return sessionEngines().filter((engine) => engine !== 'roundsman' && named.has(engine));
}

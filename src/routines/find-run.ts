import type { WaitingRun } from '../store/dispatch-port.ts';
import { AppError } from '../words/errors.ts';
import { isRoutineId, isRunId, shortIdOf, type RunId, idKindOf, isItemKey } from '../words/ids.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { matchId, resolveId } from '../workspace/resolve-id.ts';
import { routineFileNames } from './catalog-cache.ts';

/**
 * The run that a person means: a whole id, a shortened one, a routine (its newest run), or what belongs to a run: its
 * branch, the file of its report, an item, a finding or a request. Nothing given, or `last`, is the newest run of all.
 * `not-found` otherwise; `refused` / `run-waits` when it waits for a worker and has not begun.
 */
export async function findRun(workspace: Workspace, text: string | null): Promise<RunView> {
  const found = await findRunOrWaiting(workspace, text);
  if (found.kind === 'run') return found.run;
  throw notBegun(found.waiting);
}

export type FoundRun =
  | { readonly kind: 'run'; readonly run: RunView }
  | { readonly kind: 'waiting'; readonly waiting: WaitingRun };

/** The same, also of runs that no worker has taken yet: by their id, a part of it, or a routine none of whose runs has begun. */
export async function findRunOrWaiting(
  workspace: Workspace,
  text: string | null,
): Promise<FoundRun> {
  if (text === null) return { kind: 'run', run: await newestRun(workspace) };
  const run = await findBegun(workspace, text);
  if (run !== null) return { kind: 'run', run };
  const queued = (await workspace.dispatch?.queue.waiting()) ?? [];
  const ofRoutine = queued.findLast(({ routine }) => routine === text);
  if (ofRoutine !== undefined) return { kind: 'waiting', waiting: ofRoutine };
  if (await isDefined(workspace, text)) throw notRun(text);
  const ids = queued.map(({ run: one }) => one);
  // A part of a run's id has a digit in it, nearly always.
  const isName = isRoutineId(text) && !/\d/.test(text) && idKindOf(text) === null;
  if (isName && matchId(ids, text).kind === 'none') throw neither(text);
  const id = resolveId({ noun: 'run', ids, text, listedBy: 'roundsman runs' });
  const waiting = queued.find((one) => one.run === id);
  if (waiting === undefined) throw gone(id);
  return { kind: 'waiting', waiting };
}

/** `null`: nothing here is called that. */
async function findBegun(workspace: Workspace, text: string): Promise<RunView | null> {
  if (isRunId(text)) {
    const run = await workspace.runs.read(text);
    if (run !== null) return toRunView(run);
  }
  const { views } = await workspace.runs.listViews({ parts: true });
  const ofRoutine = isRoutineId(text)
    ? views.find((view) => view.routine === text && view.part === null)
    : undefined;
  if (ofRoutine !== undefined) return fresh(workspace, ofRoutine.id);
  const ids = views.map((view) => view.id);
  if (matchId(ids, text).kind === 'none') {
    if (await isDefined(workspace, text)) return null;
    if (text === 'last' || text === 'latest') return newestRun(workspace);
    const named = await runOfName(workspace, views, text);
    return named === null ? null : fresh(workspace, named);
  }
  const id = resolveId({
    noun: 'run',
    ids,
    text,
    listedBy: 'roundsman runs',
  });
  const found = views.find((view) => view.id === id);
  if (found === undefined) throw gone(id);
  return fresh(workspace, found.id);
}

/** Whether there is a file for a routine of that name, sound or not. */
export async function isDefined({ location }: Workspace, text: string): Promise<boolean> {
  return isRoutineId(text) && (await routineFileNames(location.root)).includes(`${text}.yaml`);
}

function neither(text: string): AppError {
  return new AppError('not-found', {
    code: 'run-unknown',
    message: `no run and no routine is called "${oneLine(text, 80)}"`,
    hint: 'See what there is: roundsman runs, roundsman list',
  });
}

function notBegun({ run, routine }: WaitingRun): AppError {
  const id = shortIdOf(run);
  return new AppError('refused', {
    code: 'run-waits',
    message: `run ${id} of ${routine} waits for a worker and has not begun`,
    hint: `See why: roundsman show ${id}`,
  });
}

function notRun(routine: string): AppError {
  return new AppError('not-found', {
    code: 'no-runs',
    message: `${routine} has not run yet`,
    hint: `Run it: roundsman run ${routine}`,
  });
}

async function newestRun(workspace: Workspace): Promise<RunView> {
  const { views } = await workspace.runs.listViews({ limit: 1 });
  const newest = views[0];
  if (newest !== undefined) return fresh(workspace, newest.id);
  throw new AppError('not-found', {
    code: 'no-runs',
    message: 'there are no runs here yet',
    hint: 'Start one: `roundsman run todo-sweep`.',
  });
}

/** The index may be a moment behind the run's own file. */
async function fresh(workspace: Workspace, id: RunId): Promise<RunView> {
  const run = await workspace.runs.read(id);
  if (run === null) throw gone(id);
  return toRunView(run);
}

function gone(id: string): AppError {
  return new AppError('not-found', {
    code: 'run-unknown',
    message: `run ${oneLine(id)} is not there any more`,
    hint: '`roundsman runs` lists the ones that are.',
  });
}

// A run by what belongs to it: its branch, the file of its report, a finding, a request or an item of it.

/** @param views newest first. `null`: it belongs to none, or to several */
export async function runOfName(
  workspace: Workspace,
  views: readonly RunView[],
  text: string,
): Promise<RunId | null> {
  switch (idKindOf(text)) {
    case 'finding':
      return runOfFinding(workspace, text);
    case 'item':
      return runOfItem(workspace, text.toUpperCase());
    case 'request':
      return runWithId(views, text.replace(/^p-/i, '').replace(/-\d+$/, ''));
    case null:
      return (
        runOfBranch(views, text) ?? runWithId(views, /-([0-9a-z]+)\.md$/.exec(text)?.[1] ?? '')
      );
    case 'decision':
    case 'knowledge':
    case 'branch group':
    case 'message':
      return null;
  }
}

/** The whole name, or the end of it from a slash on; several runs continued with one branch: the newest. */
function runOfBranch(views: readonly RunView[], text: string): RunId | null {
  const name = text.replace(/^refs\/heads\//, '');
  const found =
    views.find(({ branch }) => branch === name) ??
    views.find(({ branch }) => branch?.endsWith(`/${name}`) === true);
  return found?.id ?? null;
}

function runWithId(views: readonly RunView[], text: string): RunId | null {
  const match = matchId(
    views.map(({ id }) => id),
    text,
  );
  return match.kind === 'one' && isRunId(match.id) ? match.id : null;
}

async function runOfFinding({ findings }: Workspace, text: string): Promise<RunId | null> {
  const known = await findings.listAll();
  const match = matchId(
    known.map(({ id }) => id),
    text,
  );
  const found = match.kind === 'one' ? known.find(({ id }) => id === match.id) : undefined;
  return found?.runs.at(-1) ?? null;
}

async function runOfItem({ items }: Workspace, key: string): Promise<RunId | null> {
  const item = isItemKey(key) ? await items.read(key) : null;
  const linked = item?.links?.findLast(({ kind }) => kind === 'run')?.id ?? '';
  return isRunId(linked) ? linked : (item?.run ?? null);
}

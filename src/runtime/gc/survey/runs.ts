/** Folders of runs: their repositories one by one, their history as one, and what is not a run's at all. */
import { basename, join, dirname } from 'node:path';

import { gitIn } from '../../../git/git-call.ts';
import { listUnmergedBranches } from '../../../git/list-heads.ts';
import { resolveCommit } from '../../../git/resolve-commit.ts';
import { measureTree } from '../../../platform/disk.ts';
import { listFolder, inspectPath, readTextIfThere, resolveLinks } from '../../../platform/files.ts';
import { listProcessPlaces } from '../../../platform/process-tree.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import { formatDuration } from '../../../words/duration.ts';
import { isRunId, type RunId } from '../../../words/ids.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { archivePaths, listArchives } from '../../../worktrees/archive-record.ts';
import { remainsOf } from '../../../worktrees/clean-up.ts';
import type { Remains } from '../../../worktrees/remains.ts';
import { surveyRun, type SurveyedRun } from '../../../worktrees/survey-runs.ts';
import { JUST_NOW_MS, present, remainsAt, together, type SurveyRequest } from './parts.ts';

interface RunsFound {
  readonly remains: readonly Remains[];
  readonly runs: readonly SurveyedRun[];
}

export async function surveyRunFolders(request: SurveyRequest): Promise<RunsFound> {
  const { workspace, now } = request;
  const { stateDir } = workspace.location;
  const folder = machinePaths(stateDir).runs;
  const places = listProcessPlaces();
  const unmerged = await unmergedBranches(workspace);
  const runs: SurveyedRun[] = [];
  const repositories: Remains[] = [];
  const histories: Remains[] = [];
  const others: (Remains | null)[] = [];
  for (const name of await listFolder(folder)) {
    const path = join(folder, name);
    if (!isRunId(name)) {
      others.push(await foreign(path));
      continue;
    }
    const run = await surveyRun({ stateDir, places }, name);
    runs.push(run);
    const remains = remainsOf(withBranch(run, unmerged), now);
    if (remains !== null) repositories.push(remains);
    if (run.spec === null) others.push(await withoutSpec(run, now));
    else histories.push(await historyOf(run));
  }
  return { remains: [...repositories, ...present(others), ...together(histories, folder)], runs };
}

/** All of the folder that is not the repository. */
async function historyOf(run: SurveyedRun): Promise<Remains> {
  const whole = await measureTree(run.paths.folder);
  return {
    kind: 'record',
    at: run.paths.folder,
    bytes: Math.max(0, whole.bytes - (run.size?.bytes ?? 0)),
    files: Math.max(0, whole.files - (run.size?.files ?? 0)),
    since: run.spec?.admittedAt ?? '',
    owner: { routine: run.routine, run: run.id },
    facts: { kind: 'needed', why: 'records, reports and logs of runs stay' },
  };
}

/** A process made the folder and died before it wrote anything, or is about to write. */
async function withoutSpec(run: SurveyedRun, now: Date): Promise<Remains | null> {
  const { folder } = run.paths;
  const isEmpty = (await listFolder(folder)).length === 0;
  return remainsAt('empty-folder', folder, (changedMs) => {
    if (!isEmpty) return { kind: 'doubtful', why: 'there is no record of the run it was made for' };
    const until = new Date(changedMs + JUST_NOW_MS);
    return until > now
      ? { kind: 'ages', until: until.toISOString(), why: 'it was only just made', early: false }
      : { kind: 'left', why: 'its run never began' };
  });
}

function foreign(path: string): Promise<Remains | null> {
  const aside = basename(path).includes('.unreadable.');
  const why = aside ? 'it could not be read, and was set aside' : 'it was not made by Roundsman';
  return remainsAt(aside ? 'set-aside' : 'empty-folder', path, {
    kind: aside ? 'asked' : 'doubtful',
    why,
  });
}

function withBranch(run: SurveyedRun, unmerged: ReadonlySet<string>): SurveyedRun {
  const branch = run.record?.progress.branch ?? null;
  if (run.facts === null || branch === null || !unmerged.has(branch)) return run;
  return { ...run, facts: { ...run.facts, unmerged: branch } };
}

/** Of the runs' branches those that the default branch does not hold yet; none where there is no commit. */
async function unmergedBranches({ location, gitEnv }: Workspace): Promise<ReadonlySet<string>> {
  const context = { cwd: location.root, env: gitEnv };
  const base = await resolveCommit(gitIn(context), 'HEAD');
  if (base === null) return new Set();
  const tips = await listUnmergedBranches({ prefix: 'roundsman', base }, context);
  return new Set(tips.map(({ branch }) => branch));
}

// Our folders under the user's `.git/worktrees` whose worktree is gone. Others' are not even looked into.
export async function surveyLinkedWorktrees({
  workspace,
}: SurveyRequest): Promise<readonly Remains[]> {
  const { gitDir, stateDir } = workspace.location;
  const parent = join(gitDir, 'worktrees');
  const found: (Remains | null)[] = [];
  for (const name of await listFolder(parent)) {
    const admin = join(parent, name);
    const worktree = dirname(((await readTextIfThere(join(admin, 'gitdir'))) ?? '').trim());
    const run = await runOf(stateDir, worktree);
    if (run === null) continue;
    const there = (await inspectPath(worktree)) !== null;
    // Its worktree is elsewhere then, and git can still be told where.
    const aside = (await inspectPath(join(machinePaths(stateDir).quarantine, run))) !== null;
    const one = await remainsAt(
      'linked-worktree',
      admin,
      there || aside
        ? { kind: 'needed', why: aside ? 'its run was set aside' : 'its worktree is kept' }
        : { kind: 'left', why: 'the worktree that it stands for is gone' },
    );
    found.push(one === null ? null : { ...one, owner: { routine: null, run } });
  }
  return present(found);
}

/** Whose it is, by where it points; `null`: not ours. */
async function runOf(stateDir: string, worktree: string): Promise<RunId | null> {
  const folder = dirname(worktree);
  const runs = await resolveLinks(machinePaths(stateDir).runs);
  const parent = await resolveLinks(dirname(folder));
  const id = folder.slice(folder.lastIndexOf('/') + 1);
  return runs !== null && parent === runs && isRunId(id) ? id : null;
}

// Work that was put away before it was discarded.
interface ArchivesFound {
  readonly remains: readonly Remains[];
  /** Whose pins have to stay. */
  readonly runs: ReadonlySet<RunId>;
}

export async function surveyArchives({
  workspace,
  now,
  archivesMs,
}: SurveyRequest & { readonly archivesMs: number }): Promise<ArchivesFound> {
  const { stateDir } = workspace.location;
  const { records, unreadable } = await listArchives(stateDir);
  const found: (Remains | null)[] = [];
  const runs = new Set<RunId>();
  for (const { run, routine, at } of records) {
    runs.add(run);
    const { bundle, record } = archivePaths(stateDir, run);
    const until = new Date(Date.parse(at) + archivesMs).toISOString();
    const why = `archives are kept for ${formatDuration(archivesMs)} (keep.archives)`;
    const facts = { kind: 'ages', until, why, early: false } as const;
    const one =
      (await remainsAt('archive', bundle, facts)) ?? (await remainsAt('archive', record, facts));
    if (one !== null) found.push({ ...one, since: at, owner: { routine, run } });
  }
  for (const path of unreadable)
    found.push(
      await remainsAt('archive', path, { kind: 'doubtful', why: 'its record cannot be read' }),
    );
  for (const name of await listFolder(machinePaths(stateDir).archives)) {
    const id = basename(name, name.endsWith('.git') ? '.git' : '.bundle');
    if (name.endsWith('.json') || !isRunId(id) || runs.has(id)) continue;
    found.push(await unfinished(join(machinePaths(stateDir).archives, name), now));
  }
  return { remains: present(found), runs };
}

/** Its record is written last: until then what was to be discarded is still there. */
function unfinished(path: string, now: Date): Promise<Remains | null> {
  return remainsAt('half-written', path, (changedMs) => {
    const until = new Date(changedMs + JUST_NOW_MS);
    return until > now
      ? { kind: 'ages', until: until.toISOString(), why: 'it may be being made', early: false }
      : { kind: 'left', why: 'left by a process that died' };
  });
}

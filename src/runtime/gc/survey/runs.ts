/** Folders of runs: their repositories one by one, their history as one, and what is not a run's at all. */
import { basename, join } from 'node:path';

import { gitIn } from '../../../git/git-call.ts';
import { listUnmergedBranches } from '../../../git/list-unmerged-branches.ts';
import { resolveCommit } from '../../../git/resolve-commit.ts';
import { listFolder } from '../../../platform/files.ts';
import { measureTree } from '../../../platform/measure-tree.ts';
import { listProcessPlaces } from '../../../platform/process-places.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import { isRunId } from '../../../words/ids.ts';
import type { Workspace } from '../../../workspace/contract.ts';
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

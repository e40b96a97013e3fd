/** Resolves what a person typed to one branch, of a run or not. */
import { mergeBase } from '../git/ancestry.ts';
import { gitIn } from '../git/git-call.ts';
import { listHeads } from '../git/list-heads.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import type { GitContext } from '../git/run-git.ts';
import { AppError } from '../words/errors.ts';
import { idKindOf, isRunId, shortIdOf, type CommitSha } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { findOneBranch } from './find-reviewed.ts';

export interface NamedBranch {
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly tip: CommitSha;
  /** That made it; `null`: none of ours. */
  readonly run: RunView | null;
  /** Of all runs, newest first, parts among them. */
  readonly views: readonly RunView[];
}

/** As typed: its whole name, the end of it, a run, or a set of one. Throws `not-found` for none and for several. */
export async function namedBranch(workspace: Workspace, typed: string): Promise<NamedBranch> {
  const isSet = idKindOf(typed) === 'branch group';
  const what = isSet ? (await findOneBranch(workspace, typed)).branch : typed;
  const [heads, { views }] = await Promise.all([
    listHeads([], { cwd: workspace.location.gitDir, env: workspace.gitEnv }),
    workspace.runs.listViews({ parts: true }),
  ]);
  const wanted = what.replace(/^refs\/heads\//, '');
  const found = heads.has(wanted)
    ? [wanted]
    : (newestOfRoutine(heads, views, wanted) ?? matching([...heads.keys()], views, wanted));
  const [branch, ...others] = found;
  const tip = branch === undefined ? undefined : heads.get(branch)?.tip;
  if (branch === undefined || tip === undefined) throw unknown(what, views);
  if (others.length > 0) throw several(what, found);
  return { branch, tip, run: views.find((view) => view.branch === branch) ?? null, views };
}

/** A routine stands for the branches of its newest run that left one; `null`: none of that name has any. */
function newestOfRoutine(
  heads: ReadonlyMap<string, unknown>,
  views: readonly RunView[],
  text: string,
): readonly string[] | null {
  const left = views.filter(
    ({ routine, branch }) => routine === text && branch !== null && heads.has(branch),
  );
  const [newest] = left;
  if (newest === undefined) return null;
  const of = newest.part?.of ?? null;
  const same = of === null ? [newest] : left.filter(({ part }) => part?.of === of);
  return same.flatMap(({ branch }) => (branch === null ? [] : [branch]));
}

/** What runs made goes before the rest. */
function matching(
  heads: readonly string[],
  views: readonly RunView[],
  text: string,
): readonly string[] {
  const isRun = isRunId(text) || /^[0-9a-z]{4,26}$/.test(text);
  const ofRun = isRun
    ? views.flatMap(({ id, branch }) => (id.endsWith(text) && branch !== null ? [branch] : []))
    : [];
  const there = ofRun.filter((branch) => heads.includes(branch));
  if (there.length > 0 || text.length < 4) return there;
  const ending = heads.filter((name) => name.endsWith(text));
  const ours = ending.filter((name) => views.some(({ branch }) => branch === name));
  return ours.length > 0 ? ours : ending;
}

function unknown(what: string, views: readonly RunView[]): AppError {
  const typed = oneLine(what, 120);
  const run = views.find(({ id }) => what.length >= 4 && id.endsWith(what));
  return new AppError('not-found', {
    code: 'branch-unknown',
    message:
      run === undefined
        ? `no branch is called "${typed}"`
        : `run ${shortIdOf(run.id)} of ${run.routine} has ${run.branch === null ? 'no branch' : `the branch ${run.branch}, which is not there any more`}`,
    hint: '`roundsman review` lists the ones to review; the end of a name is enough.',
  });
}

function several(what: string, branches: readonly string[]): AppError {
  const first = branches
    .slice(0, 5)
    .map((one) => oneLine(one, 120))
    .join(', ');
  return new AppError('not-found', {
    code: 'id-ambiguous',
    message: `"${oneLine(what, 80)}" stands for ${branches.length} branches: ${first}${branches.length > 5 ? ', …' : ''}`,
    hint: 'Type more of the name.',
  });
}

/** Where a branch began: as its run has it, else where it left what is checked out. */
export async function branchBase(
  git: GitContext,
  {
    views,
    branch,
    tip,
  }: { readonly views: readonly RunView[]; readonly branch: string; readonly tip: CommitSha },
): Promise<CommitSha | null> {
  const recorded = views.find((view) => view.branch === branch)?.base ?? null;
  if (recorded !== null) return recorded;
  const head = await resolveCommit(gitIn(git), 'HEAD');
  return head === null ? null : mergeBase(git, head, tip);
}

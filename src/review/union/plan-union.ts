/** What a union is to be made of, and under which rules it is checked: read once, before anything is made. */
import { sha256 } from '../../platform/hash.ts';
import { trustedRoutine } from '../../routines/trust/trusted-routine.ts';
import { manualSpec } from '../../scheduler/build-run-spec.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Coupling } from '../../words/review/coupling.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import type { Routine } from '../../words/routine.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { emailOf } from '../../worktrees/run-identity.ts';
import type { Reviewed } from '../find-reviewed.ts';
import { internalRoutine } from '../internal-routine.ts';
import { readReviewSettings } from '../read-review-settings.ts';
import { unionRules } from './union-rules.ts';

export interface UnionPlan {
  /** As people call it. */
  readonly set: string;
  readonly target: { readonly target: string; readonly tip: CommitSha };
  readonly members: readonly ReviewBranch[];
  readonly couplings: readonly Coupling[];
  readonly key: string;
  /** Of a run that is never admitted; each commit that is checked gets an id of its own. */
  readonly spec: RunSpec;
  readonly email: string;
  readonly notices: readonly string[];
}

/** A check may take as long as a run where no routine says how long. */
const DEFINITION = `on: manual
agent: { engine: command, command: ["true"] }
limits: { timeout: 30m }
`;

/** Throws `refused` where there is nothing to merge, or the branches are for several targets. */
export async function planUnion(
  workspace: Workspace,
  { set, branches }: Pick<Reviewed, 'set' | 'branches'>,
): Promise<UnionPlan> {
  const [first] = branches;
  if (first === undefined) throw nothing();
  const elsewhere = branches.find(({ target }) => target !== first.target);
  if (elsewhere !== undefined) throw severalTargets(first, elsewhere);
  const named = set !== null && branches.length === set.branches.length ? set.id : first.branch;
  const { checks } = await readReviewSettings(workspace);
  const internal = await internalRoutine(workspace, { id: 'review-union', text: DEFINITION });
  const routines = await routinesOf(workspace, branches);
  const rules = unionRules(internal.routine, routines, checks);
  const spec = await manualSpec({ workspace, ...internal, routine: rules.routine });
  const target = { target: first.target, tip: first.targetTip };
  return {
    set: named,
    target,
    members: branches,
    couplings: set?.couplings ?? [],
    key: keyOf(target, branches, rules.routine),
    spec,
    email: emailOf(spec.id),
    notices: rules.notices,
  };
}

/** As they are defined now; of those that are gone or broken, as they were when they ran. */
async function routinesOf(
  workspace: Workspace,
  branches: readonly ReviewBranch[],
): Promise<readonly Routine[]> {
  const routines = new Map<string, Routine>();
  for (const { routine: id, runId } of branches) {
    if (id === null || routines.has(id)) continue;
    const stored = runId === null ? null : await workspace.runs.read(runId);
    const routine = (await trustedRoutine(workspace, id)) ?? stored?.spec.routine;
    if (routine !== undefined) routines.set(id, routine);
  }
  return [...routines.values()];
}

function keyOf(
  target: UnionPlan['target'],
  branches: readonly ReviewBranch[],
  { workspace }: Routine,
): string {
  const { setup, checks, isolation } = workspace;
  const tips = branches.map(({ tip }) => tip);
  return sha256(JSON.stringify([target.tip, tips, setup, checks, isolation]));
}

function nothing(): AppError {
  return new AppError('refused', {
    code: 'nothing-to-merge',
    message: 'there is no branch in it to merge and test',
    hint: 'See what waits: roundsman review',
  });
}

function severalTargets(a: ReviewBranch, b: ReviewBranch): AppError {
  return new AppError('refused', {
    code: 'several-targets',
    message: `${a.branch} lands on ${a.target}, and ${b.branch} on ${b.target}: they cannot be combined`,
    hint: 'Part them: roundsman review part A B',
  });
}

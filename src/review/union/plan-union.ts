/** What a union is to be made of, and under which rules it is checked: read once, before anything is made. */
import { kindOf } from '../../collectors/registry.ts';
import { sha256 } from '../../platform/hash.ts';
import { trustedRoutine } from '../../routines/trust/trusted-routine.ts';
import { manualSpec } from '../../scheduler/build-run-spec.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Coupling } from '../../words/review/change-set.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import type { Routine } from '../../words/routine.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { emailOf } from '../../worktrees/run-identity.ts';
import type { Reviewed } from '../find-reviewed.ts';
import { internalRoutine } from '../internal-routine.ts';
import { readReviewSettings } from '../read-review-settings.ts';

// Under which rules the checks of a union run: those of the routines whose branches are in it, taken together. Code of one
// routine's branch runs beside another's, so what is given to programs (variables, hosts, files) is only what each of them
// gives; what they ask for (set-up, isolation, time) is the most of any. Pure.

interface UnionRules {
  readonly routine: Routine;
  /** What was not given, one line each. */
  readonly notices: readonly string[];
}

/** @param base supplies the defaults and the name; @param own `review.checks` of roundsman.yaml */
export function unionRules(
  base: Routine,
  routines: readonly Routine[],
  own: readonly string[],
): UnionRules {
  const all = (pick: (routine: Routine) => readonly string[]): readonly string[] => [
    ...new Set(routines.flatMap(pick)),
  ];
  const shared = (pick: (routine: Routine) => readonly string[]): readonly string[] =>
    all(pick).filter((one) => routines.every((routine) => pick(routine).includes(one)));
  const picks = {
    'the variable': (one: Routine) => one.permissions.env,
    'the host': (one: Routine) => one.permissions.network.allow,
    'the set-up host': (one: Routine) => one.permissions.network.setup,
    'the folder': (one: Routine) => one.permissions.read,
    'the included file': (one: Routine) => one.workspace.include,
  };
  const { workspace, permissions, limits } = base;
  const routine: Routine = {
    ...base,
    workspace: {
      ...workspace,
      isolation: strictest(routines),
      history: routines.some((one) => isBlinkered(one)) ? 'copy' : 'borrow',
      include: shared(picks['the included file']),
      setup: all((one) => one.workspace.setup),
      checks: own.length > 0 ? [...new Set(own)] : all((one) => one.workspace.checks),
      ports: Math.max(workspace.ports, ...routines.map((one) => one.workspace.ports)),
    },
    permissions: {
      ...permissions,
      env: shared(picks['the variable']),
      network: {
        allow: shared(picks['the host']),
        setup: shared(picks['the set-up host']),
      },
      read: shared(picks['the folder']),
      write: [],
    },
    limits: {
      ...limits,
      timeoutMs:
        routines.length === 0
          ? limits.timeoutMs
          : Math.max(...routines.map((one) => one.limits.timeoutMs)),
    },
  };
  const notices = Object.entries(picks).flatMap(([what, pick]) => {
    const given = shared(pick);
    return all(pick)
      .filter((one) => !given.includes(one))
      .map((one) => `${what} ${oneLine(one, 80)} is not given: not every routine in it has it`);
  });
  return { routine, notices };
}

/** A linked worktree would show in the user's repository, so it becomes a repository of the union's own. */
function strictest(routines: readonly Routine[]): Routine['workspace']['isolation'] {
  const asked = new Set(routines.map((one) => one.workspace.isolation));
  if (asked.has('sandbox')) return 'sandbox';
  return asked.size === 0 || asked.has('auto') ? 'auto' : 'private';
}

/** It may read its base's past only, or is fed by strangers, for which `auto` means the same in a sandbox. */
function isBlinkered({ workspace, collect, triggers }: Routine): boolean {
  const { history } = workspace;
  if (history !== 'auto') return history !== 'borrow';
  return (
    collect.some((rule) => kindOf(rule).outside !== null) ||
    triggers.some(({ kind }) => kind === 'webhook' || kind === 'deployment')
  );
}

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

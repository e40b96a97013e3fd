/** What a person named, ready to land, or refused with the reasons. Reads only. */
import { listCheckouts } from '../../git/add-checkout.ts';
import { uncommittedPaths } from '../../git/dirty-paths.ts';
import type { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ChangeSet, ReadinessLine } from '../../words/review/change-set.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import { oneLine } from '../../words/text.ts';
import type { LandRequest } from '../contract.ts';
import { findReviewed, type Reviewed } from '../find-reviewed.ts';
import type { Desk } from './desk.ts';
import { workedOn, refused, tipOf } from './place-of-target.ts';

export type Landable = Extract<LandingPlan, { readonly kind: 'land' }>;

export async function planNamed(
  desk: Desk,
  request: Pick<LandRequest, 'what' | 'seen' | 'anyway'>,
): Promise<Landable> {
  const reviewed = await findReviewed(desk.workspace, { what: request.what });
  const { set, branches } = reviewed;
  const tips = new Map(
    (
      await Promise.all(
        branches.map(
          async ({ branch }) => [branch, await tipOf(desk, `refs/heads/${branch}`)] as const,
        ),
      )
    ).flatMap(([branch, tip]) => (tip === null ? [] : [[branch, tip] as const])),
  );
  const plan = planLanding({
    uncommitted: await leftBehind(desk, branches),
    set,
    branches,
    tips,
    seen: request.seen ?? null,
    anyway: request.anyway ?? false,
    worked: await workedOn(
      desk.workspace,
      branches.map(({ branch }) => branch),
    ),
  });
  if (plan.kind === 'land') return plan;
  throw notLandable(plan, reviewed, request.what);
}

/** More of a checkout's changes are counted. */
const NAMED_PATHS = 3;

async function leftBehind(
  { workspace }: Desk,
  branches: readonly ReviewBranch[],
): Promise<readonly string[]> {
  const { location, gitEnv } = workspace;
  const names = new Set(branches.map(({ branch }) => branch));
  const own = (await listCheckouts({ cwd: location.gitDir, env: gitEnv })).filter(
    ({ branch, gone }) => !gone && branch !== null && names.has(branch),
  );
  const lines = own.map(async ({ folder, branch }) => {
    const paths = await uncommittedPaths({ cwd: folder, env: gitEnv });
    if (paths.length === 0) return [];
    const named = paths.slice(0, NAMED_PATHS).map((path) => oneLine(path, 100));
    const more = paths.length - named.length;
    const all = more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
    return [
      `${oneLine(branch ?? '', 200)} is checked out in ${oneLine(folder, 300)} with changes that no commit has: ${all}`,
    ];
  });
  return (await Promise.all(lines)).flat();
}

function notLandable(
  plan: Exclude<LandingPlan, Landable>,
  { set, branches }: Reviewed,
  what: string,
): AppError {
  const name = set?.id ?? what;
  switch (plan.kind) {
    case 'moved': {
      const which = plan.branches.map((branch) => oneLine(branch, 200)).join(', ');
      const message = `what you saw has changed since: ${which}`;
      return refused('changed-since', message, `Look again: roundsman review show ${name}`);
    }
    case 'worked-on': {
      const message = `${plan.branch} is still being worked on by the run ${plan.run}`;
      return refused('worked-on', message, `Wait for its end: roundsman logs ${plan.run} -f`);
    }
    case 'several-targets': {
      const message = `the branches land on ${plan.targets.join(' and ')}`;
      return refused('several-targets', message, 'Land them one by one.');
    }
    case 'not-ready': {
      const message = `${name} is not ready: ${plan.reasons.join('; ')}`;
      if (branches.some(({ unpulled }) => unpulled !== null)) {
        return refused(
          'not-ready',
          message,
          'Pull what the remote has (git pull), then land it again.',
        );
      }
      // Nothing lands over a conflict, however it is meant.
      const hint = plan.reasons.some((reason) => reason.startsWith('conflicts: '))
        ? `See what to make fit: roundsman review show ${name}`
        : `When that is meant: roundsman land ${what} --anyway`;
      return refused('not-ready', message, hint);
    }
  }
}

/** Whether what a person named may land, and in which order. Pure. */
interface LandingQuestion {
  readonly set: ChangeSet | null;
  /** In the order of landing; of a set all, else the one. */
  readonly branches: readonly ReviewBranch[];
  /** Where they stand now; of one that is gone nothing. */
  readonly tips: ReadonlyMap<string, CommitSha>;
  /** What the person saw; absent: what there is. */
  readonly seen: Readonly<Record<string, string>> | null;
  readonly anyway: boolean;
  /** Branches that a run of theirs still works on, with its id. */
  readonly worked: ReadonlyMap<string, string>;
  /** A line for each checkout whose changes would not land, for they are in no commit. */
  readonly uncommitted: readonly string[];
}

type LandingPlan =
  | {
      readonly kind: 'land';
      readonly target: string;
      /** `null`: one branch alone. */
      readonly set: string | null;
      readonly branches: readonly ReviewBranch[];
      /** What would have kept it from landing, and was passed over. */
      readonly passedOver: readonly string[];
    }
  | { readonly kind: 'moved'; readonly branches: readonly string[] }
  | { readonly kind: 'worked-on'; readonly branch: string; readonly run: string }
  | { readonly kind: 'several-targets'; readonly targets: readonly string[] }
  /** One line each. */
  | { readonly kind: 'not-ready'; readonly reasons: readonly string[] };

function planLanding(question: LandingQuestion): LandingPlan {
  const { set, branches, seen, tips, worked } = question;
  const moved = branches.filter(({ branch, tip }) => {
    const now = tips.get(branch);
    return now === undefined || now !== tip || (seen !== null && seen[branch] !== now);
  });
  // A branch that joined the set since then has not been reviewed.
  const unseen = Object.keys(seen ?? {}).filter(
    (name) => !branches.some(({ branch }) => branch === name),
  );
  if (moved.length > 0 || unseen.length > 0)
    return { kind: 'moved', branches: [...moved.map(({ branch }) => branch), ...unseen] };
  for (const { branch } of branches) {
    const run = worked.get(branch);
    if (run !== undefined) return { kind: 'worked-on', branch, run };
  }
  const targets = [...new Set(branches.map(({ target }) => target))];
  const [target] = targets;
  if (target === undefined || targets.length > 1) return { kind: 'several-targets', targets };
  const reasons = notReady(question);
  if (reasons.length > 0 && !question.anyway) return { kind: 'not-ready', reasons };
  const whole = set !== null && branches.length === set.branches.length && branches.length > 1;
  return { kind: 'land', target, set: whole ? set.id : null, branches, passedOver: reasons };
}

function notReady({ set, branches, uncommitted }: LandingQuestion): readonly string[] {
  if (set === null) return uncommitted;
  const whole = branches.length === set.branches.length;
  const ofSet = whole ? set.readiness.filter((line) => holdsUp(line)) : [];
  const ofBranches = branches.flatMap(({ branch }) =>
    (set.branchReadiness[branch] ?? [])
      .filter((line) => holdsUp(line))
      .map((line) =>
        branches.length === 1 ? line : { ...line, detail: `${branch}: ${line.detail}` },
      ),
  );
  return [
    ...uncommitted,
    ...new Set(
      [...ofSet, ...ofBranches].map(({ name, detail }) => `${name}: ${oneLine(detail, 300)}`),
    ),
  ];
}

function holdsUp({ blocks, ok }: ReadinessLine): boolean {
  return blocks && ok !== true;
}

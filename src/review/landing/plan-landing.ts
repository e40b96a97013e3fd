/** Whether what a person named may land, and in which order. Pure. */
import type { CommitSha } from '../../words/ids.ts';
import type { ChangeSet } from '../../words/review/change-set.ts';
import type { ReadinessLine } from '../../words/review/readiness.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import { oneLine } from '../../words/text.ts';

export interface LandingQuestion {
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
}

export type LandingPlan =
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

export function planLanding(question: LandingQuestion): LandingPlan {
  const { set, branches, seen, tips, worked } = question;
  const moved = branches.filter(({ branch, tip }) => {
    const now = tips.get(branch);
    return now === undefined || now !== tip || (seen !== null && seen[branch] !== now);
  });
  // A branch that joined the set since is one that nobody looked at.
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

function notReady({ set, branches }: LandingQuestion): readonly string[] {
  if (set === null) return [];
  const whole = branches.length === set.branches.length;
  const ofSet = whole ? set.readiness.filter((line) => holdsUp(line)) : [];
  const ofBranches = branches.flatMap(({ branch }) =>
    (set.branchReadiness[branch] ?? [])
      .filter((line) => holdsUp(line))
      .map((line) => ({ ...line, detail: `${branch}: ${line.detail}` })),
  );
  return [
    ...new Set(
      [...ofSet, ...ofBranches].map(({ name, detail }) => `${name}: ${oneLine(detail, 300)}`),
    ),
  ];
}

function holdsUp({ blocks, ok }: ReadinessLine): boolean {
  return blocks && ok !== true;
}

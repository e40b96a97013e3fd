/** From branches that belong together, and all that was found out of them, to what a person looks at. Pure. */
import {
  type ChangeSet,
  type GroupedSet,
  type SetKind,
  type MergeTrial,
  type ReadinessLine,
  RISK_LEVELS,
  type Risk,
  type Union,
} from '../words/review/change-set.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import type { LinesTell } from './changed-lines.ts';
import type { BranchKnowledge } from './gather-knowledge.ts';
import { branchReadiness, setReadiness } from './readiness.ts';
import { harmlessKind, riskOf, riskOfSet } from './risk-of.ts';
import { landingOrder } from './trials/landing-order.ts';

export interface SetMaterial {
  readonly trials: readonly MergeTrial[];
  readonly unions: readonly Union[];
  /** By branch. */
  readonly known: ReadonlyMap<string, BranchKnowledge>;
  readonly modes: ReadonlyMap<string, readonly string[]>;
  readonly changedLines: ReadonlyMap<string, LinesTell>;
  readonly largeLines: number;
}

const NOTHING_KNOWN: BranchKnowledge = {
  checks: null,
  protectedPaths: [],
  banners: [],
  moved: [],
  findings: [],
  questions: [],
  comments: { drafts: 0, sent: 0 },
  judgement: null,
  judged: false,
  workedOn: [],
};

export function makeChangeSet(set: GroupedSet, material: SetMaterial): ChangeSet {
  const { branches, couplings, id } = set;
  const names = new Set(branches.map(({ branch }) => branch));
  const own = material.trials.filter(
    ({ a, b }) => names.has(a) && (names.has(b) || b === set.target),
  );
  const variants = variantsOf(branches);
  const branchLines = record(branches, (branch) => linesOf(branch, own, material));
  const risks = record(branches, (branch) => riskOfBranch(branch, material));
  return {
    ...set,
    alike: alikeOf(branches),
    trials: own.filter(({ kind }) => kind !== 'clean'),
    order: landingOrder({ branches, couplings, trials: own }),
    readiness: setReadiness({
      id,
      branches,
      lines: branchLines,
      trials: own,
      variants,
      unions: material.unions,
    }),
    branchReadiness: branchLines,
    risks,
    risk: riskOfSet(Object.values(risks)),
    variants,
  };
}

/** Most urgent first: what is broken needs a person, then what is risky, then what has waited longest. */
export function byUrgency(a: ChangeSet, b: ChangeSet): number {
  const [one, other] = [urgencyOf(a), urgencyOf(b)];
  for (const [index, value] of one.entries()) {
    const difference = (other[index] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  const [first, second] = [a.branches[0]?.madeAt ?? '', b.branches[0]?.madeAt ?? ''];
  if (first !== second) return first < second ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function urgencyOf({ readiness, risk }: ChangeSet): readonly number[] {
  const isAsked = readiness.some(({ name, ok }) => name === 'questions' && ok === false);
  const isBlocked = readiness.some(
    ({ ok, blocks, name }) => ok === false && blocks && name !== 'worked-on',
  );
  // A branch that is being worked on can wait until that work is done.
  const isWorkedOn = readiness.some(({ name, ok }) => name === 'worked-on' && ok === false);
  return [isAsked ? 1 : 0, isWorkedOn ? 0 : 1, isBlocked ? 1 : 0, RISK_LEVELS.indexOf(risk.level)];
}

function linesOf(
  branch: ReviewBranch,
  trials: readonly MergeTrial[],
  { known, largeLines }: SetMaterial,
): readonly ReadinessLine[] {
  return branchReadiness({
    branch,
    known: known.get(branch.branch) ?? NOTHING_KNOWN,
    trials: trials.filter(({ a, b }) => a === branch.branch || b === branch.branch),
    largeLines,
  });
}

function riskOfBranch(branch: ReviewBranch, material: SetMaterial): Risk {
  return riskOf({
    changes: branch.changes,
    insertions: branch.insertions,
    deletions: branch.deletions,
    modes: material.modes.get(branch.branch) ?? [],
    ...(material.changedLines.get(branch.branch) ?? { removedNames: [], commentsOnly: [] }),
    banners: material.known.get(branch.branch)?.banners ?? [],
    largeLines: material.largeLines,
  });
}

function alikeOf(branches: readonly ReviewBranch[]): SetKind | null {
  const kind = harmlessKind(branches.flatMap(({ changes }) => changes.map(({ path }) => path)));
  if (kind !== null) return { kind: kind === 'tests only' ? 'tests-only' : 'docs-only' };
  const [first] = branches;
  const routine = first?.routine ?? null;
  if (routine === null || branches.some((one) => one.routine !== routine)) return null;
  return { kind: 'routine', routine };
}

function variantsOf(branches: readonly ReviewBranch[]): readonly (readonly string[])[] {
  const byRun = new Map<string, string[]>();
  for (const { branch, variant } of branches) {
    if (variant !== null) byRun.set(variant.of, [...(byRun.get(variant.of) ?? []), branch]);
  }
  return [...byRun.values()].filter((names) => names.length > 1);
}

/** A name of a branch may be `__proto__`: entries keep it a plain key. */
function record<Value>(
  branches: readonly ReviewBranch[],
  make: (branch: ReviewBranch) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(branches.map((branch) => [branch.branch, make(branch)]));
}

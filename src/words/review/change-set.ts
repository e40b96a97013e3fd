/** Branches that are to be reviewed and landed together, and all that is known of them. */
import type { CommitSha, RunId } from '../ids.ts';
import type { ReviewBranch } from './review-branch.ts';

/** What coupling alone makes: made from branches, without looking at merges or checks. */
export interface GroupedSet {
  /** `S-` and eight hex characters of a hash of target and its oldest branch: stays when others join it. What people type. */
  readonly id: string;
  readonly target: string;
  /** Oldest first. */
  readonly branches: readonly ReviewBranch[];
  /** Between its branches, strongest first. */
  readonly couplings: readonly Coupling[];
}

export interface ChangeSet extends GroupedSet {
  /** Of what it is alike as a whole, so that such sets can be walked in one sitting; `null`: nothing in particular. */
  readonly alike: SetKind | null;
  /** Pairs among its branches that do not merge, and branches that do not merge with the target. */
  readonly trials: readonly MergeTrial[];
  /** Names, in which they land with the least conflict. */
  readonly order: readonly string[];
  readonly readiness: readonly ReadinessLine[];
  /** By branch. */
  readonly branchReadiness: Readonly<Record<string, readonly ReadinessLine[]>>;
  /** By branch, and of the whole set. */
  readonly risks: Readonly<Record<string, Risk>>;
  readonly risk: Risk;
  /** Several engines at the same task: one of them is to be chosen. */
  readonly variants: readonly (readonly string[])[];
}

export type SetKind =
  | { readonly kind: 'tests-only' | 'docs-only' }
  | { readonly kind: 'routine'; readonly routine: string };

export interface ReviewLook {
  /** Most urgent first. */
  readonly sets: readonly ChangeSet[];
  /** Weak couplings between branches of different sets, and those that a person cut. */
  readonly weak: readonly Coupling[];
  /** Branches that do not wait for a person, and why: they are in no set, and can be shown by name. */
  readonly aside: readonly AsideBranch[];
  /** Local branches that something lands on, with their tips. */
  readonly targets: readonly { readonly target: string; readonly tip: CommitSha }[];
  /** What could not be looked at, one line each: nothing is silently missing. */
  readonly problems: readonly string[];
}

export interface AsideBranch {
  readonly branch: ReviewBranch;
  /** `in-target`: the target has its changes. `earlier`: a later attempt continued from it. `replay`: it went over the past again. */
  readonly kind: 'in-target' | 'earlier' | 'replay';
  /** One line for a person: `main has its changes since 3fa9c21`. */
  readonly detail: string;
}

/** What a person said of two branches, against or beside what coupling says. The newest word on a pair counts. */
export interface SetChoice {
  /** A ULID in lower case. */
  readonly id: string;
  readonly kind: 'join' | 'part';
  readonly a: string;
  readonly b: string;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

/** How much a person has to look at. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export interface Risk {
  readonly level: RiskLevel;
  /** Gravest first, one line each: `changes a migration: db/migrate/003.sql`. Never empty: `tests only` is one. */
  readonly reasons: readonly string[];
}

// What ties two branches together, with both places. Pure data; texts are hostile.

/** Strongest first. `words` is for languages that no parser here knows. */
export const COUPLING_KINDS = [
  'joined',
  'same-hunk',
  'near-hunk',
  'symbol',
  'import',
  'test',
  'migration',
  'lock-file',
  'words',
  'same-file',
] as const;
export type CouplingKind = (typeof COUPLING_KINDS)[number];

export interface Coupling {
  /** Names of branches, `a` before `b`. */
  readonly a: string;
  readonly b: string;
  readonly kind: CouplingKind;
  /** Why, one line for a person: `a renames parseDate, b calls it`. */
  readonly detail: string;
  /** Where in `a`, and where in `b`. */
  readonly places: readonly [CouplingPlace, CouplingPlace];
  /** Whether it joins the two into one change set; a weak coupling is reported, but does not bind. */
  readonly binds: boolean;
  /** Which of the two uses what the other defines, and so lands after it; absent: neither does, or each of the other. */
  readonly user?: 'a' | 'b' | undefined;
}

export interface CouplingPlace {
  readonly path: string;
  /** From 1, in the tip; `null`: the whole file. */
  readonly line: number | null;
  /** That line, cut. */
  readonly text: string;
}

/** One thing that has to be right before something lands. */
export const READINESS_NAMES = [
  'checks',
  'conflicts',
  'union',
  'protected',
  'banners',
  'size',
  'findings',
  'questions',
  'base',
  'comments',
  'judgement',
  'worked-on',
] as const;
export type ReadinessName = (typeof READINESS_NAMES)[number];

export interface ReadinessLine {
  readonly name: ReadinessName;
  /** `null`: not known yet, which is not a yes. */
  readonly ok: boolean | null;
  /** One line for a person, with the numbers and, where it is not ok, the next step. */
  readonly detail: string;
  /** Whether landing is refused while it is not ok, unless a person says so outright (`--anyway`). */
  readonly blocks: boolean;
}

/** What came of trying a merge without a checkout. A conflict is an answer; an error is none, and says so. */
export interface MergeTrial {
  /** Names of branches, or a branch and its target. */
  readonly a: string;
  readonly b: string;
  /** `clean`: also where nothing was to be done. */
  readonly kind: 'clean' | 'conflict' | 'error';
  /** Of a conflict, each path once, sorted. */
  readonly files: readonly ConflictFile[];
  /** Of an error: git's words, one line; else empty. */
  readonly detail: string;
}

export interface ConflictFile {
  readonly path: string;
  /** As git tells it: `contents`, `modify/delete`, `rename/rename`, … */
  readonly kind: string;
}

// The union of a change set: all its branches merged in order in a run repository, and its checks run once.
export interface Union {
  /** A ULID in lower case, as runs have; names its folder. */
  readonly id: RunId;
  /** The set as it was called then. */
  readonly set: string;
  readonly target: string;
  readonly targetTip: CommitSha;
  /** In the order in which they were merged. */
  readonly members: readonly { readonly branch: string; readonly tip: CommitSha }[];
  /** sha256 over target tip, tips in order, and checks: the same key means the same result. */
  readonly key: string;
  readonly state: UnionState;
  /** Of the merged whole, in the user's repository below `refs/roundsman/unions/`; `null`: it was not built. */
  readonly commit: CommitSha | null;
  readonly isolation: string | null;
  readonly checks: readonly UnionCheck[];
  /** Fewest branches that break together though each is fine alone; empty: nothing breaks, or it is not known. */
  readonly breaking: readonly string[];
  /** What was tried to find that out, one line each. */
  readonly tried: readonly string[];
  readonly by: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

export type UnionState =
  | { readonly kind: 'running' }
  | { readonly kind: 'passed' }
  /** Text-clean, and a check of the whole fails. */
  | { readonly kind: 'broken' }
  /** No check is known: that it merges is all that is known. */
  | { readonly kind: 'unchecked' }
  | {
      readonly kind: 'conflict';
      readonly at: string;
      readonly files: readonly ConflictFile[];
    }
  | { readonly kind: 'failed'; readonly why: string };

export interface UnionCheck {
  readonly command: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** The last lines of what it printed; hostile. */
  readonly tail: string;
}

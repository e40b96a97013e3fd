/** Branches that are to be reviewed and landed together, and all that is known of them. */
import type { CommitSha } from '../ids.ts';
import type { Coupling } from './coupling.ts';
import type { MergeTrial } from './merge-trial.ts';
import type { ReadinessLine } from './readiness.ts';
import type { ReviewBranch } from './review-branch.ts';
import type { Risk } from './risk.ts';

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

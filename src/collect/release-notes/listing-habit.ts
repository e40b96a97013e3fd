/**
 * Which kinds of commits a project's notes list, and how well their entries can be tied to commits, learned from the
 * releases before the range and from the range itself. Notes that are a digest miss nothing by leaving a commit out.
 * Pure.
 */
import type { MatchCommit } from './match-contract.ts';
import type { EntryMatch } from './match-contract.ts';
import { classOf, type ChangeClass } from './positive-evidence.ts';

/** A stretch of history that was matched. */
export interface MatchedStretch {
  readonly commits: readonly MatchCommit[];
  readonly match: EntryMatch;
}

export interface ListingHabit {
  /** Commits that users can notice, and those of them that no entry mentions, by class. */
  readonly classes: ReadonlyMap<ChangeClass, { readonly seen: number; readonly left: number }>;
  readonly entries: number;
  readonly backed: number;
}

/** Fewer commits or entries than this show no habit. */
const LEAST = 5;
const LEAST_OF_OTHERS = 8;
/** A commit is missed where nine of ten like it are listed. */
const USUAL = 0.9;
/** Notes can be traced where nineteen of twenty entries are tied. */
const TRACED = 0.95;

export function learnHabit(stretches: readonly MatchedStretch[]): ListingHabit {
  const classes = new Map<ChangeClass, { seen: number; left: number }>();
  for (const { commits, match } of stretches) {
    const left = new Set(match.unmentioned);
    for (const commit of commits) {
      if (!commit.userVisible || commit.cancelled) continue;
      const kind = classOf(commit);
      const count = classes.get(kind) ?? { seen: 0, left: 0 };
      count.seen += 1;
      if (left.has(commit.sha)) count.left += 1;
      classes.set(kind, count);
    }
  }
  const entries = stretches.flatMap(({ match }) => match.entries);
  return {
    classes,
    entries: entries.length,
    backed: entries.filter(({ backed }) => backed).length,
  };
}

/** Whether a commit of this class that no entry mentions was forgotten; the commit itself is not counted. */
export function listsUsually({ classes }: ListingHabit, kind: ChangeClass): boolean {
  if (kind !== 'marked' && picks(classes)) return false;
  const { seen, left } = classes.get(kind) ?? { seen: 0, left: 0 };
  const [others, missed] = [seen - 1, left - 1];
  // What says nothing of users by itself has to be listed without exception, and often enough to be a habit.
  if (kind === 'other' || kind === 'typed') return missed <= 0 && others >= LEAST_OF_OTHERS;
  if (others < LEAST) return missed <= 0 || (kind === 'marked' && missed * 2 <= others);
  return others - missed >= USUAL * others;
}

/** Notes that leave out more than one noticeable change in four are a choice of them. */
function picks(classes: ListingHabit['classes']): boolean {
  const all = [...classes.values()];
  const seen = all.reduce((sum, count) => sum + count.seen, 0);
  const left = all.reduce((sum, count) => sum + count.left, 0);
  return seen > LEAST && (left - 1) * 4 > seen - 1;
}

/** `null`: too few entries to tell. One entry that nothing backs is not counted: it is the one that is judged. */
export function canBeTraced({ entries, backed }: ListingHabit): boolean | null {
  if (entries - 1 < LEAST) return null;
  return backed >= TRACED * (entries - 1);
}

/**
 * Which kinds of commits a project's notes list, and how well their entries can be tied to commits, learned from the
 * releases before the range and from the range itself. Notes that are a digest miss nothing by leaving a commit out.
 * Pure.
 */
import { classOf, isSilent, verbClassOf, type ChangeClass } from './change-evidence.ts';
import type { MatchCommit } from './contract.ts';
import type { EntryMatch } from './contract.ts';
import { writesNotes } from './find-notes.ts';

/** A stretch of history that was matched. */
export interface MatchedStretch {
  readonly commits: readonly MatchCommit[];
  readonly match: EntryMatch;
  /** Files of the notes, where it matters who wrote them. */
  readonly notePaths?: readonly string[];
}

export interface ListingHabit {
  /** Commits that users can notice, and those of them that no entry mentions, by class. */
  readonly classes: ReadonlyMap<ChangeClass, { readonly seen: number; readonly left: number }>;
  /** Listed commits, those of them that wrote into the notes themselves, and those that name a number. */
  readonly listed: number;
  readonly written: number;
  readonly numbered: number;
  readonly entries: number;
  readonly backed: number;
}

/** Fewer commits or entries than this show no habit. */
const LEAST = 5;
const LEAST_OF_OTHERS = 8;
/** A commit is missed where nine of ten like it are listed; of numbered notes, where a number tells that for certain, fewer do. */
const USUAL = 0.9;
export const USUAL_BY_NUMBER = 0.85;
/** Notes can be traced where nineteen of twenty entries are tied. */
const TRACED = 0.95;

/** @param all also what no user notices, which numbers can tell */
export function learnHabit(stretches: readonly MatchedStretch[], all = false): ListingHabit {
  const classes = new Map<ChangeClass, { seen: number; left: number }>();
  let listed = 0;
  let written = 0;
  let numbered = 0;
  for (const { commits, match, notePaths = [] } of stretches) {
    const left = new Set(match.unmentioned);
    for (const commit of commits) {
      if (!(commit.userVisible || all) || commit.cancelled) continue;
      for (const kind of [classOf(commit), verbClassOf(commit) ?? []].flat()) {
        const count = classes.get(kind) ?? { seen: 0, left: 0 };
        count.seen += 1;
        if (left.has(commit.sha)) count.left += 1;
        classes.set(kind, count);
      }
      if (!commit.userVisible || left.has(commit.sha)) continue;
      listed += 1;
      if (namesNumber(commit)) numbered += 1;
      if (writesNotes(commit.allFiles, notePaths)) written += 1;
    }
  }
  const entries = stretches.flatMap(({ match }) => match.entries);
  return {
    classes,
    listed,
    written,
    numbered,
    entries: entries.length,
    backed: entries.filter(({ backed }) => backed).length,
  };
}

/** Whether a commit of this class that no entry mentions was forgotten; the commit itself is not counted. */
export function listsUsually({ classes }: ListingHabit, kind: ChangeClass, usual = USUAL): boolean {
  if (kind !== 'marked' && picks(classes)) return false;
  const { seen, left } = classes.get(kind) ?? { seen: 0, left: 0 };
  const [others, missed] = [seen - 1, left - 1];
  // What says nothing of users by itself has to be listed without exception, and often enough to be a habit.
  if (!saysWhatIsNoticed(kind)) return missed <= 0 && others >= LEAST_OF_OTHERS;
  if (others < LEAST) {
    return kind === 'marked' ? missed * 2 <= others || missed <= 0 : missed <= 0 && shows(classes);
  }
  return others - missed >= usual * others;
}

/**
 * Whether nineteen of twenty commits like this are listed: of those that say what users notice all together, of others each
 * class for itself.
 */
export function listsNearlyAll({ classes }: ListingHabit, kind: ChangeClass): boolean {
  if (!saysWhatIsNoticed(kind)) {
    const { seen, left } = classes.get(kind) ?? { seen: 0, left: 0 };
    return seen > LEAST_OF_OTHERS && (left - 1) * 20 <= seen - 1;
  }
  const all = [...classes].filter(([one]) => saysWhatIsNoticed(one));
  const others = all.reduce((sum, [, { seen }]) => sum + seen, 0) - 1;
  const missed = all.reduce((sum, [, { left }]) => sum + left, 0) - 1;
  return others >= LEAST && missed * 20 <= others;
}

/** Whether one of five commits of this class is listed, or one of three that no user notices: enough to doubt, not to report. */
export function listsOften({ classes }: ListingHabit, kind: ChangeClass): boolean {
  const { seen, left } = classes.get(kind) ?? { seen: 0, left: 0 };
  if (isSilent(kind)) return seen > LEAST && (left - 1) * 3 <= (seen - 1) * 2;
  return seen > 1 && (left - 1) * 5 <= (seen - 1) * 4;
}

function saysWhatIsNoticed(kind: ChangeClass): boolean {
  return !isOther(kind) && kind !== 'typed' && !isSilent(kind);
}

function isOther(kind: ChangeClass): boolean {
  return kind.startsWith('other');
}

/** Of kinds that are rare here all together show the habit; a young project has none yet. */
function shows(classes: ListingHabit['classes']): boolean {
  const all = [...classes].flatMap(([kind, count]) =>
    isOther(kind) || isSilent(kind) ? [] : [count],
  );
  const others = all.reduce((sum, { seen }) => sum + seen, 0) - 1;
  const missed = all.reduce((sum, { left }) => sum + left, 0) - 1;
  return others < LEAST_OF_OTHERS || others - missed >= USUAL * others;
}

/** Where most listed commits have numbers, one without is a part of another, or too small for a request of its own. */
export function isNumberedLike({ listed, numbered }: ListingHabit, commit: MatchCommit): boolean {
  return numbered * 2 <= listed || namesNumber(commit);
}

function namesNumber({ pullRequest, issues }: MatchCommit): boolean {
  return pullRequest !== null || issues.length > 0;
}

/** Entries are written when a release is made: what is not listed before is not forgotten. */
export function writesAtRelease({ listed, written }: ListingHabit): boolean {
  return listed >= LEAST && written * 2 < listed;
}

/** Every other listed commit at least wrote its entry itself. */
export function writesOften(habit: ListingHabit): boolean {
  return habit.listed >= LEAST && !writesAtRelease(habit);
}

/** Notes that leave out more than one in four of the changes that say what users notice are a choice of them. */
function picks(classes: ListingHabit['classes']): boolean {
  const all = [...classes].flatMap(([kind, count]) => (saysWhatIsNoticed(kind) ? [count] : []));
  const seen = all.reduce((sum, count) => sum + count.seen, 0);
  const left = all.reduce((sum, count) => sum + count.left, 0);
  return seen > LEAST && (left - 1) * 4 > seen - 1;
}

/** `null`: too few entries to tell. One entry that nothing backs is not counted: it is the one that is judged. */
export function canBeTraced({ entries, backed }: ListingHabit): boolean | null {
  if (entries - 1 < LEAST) return null;
  return backed >= TRACED * (entries - 1);
}

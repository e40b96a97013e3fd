/** Which of what the matching leaves over is certain enough to be reported, and which is only perhaps so. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import { commitDirection, directionsDeny, entryDirection } from './change-direction.ts';
import {
  classOf,
  isSilent,
  verbClassOf,
  pathKind,
  saysUpkeep,
  setsVersion,
} from './change-evidence.ts';
import type { EntryMatch, MatchCommit } from './contract.ts';
import { dependencyStep } from './dependency-changes.ts';
import { keysOf, pathWords, wordsOf } from './entry-words.ts';
import { isNotesFragment } from './find-notes.ts';
import {
  canBeTraced,
  isNumberedLike,
  listsNearlyAll,
  listsOften,
  listsUsually,
  USUAL_BY_NUMBER,
  writesOften,
  type ListingHabit,
} from './listing-habit.ts';
import { bestWindow } from './match-changes.ts';
import { cancelledOf } from './match-entries.ts';
import { changeTitle, description } from './message-parts.ts';
import {
  entryNumbers,
  indexNumbers,
  speaksOf,
  isRequest,
  type NumberedNotes,
} from './numbered-notes.ts';
import { titleKeys } from './told-elsewhere.ts';
import { vagueCovers } from './vague-entries.ts';
import { isCommonStem } from './word-forms.ts';
import { commitText, entryText, formatScore, WordWeights } from './word-matches.ts';

export interface WeighRequest {
  readonly entries: readonly ChangelogEntry[];
  readonly match: EntryMatch;
  /** Those of the range, with their changes as far as these were read. */
  readonly commits: readonly MatchCommit[];
  readonly habit: ListingHabit;
  /** Whether a path was there at the range's beginning. */
  readonly existed: (path: string) => boolean;
  /** Where a pull request is told by its number; otherwise words decide. */
  readonly numbered?: NumberedNotes | null;
}

export interface WeighedMatch {
  readonly unmentioned: readonly CommitSha[];
  readonly perhaps: readonly CommitSha[];
  /** Places of entries that nothing backs, though something may. */
  readonly doubtful: ReadonlySet<number>;
}

const ADVISORY = /\bGHSA-|\bCVE-\d{4}-\d/i;

/** So many entries at once were not made up: their changes are told elsewhere than in these commits. */
const MAX_OPEN = 2;
const MAX_UNTOLD = 5;
const FEW_WORDS = 3;
const TRACE = { words: 0.3, windows: 0.6 };

/** With few entries to learn from, less is taken for a trace. */
const TRACE_OF_FEW = { words: 0.2, windows: 0.35 };

export function weighMatch(request: WeighRequest): WeighedMatch {
  const { match, commits, habit } = request;
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const left = match.unmentioned.flatMap((sha) => bySha.get(sha) ?? []);
  const pairs = likelyPairs(request, left);
  const doubtful = new Set([...doubtfulEntries(request), ...pairs.map(({ entry }) => entry)]);
  // What an advisory mends is kept from view on purpose: its commit says little, and may be any of these.
  const hides = request.entries.some((entry, at) => doubtful.has(at) && ADVISORY.test(entry.text));
  // It wrote an entry, so its author meant it for the notes, and the entry is gone.
  const isDropped = ({ sha }: MatchCommit): boolean => match.dropped.has(sha);
  // Reworded at a release, an entry keeps its number.
  const isMissed = (commit: MatchCommit): boolean =>
    writesOften(habit) || (Boolean(request.numbered) && isRequest(commit));
  // Each change is asked for a file of its own: one without it was not meant for the notes.
  const asksForFiles = writesFragments(commits);
  const isForgotten = (commit: MatchCommit): boolean =>
    isListedUsually(request, commit) &&
    (!asksForFiles || classOf(commit) === 'marked') &&
    (classOf(commit) === 'marked' ||
      (changesCode(commit) &&
        (isSilent(classOf(commit)) ||
          (isNumberedLike(habit, commit) &&
            !saysUpkeep(description(changeTitle(commit))) &&
            !vagueCovers('internal', commit))))) &&
    !mendsWhatIsNew(commit, request) &&
    !isPartOfTold(request, commit) &&
    !(hides && classOf(commit) === 'other');
  // `No changes.` is written too, and texts are moved.
  const isLost = (commit: MatchCommit): boolean =>
    isDropped(commit) && isMissed(commit) && isNews(commit) && changesCode(commit);
  const isSure = (commit: MatchCommit): boolean =>
    (isForgotten(commit) || isLost(commit)) && !pairs.some((pair) => pair.commit === commit);
  const sure = left.filter(isSure);
  const isLikely = (commit: MatchCommit): boolean =>
    (isDropped(commit) && !setsVersion(changeTitle(commit))) ||
    (commit.userVisible &&
      // `fix(deps): …` is a bump that mends something.
      (classOf(commit) !== 'other' || commit.type === 'fix')) ||
    (listsOften(habit, classOf(commit)) && isNumberedLike(habit, commit) && changesCode(commit));
  const perhaps = left.filter((commit) => !sure.includes(commit) && isLikely(commit));
  return {
    unmentioned: sure.map(({ sha }) => sha),
    perhaps: perhaps.map(({ sha }) => sha),
    doubtful,
  };
}

/** Fewer files than this may be of one author. A changeset is forgotten as an entry is. */
const LEAST_FRAGMENTS = 5;

function writesFragments(commits: readonly MatchCommit[]): boolean {
  const written = commits.filter(({ allFiles }) =>
    allFiles.some((path) => isNotesFragment(path) && !path.startsWith('.changeset/')),
  );
  return written.length >= LEAST_FRAGMENTS;
}

/** Of numbered notes, the range itself shows what its release lists. */
function isListedUsually({ habit, numbered }: WeighRequest, commit: MatchCommit): boolean {
  const kind = classOf(commit);
  const verb = verbClassOf(commit);
  if (verb !== null && listsUsually(habit, verb)) return true;
  if (!numbered || !isRequest(commit)) return listsUsually(habit, kind);
  return (
    listsUsually(habit, kind, USUAL_BY_NUMBER) ||
    listsNearlyAll(numbered.own, kind) ||
    listsNearlyAll(habit, kind)
  );
}

/** A part of what an entry tells names the number of that entry. */
function isPartOfTold({ numbered }: WeighRequest, commit: MatchCommit): boolean {
  return numbered ? speaksOf(commit, numbered.told) : false;
}

/** An entry that says no more than upkeep, or the step of a dependency, may have been taken out on purpose. */
function isNews(commit: MatchCommit): boolean {
  const title = description(changeTitle(commit));
  const kind = classOf(commit);
  return (
    !saysUpkeep(title) && dependencyStep(title) === null && (!isSilent(kind) || kind === 'silent:')
  );
}

/** Settings at the root are for those who build it. */
function changesCode({ allFiles }: MatchCommit): boolean {
  return allFiles.some(
    (path) =>
      pathKind(path) === 'product' && !/^[^/]+\.(?:json|ya?ml|toml|xml|ini|cfg)$/i.test(path),
  );
}

/**
 * Entries that nothing backs and commits that nothing mentions: with two words in common, or one of three, they may well be
 * the same; with three where a number should tie them.
 */
function likelyPairs(
  { entries, match, numbered }: WeighRequest,
  left: readonly MatchCommit[],
): readonly { readonly entry: number; readonly commit: MatchCommit }[] {
  const open = match.entries.flatMap(({ backed }, entry) => (backed ? [] : [entry]));
  return open.flatMap((entry) => {
    const told = entries[entry];
    if (told === undefined) return [];
    const own = new Set(keysOf(wordsOf(told.text)));
    return left.flatMap((commit) => {
      const said = new Set([
        ...titleKeys(commit),
        ...commit.allFiles.flatMap((path) => [...pathWords(path)]),
      ]);
      const shared = [...said].filter((key) => own.has(key) && !isCommonStem(key));
      const denied = directionsDeny(entryDirection(told), commitDirection(commit));
      const least = numbered && isRequest(commit) ? 3 : 2;
      const isNamed = shared.length > 1 && shared.some((key) => key.startsWith('name:'));
      return (isNamed || shared.length >= (own.size <= FEW_WORDS ? 1 : least)) && !denied
        ? [{ entry, commit }]
        : [];
    });
  });
}

/** A fix of what another commit of the range brought is no news for users: no release had it yet. */
function mendsWhatIsNew(commit: MatchCommit, { existed, commits }: WeighRequest): boolean {
  const kind = classOf(commit);
  if (kind !== 'fix' && kind !== 'free-fix') return false;
  const product = commit.allFiles.filter((path) => pathKind(path) === 'product');
  const isNew = (path: string): boolean =>
    !existed(path) &&
    commits.some(
      ({ sha, merge, allFiles }) =>
        sha !== commit.sha && !merge && !commit.brings.includes(sha) && allFiles.includes(path),
    );
  return product.length > 0 && product.every(isNew);
}

function doubtfulEntries(request: WeighRequest): ReadonlySet<number> {
  const { entries, match, commits, habit } = request;
  const open = match.entries.flatMap(({ backed }, index) => (backed ? [] : [index]));
  const traced = canBeTraced(habit);
  const many = open.length > MAX_OPEN && open.length * 5 > match.entries.length;
  // Where many commits stand in no entry, one of them may be what it tells of, in words that share nothing.
  const untold = request.numbered ? 0 : match.unmentioned.length;
  if (traced === false || many || untold > MAX_UNTOLD) return new Set(open);
  const gone = cancelledOf(commits);
  const traces = entryTraces(
    open.flatMap((index) => entries[index] ?? []),
    // What was taken back within the range is not a trace of an entry: it is what makes the entry untrue.
    commits.filter(({ sha }) => !gone.has(sha)),
  );
  const limits = traced === null ? TRACE_OF_FEW : TRACE;
  const { byNumber } = indexNumbers(commits);
  // A number that no commit names was taken from somewhere: mostly it is of an issue, which the commit was not told of.
  const isForeign = (entry: ChangelogEntry): boolean => {
    const numbers = entryNumbers(entry);
    return numbers.length > 0 && !numbers.some((number) => byNumber.has(number));
  };
  return new Set(
    open.filter((index, at) => {
      const entry = entries[index];
      return (
        leavesTrace(traces[at], limits) ||
        (entry !== undefined && (ADVISORY.test(entry.text) || isForeign(entry)))
      );
    }),
  );
}

function leavesTrace(trace: EntryTrace | undefined, limits: typeof TRACE): boolean {
  if (trace === undefined) return false;
  return trace.named || trace.words >= limits.words || trace.windows >= limits.windows;
}

/**
 * How much of what an entry names is anywhere in the commits, for entries that nothing ties to one. An entry without any
 * trace was hardly made true by them; one with some may have been, in other words. Pure.
 */
interface EntryTrace {
  /** Of the best message, 0 to 1. */
  readonly words: number;
  /** Of the entry's weight, what the best place of a change holds, 0 to 1. */
  readonly windows: number;
  /** A name of the code that the entry gives stands in a message. */
  readonly named: boolean;
}

/** In the order of the entries. */
function entryTraces(
  entries: readonly ChangelogEntry[],
  commits: readonly MatchCommit[],
): readonly EntryTrace[] {
  if (entries.length === 0) return [];
  const texts = commits.map(commitText);
  const own = entries.map(entryText);
  const weights = new WordWeights(texts, own);
  const names = new Set(
    texts.flatMap(({ titles, body }) => [
      ...titles.flatMap((title) => [...title.names]),
      ...body.names,
    ]),
  );
  const windows = bestWindow(entries, commits);
  return entries.map((entry, at) => {
    const text = own[at] ?? entryText(entry);
    const words = Math.max(0, ...texts.map((one) => formatScore(text, one, weights).score));
    const named = keysOf(wordsOf(entry.text)).some(
      (key) => key.startsWith('name:') && names.has(key.slice(5)),
    );
    return { words, windows: windows[at] ?? 0, named };
  });
}

/** Entries that name a commit by number, in words that are not about it. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { ReleaseProblem } from '../../words/release-note.ts';
import { oneLine } from '../../words/text.ts';
import type { EntryMatch, MatchCommit } from './contract.ts';
import { keysOf, wordsOf } from './entry-words.ts';
import { BACKS } from './match-words.ts';
import { changeTitle } from './message-parts.ts';
import { entryNumbers } from './numbered-notes.ts';
import { vagueKind } from './vague-entries.ts';
import { isCommonStem } from './word-forms.ts';
import { agreementOf, commitText, entryText, formatScore, WordWeights } from './word-matches.ts';
import { wroteEntry } from './written-entries.ts';

/** Of 126 true entries of three projects none lies below HELD; of as many with exchanged numbers three in five do. */
const HELD = 0.25;
const SAID = 0.35;
const LEAST_KEYS = 3;

/** Where its words fit another commit, less has to be missing. */
const HELD_BESIDE = 0.5;
const FITS_OWN = 0.2;

export interface DiffersRequest {
  readonly entries: readonly ChangelogEntry[];
  readonly match: EntryMatch;
  readonly commits: readonly MatchCommit[];
}

/** Entries worth reading the changes for: what their commits say does not sound like them. */
export function seemToDiffer({ entries, match, commits }: DiffersRequest): readonly number[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  return entries.flatMap((entry, index) => {
    const { by, commits: shas = [] } = match.entries[index] ?? {};
    if ((by !== 'number' && by !== 'commit') || vagueKind(entry.text) !== null) return [];
    const own = shas.flatMap((sha) => bySha.get(sha) ?? []);
    if (own.some((commit) => tellsTitle(entry, commit))) return [];
    const { keys, said } = agreementOf(entry, own);
    return keys >= LEAST_KEYS && own.length > 0 && said < SAID * keys ? [index] : [];
  });
}

/** @param request with the changes of the commits that `seemToDiffer` asks for */
export function checkDiffers(request: DiffersRequest): readonly ReleaseProblem[] {
  const { entries, match, commits } = request;
  const open = seemToDiffer(request);
  if (open.length === 0) return [];
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const texts = commits.map(commitText);
  const weights = new WordWeights(texts, entries.map(entryText));
  const told = new Set(entries.flatMap(entryNumbers));
  return open.flatMap((index) => {
    const entry = entries[index];
    const shas = match.entries[index]?.commits ?? [];
    const own = shas.flatMap((sha) => bySha.get(sha) ?? []);
    const [first] = own;
    // Without its lines nothing can be said of a commit.
    if (entry === undefined || first === undefined || !own.some(hasLines)) return [];
    // Who made the change said so in these words.
    if (own.some((commit) => wroteEntry(entry, commit))) return [];
    const { keys, held } = agreementOf(entry, own);
    const scores = texts.map((text) => formatScore(entryText(entry), text, weights).score);
    const ownBest = Math.max(
      0,
      ...scores.filter((_score, at) => shas.includes(commits[at]?.sha ?? first.sha)),
    );
    const best = scores.indexOf(Math.max(...scores));
    const other = commits[best];
    const fitsOther =
      other !== undefined &&
      !shas.includes(other.sha) &&
      (scores[best] ?? 0) >= BACKS &&
      other.userVisible &&
      // Without a number of its own, the entry could not have named it otherwise; one that another entry names is told.
      !told.has(String(other.pullRequest)) &&
      (other.pullRequest !== null || match.entries[index]?.by === 'commit');
    // A commit that closes the issue does what it asks for, an entry sums up several, and work on tests or documentation is
    // told, in words of their own.
    const isOwn =
      entryNumbers(entry).length <= 1 &&
      own.some(
        ({ pullRequest, sha, userVisible }) =>
          userVisible &&
          entry.references.some((name) => name === `#${pullRequest}` || sha.startsWith(name)),
      );
    const differs =
      (isOwn && held === 0) ||
      (fitsOther && held < HELD * keys) ||
      (fitsOther && held < HELD_BESIDE * keys && ownBest < FITS_OWN);
    if (!differs) return [];
    const fits = fitsOther ? ` Its words fit ${named(other)}.` : '';
    return [
      {
        code: 'entry-differs' as const,
        severity: 'medium' as const,
        message: `The entry "${oneLine(entry.text, 100)}" names ${named(first)}, which does something else.${fits}`,
        path: entry.path,
        line: entry.line,
        commits: [first.sha, ...(fitsOther ? [other.sha] : [])],
        advice: 'Correct the words of the entry, or the number that it names.',
      },
    ];
  });
}

function hasLines({ changes, merge }: MatchCommit): boolean {
  return !merge && (changes?.windows.length ?? 0) > 0;
}

function named(commit: MatchCommit): string {
  return `${commit.sha.slice(0, 7)} "${oneLine(changeTitle(commit), 100)}"`;
}

/** The entry says most of what a commit's title says, whatever else it tells of people and links. */
function tellsTitle(entry: ChangelogEntry, commit: MatchCommit): boolean {
  const own = new Set(keysOf(wordsOf(entry.text)));
  const title = keysOf(wordsOf(changeTitle(commit))).filter((key) => !isCommonStem(key));
  return title.length > 0 && title.filter((key) => own.has(key)).length * 3 >= title.length;
}

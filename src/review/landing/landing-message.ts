/** What the commits of a landing say. Pure; whatever agents wrote is shown, without anything that a terminal obeys. */
import type { ReadCommit } from '../../git/read-commits.ts';
import type { RunId } from '../../words/ids.ts';
import { oneLine, stripControls } from '../../words/text.ts';

export interface LandingWords {
  readonly branch: string;
  readonly target: string;
  readonly run: RunId | null;
  readonly routine: string | null;
  readonly set: string | null;
  readonly landing: string;
  readonly reason: string;
}

/** Ours alone to say; one that an agent wrote does not count. */
const OURS = new Set(['roundsman-run', 'roundsman-set', 'roundsman-landing']);
/** Says something of each line that a commit touches: true of the whole only where it is true of every commit. */
const OF_EVERY_LINE = 'roundsman-blame';
const COVERS = 'roundsman-covers';
const MOST_SUBJECTS = 50;

type Trailer = ReadCommit['trailers'][number];

/** @param commits of the branch, oldest first */
export function mergeMessage(words: LandingWords, commits: readonly ReadCommit[]): string {
  const covers = withoutKeys(commits).filter(({ key }) => key.toLowerCase() === COVERS);
  return textOf([
    `Merge ${words.branch} into ${words.target}`,
    told(words),
    subjectsOf(commits),
    trailerLines([...ours(words), ...unique(covers)]),
  ]);
}

/** A commit that blame passes over only wrote keys: the whole is no work on what the notes of it say. */
function withoutKeys(commits: readonly ReadCommit[]): readonly Trailer[] {
  return commits.flatMap(({ trailers }) =>
    trailers.some(isOfEveryLine)
      ? trailers.filter(({ key }) => key.toLowerCase() !== COVERS)
      : trailers,
  );
}

/** As its only commit said it, or the first one's subject over a list of all. @param commits oldest first, at least one */
export function squashMessage(words: LandingWords, commits: readonly ReadCommit[]): string {
  const [first] = commits;
  const alone = commits.length === 1 && first !== undefined;
  const blamed = commits.every(({ trailers }) => trailers.some(isOfEveryLine));
  const kept = (blamed ? commits.flatMap(({ trailers }) => trailers) : withoutKeys(commits)).filter(
    (one) => !OURS.has(one.key.toLowerCase()) && (blamed || !isOfEveryLine(one)),
  );
  const others = coAuthorsOf(commits);
  return textOf([
    oneLine(subjectOf(first), 300),
    alone ? bodyOf(first) : told(words),
    alone ? '' : subjectsOf(commits),
    trailerLines(unique([...kept, ...others, ...ours(words)])),
  ]);
}

export function revertMessage(
  words: Pick<LandingWords, 'target' | 'set' | 'landing' | 'reason'> & {
    readonly branches: readonly string[];
  },
): string {
  return textOf([
    `Revert the landing of ${words.set ?? words.branches[0] ?? words.landing}`,
    oneLine(words.reason, 1_000),
    `It had brought onto ${words.target}:\n${words.branches.map((name) => `* ${name}`).join('\n')}`,
    `Roundsman-Reverts: ${words.landing}`,
  ]);
}

/** The author of the squashed commit: the author of the newest commit. */
export function squashAuthor(commits: readonly ReadCommit[]): ReadCommit['author'] | null {
  return commits.at(-1)?.author ?? null;
}

function coAuthorsOf(commits: readonly ReadCommit[]): readonly Trailer[] {
  const author = squashAuthor(commits);
  return commits.flatMap((commit) =>
    commit.author.email === author?.email
      ? []
      : [
          {
            key: 'Co-authored-by',
            value: `${commit.author.name || 'unknown'} <${commit.author.email}>`,
          },
        ],
  );
}

function isOfEveryLine({ key }: Trailer): boolean {
  return key.toLowerCase() === OF_EVERY_LINE;
}

function told({ routine, set, reason }: LandingWords): string {
  const whose = routine === null ? [] : [`Made by the routine ${routine}.`];
  const together = set === null ? [] : [`Landed with the branch group ${set}.`];
  const why = reason === '' ? [] : [oneLine(reason, 1_000)];
  return [...why, ...whose, ...together].join('\n');
}

function ours({ run, set, landing }: LandingWords): readonly Trailer[] {
  return [
    ...(run === null ? [] : [{ key: 'Roundsman-Run', value: run }]),
    ...(set === null ? [] : [{ key: 'Roundsman-Set', value: set }]),
    { key: 'Roundsman-Landing', value: landing },
  ];
}

function subjectsOf(commits: readonly ReadCommit[]): string {
  const lines = commits
    .slice(0, MOST_SUBJECTS)
    .map((commit) => `* ${oneLine(subjectOf(commit), 200)}`);
  const more = commits.length - lines.length;
  return [...lines, ...(more > 0 ? [`* and ${more} more`] : [])].join('\n');
}

function subjectOf(commit: ReadCommit | undefined): string {
  const text = (commit?.message ?? '').trim();
  return (text.split('\n')[0] ?? '') || '(no message)';
}

/** Without subject, and without the block of trailers at its end. */
function bodyOf({ message, trailers }: ReadCommit): string {
  const paragraphs = stripControls(message)
    .trim()
    .split(/\n{2,}/);
  const rest = paragraphs[0]?.includes('\n') === true ? [restOf(paragraphs[0])] : [];
  const body = [...rest, ...paragraphs.slice(1)];
  const last = trailers.length > 0 ? body.pop() : undefined;
  return [...body, withoutTrailers(last ?? '')].join('\n\n').trim();
}

function withoutTrailers(paragraph: string): string {
  return paragraph
    .split('\n')
    .filter((line) => !/^([A-Za-z0-9-]+\s*:|\s)/.test(line))
    .join('\n');
}

function restOf(paragraph: string): string {
  return paragraph.slice(paragraph.indexOf('\n') + 1);
}

function unique(trailers: readonly Trailer[]): readonly Trailer[] {
  const seen = new Set<string>();
  return trailers.filter(({ key, value }) => {
    const name = `${key.toLowerCase()}:${value}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function trailerLines(trailers: readonly Trailer[]): string {
  return trailers
    .map(({ key, value }) => `${oneLine(key, 100)}: ${oneLine(value, 500)}`)
    .join('\n');
}

function textOf(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

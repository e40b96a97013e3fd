/** Entries that stand twice. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { ReleaseProblem } from '../../words/release-note.ts';
import { oneLine } from '../../words/text.ts';
import type { CheckRequest } from './check-contract.ts';
import { wordsOf } from './entry-words.ts';
import { vagueKind } from './vague-entries.ts';

const LEAST_WORDS = 2;

/**
 * Within one release, and in a release of the range and among what is not released yet. The same entry under two
 * releases is how a change that went to two lines is told, and no mistake.
 */
export function checkDuplicates(request: CheckRequest): readonly ReleaseProblem[] {
  const releases = [...request.changelog.releases, ...(request.otherReleases ?? [])];
  const releaseOf = (entry: ChangelogEntry): number =>
    releases.findIndex(
      ({ path, line, end }) => path === entry.path && entry.line >= line && entry.line <= end,
    );
  const seen = new Map<string, ChangelogEntry>();
  return request.entries.flatMap((entry) => {
    const text = sameText(entry);
    if (text === null) return [];
    const release = releaseOf(entry);
    const inRelease = seen.get(`${release}:${text}`);
    const pending = releases[release]?.version === null;
    const elsewhere = seen.get(`${pending ? 'released' : 'pending'}:${text}`);
    seen.set(`${release}:${text}`, inRelease ?? entry);
    seen.set(`${pending ? 'pending' : 'released'}:${text}`, entry);
    const first = inRelease ?? elsewhere;
    if (first === undefined) return [];
    return [
      {
        code: 'duplicate-entry' as const,
        severity: 'low' as const,
        message: `The entry "${oneLine(entry.text, 100)}" stands twice, ${where(first, entry)}.`,
        path: entry.path,
        line: entry.line,
        commits: [],
        advice: 'Remove one of the two.',
      },
    ];
  });
}

/** All entries of a JSON file may stand on one line. */
function where(first: ChangelogEntry, second: ChangelogEntry): string {
  return first.line === second.line
    ? `in line ${first.line}`
    : `in lines ${first.line} and ${second.line}`;
}

/** `null`: too little to be the same by more than chance. */
function sameText(entry: ChangelogEntry): string | null {
  if (vagueKind(entry.text) !== null) return null;
  const { stems } = wordsOf(entry.text);
  if (stems.size < LEAST_WORDS) return null;
  return entry.text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();
}

/** Entries under a release that was out before any commit of theirs came in. */
import { logRange } from '../../git/log-range.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ReleaseProblem } from '../../words/release-note.ts';
import { oneLine } from '../../words/text.ts';
import type { EntryMatch, MatchCommit, ReleaseTag } from './contract.ts';
import { changeTitle } from './message-parts.ts';
import { entryNumbers, ownNumbers } from './numbered-notes.ts';
import { describeCommits } from './range-commits.ts';
import type { RangeEntry } from './range-entries.ts';
import type { VisibleRules } from './user-visible.ts';
import { sameVersion } from './versions.ts';

interface LateRequest {
  readonly context: GitContext;
  readonly from: CommitSha | null;
  readonly counted: readonly RangeEntry[];
  readonly match: EntryMatch;
  readonly commits: readonly MatchCommit[];
  /** Release tags at the range's beginning. */
  readonly out: readonly ReleaseTag[];
  readonly rules: VisibleRules;
}

/** Of the time before the range, looked through for the same change. */
const MAX_PAST = 4_000;
/** So many in one release were put there on purpose. */
const GATHERED = 3;

/** Only entries that name a commit or its number, and whose change is not in the release under another commit. */
export async function findLate(request: LateRequest): Promise<readonly ReleaseProblem[]> {
  const { context, from, counted, match, commits, out, rules } = request;
  if (from === null) return [];
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const late = counted.flatMap(({ entry, release: { version } }, index) => {
    const { by, commits: backing = [] } = match.entries[index] ?? {};
    const first = bySha.get(backing.find((sha) => bySha.has(sha)) ?? from);
    const isSure = by === 'number' || by === 'commit';
    if (version === null || first === undefined || !isSure) return [];
    return out.some((tag) => sameVersion(tag.version, version)) ? [{ entry, version, first }] : [];
  });
  if (late.length === 0) return [];
  const raw = await logRange(context, { from: null, to: from, max: MAX_PAST });
  const past = describeCommits(raw, rules);
  const titles = new Set(past.map((commit) => plain(changeTitle(commit))));
  const numbers = new Set(past.flatMap(ownNumbers));
  const problems = late.flatMap(({ entry, version, first }): readonly ReleaseProblem[] => {
    const isThere =
      titles.has(plain(changeTitle(first))) ||
      [...entryNumbers(entry), ...ownNumbers(first)].some((number) => numbers.has(number));
    if (isThere) return [];
    return [
      {
        code: 'released-later',
        severity: 'medium',
        message: `The entry "${oneLine(entry.text, 100)}" stands under ${version}, and that was out before its commit ${first.sha.slice(0, 7)} "${oneLine(first.subject, 100)}" came in.`,
        path: entry.path,
        line: entry.line,
        commits: [first.sha],
        advice: `Move the entry to the release that brings the commit.`,
      },
    ];
  });
  return problems.length < GATHERED ? problems : [];
}

function plain(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

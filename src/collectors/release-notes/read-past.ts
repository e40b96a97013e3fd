/** The releases before a range, matched by messages alone, to learn what the project's notes list. */
import { countRange, logRange } from '../../git/log-range.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import { isPrerelease } from '../../words/version-order.ts';
import type { RangeRequest } from './choose-range.ts';
import type { MatchedStretch } from './listing-habit.ts';
import { matchEntries } from './match-entries.ts';
import { readNotesOfRange, type NotesRule } from './notes-of-range.ts';
import { describeCommits } from './range-commits.ts';
import { releaseTags } from './release-tags.ts';
import type { VisibleRules } from './user-visible.ts';

/** As many releases back as hold no more commits than this. */
const RELEASES = [6, 3, 1];
const MAX_COMMITS = 500;

export async function readPast(request: {
  readonly context: GitContext;
  readonly rule: NotesRule;
  readonly ranges: RangeRequest;
  /** Where the range begins; `null`: there is nothing before it. */
  readonly until: CommitSha | null;
  readonly rules: VisibleRules;
}): Promise<readonly MatchedStretch[]> {
  const { context, rule, ranges, until, rules } = request;
  if (until === null) return [];
  const start = await startOfPast(request, until);
  if (start === null) return [];
  const notes = await readNotesOfRange({ context, rule, ranges, from: start, to: until });
  const entries = [...notes.found.entries, ...notes.others.entries].map(({ entry }) => entry);
  if (entries.length === 0) return [];
  const raw = await logRange(context, { from: start, to: until, max: MAX_COMMITS });
  const commits = describeCommits(raw, rules);
  const match = matchEntries({ entries, commits, notePaths: notes.paths });
  return [{ commits, match, notePaths: notes.paths }];
}

async function startOfPast(
  { context, rule, ranges }: Parameters<typeof readPast>[0],
  until: CommitSha,
): Promise<CommitSha | null> {
  const tags = releaseTags(await ranges.mergedTags(until), rule.tags).filter(
    ({ version, commit }) => !isPrerelease(version) && commit !== until,
  );
  for (const back of RELEASES) {
    const from = tags.at(-Math.min(back, tags.length))?.commit;
    if (from === undefined) continue;
    if ((await countRange(context, { from, to: until })) <= MAX_COMMITS) return from;
  }
  return null;
}

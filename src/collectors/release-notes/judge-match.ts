/** What the matching leaves open: how sure that is, and what is wrong with entries, versions and dates. */
import { countRange, logRange } from '../../git/log-range.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ReleaseProblem } from '../../words/release-note.ts';
import { isPrerelease } from '../../words/version-order.ts';
import { checkDiffers } from './check-differs.ts';
import { checkRelease } from './check-release.ts';
import type { ChosenRange, RangeRequest } from './choose-range.ts';
import { commentsOnly } from './comments-only.ts';
import type { MatchCommit } from './contract.ts';
import { findLate, findMoved, type MovedEntries } from './find-moved.ts';
import { learnHabit, type MatchedStretch, writesAtRelease } from './listing-habit.ts';
import { matchEntries, type MatchedRange } from './match-entries.ts';
import {
  asksForOne,
  type NotesOfRange,
  type NotesRule,
  readNotesOfRange,
} from './notes-of-range.ts';
import { isRequest, type NumberedNotes, readNumbered } from './numbered-notes.ts';
import { describeCommits, withoutForeign } from './range-commits.ts';
import type { RangeEntry } from './range-entries.ts';
import { readManifests } from './read-manifest.ts';
import { releaseTags } from './release-tags.ts';
import {
  readToldEntries,
  toldElsewhere,
  type ToldEntries,
  waitingCommits,
} from './told-elsewhere.ts';
import type { VisibleRules } from './user-visible.ts';
import { sameVersion } from './versions.ts';
import { type WeighedMatch, weighMatch } from './weigh-match.ts';

/** As many releases back as hold no more commits than this. */
const RELEASES = [6, 3, 1];
const MAX_COMMITS = 500;

/** Commits whose files are read for what they change besides comments. */
const MAX_READ = 50;

export interface JudgeRequest {
  readonly context: GitContext;
  readonly rule: NotesRule;
  readonly timezone: string;
  readonly chosen: ChosenRange;
  readonly notes: NotesOfRange;
  /** Those that are checked; the match may hold more, behind them. */
  readonly counted: readonly RangeEntry[];
  /** Of the range alone. */
  readonly commits: readonly MatchCommit[];
  readonly matched: MatchedRange;
  readonly rules: VisibleRules;
}

export interface JudgedMatch {
  readonly weighed: WeighedMatch;
  /** Left out of it: the notes that will list them are not written yet. */
  readonly waiting: readonly CommitSha[];
  readonly moved: MovedEntries;
  readonly problems: readonly ReleaseProblem[];
}

export async function judgeMatch(request: JudgeRequest): Promise<JudgedMatch> {
  const { context, rule, chosen, notes, counted, commits, matched, rules } = request;
  const { match } = matched;
  const entries = counted.map(({ entry }) => entry);
  const until = chosen.range.from;
  const past = await readPast({ context, rule, ranges: chosen, until, rules });
  const before = new Set(notes.treeBefore.map(({ path }) => path));
  const existed = (path: string): boolean => before.has(path);
  const told = await readToldEntries(context, notes);
  const own = { commits, match, notePaths: notes.paths };
  const numbered = readNumbered({
    own,
    past: past.stretches,
    entries,
    pastEntries: past.entries,
    told: told.numbers,
  });
  const habit = numbered?.habit ?? learnHabit([own, ...past.stretches]);
  const weighed = weighMatch({
    entries,
    match: numbered?.match ?? match,
    commits: matched.commits,
    habit,
    existed,
    numbered,
  });
  const covering = asksForOne(rule)
    ? notes.covering.slice(0, 1).map(({ path }) => ({ path, folder: '' }))
    : notes.covering;
  // Entries for a release to come show that its notes are being written.
  const isBegun = counted.some(({ release }) => release.version === null);
  const isGivenUp = await areGivenUp(request);
  const atRelease = writesAtRelease(habit) && !isBegun && !isGivenUp;
  const waiting = waitingCommits({ commits, covering, existed, atRelease });
  const open = new Set([...weighed.unmentioned, ...weighed.perhaps]);
  const kept = [...open].filter((sha) => !waiting.has(sha));
  const { missing, unsure, elsewhere } = await sift(request, { kept, weighed, told, numbered });
  const moved = await findMoved({ context, rule, chosen, notes, counted, match });
  const differs = checkDiffers({ ...matched, entries });
  const out = await releasesAt(request, until);
  const late = await findLate({ context, from: until, counted, match, commits, out, rules });
  const problems = await findProblems(request);
  // A program lists what it was told to list, and often only after the release.
  const isCertain = notes.changelog?.generated !== true && !isGivenUp;
  return {
    weighed: {
      doubtful: new Set([...weighed.doubtful, ...writtenLate(request, out)]),
      unmentioned: isCertain ? missing : [],
      perhaps: isCertain ? unsure : [...missing, ...unsure],
    },
    waiting: commits.flatMap(({ sha }) => (open.has(sha) && waiting.has(sha) ? [sha] : [])),
    moved,
    problems: [
      ...problems.filter(
        (problem) => !isLeftOut(problem, (sha) => waiting.has(sha) || elsewhere.has(sha)),
      ),
      ...moved.problems,
      ...late,
      ...differs,
    ],
  };
}

interface OpenCommits {
  readonly kept: readonly CommitSha[];
  readonly weighed: WeighedMatch;
  readonly told: ToldEntries;
  readonly numbered: NumberedNotes | null;
}

/** Without what is told elsewhere. Notes that list nearly everything may list what changes comments alone. */
async function sift(
  { context, matched: { match, commits } }: JudgeRequest,
  { kept, weighed, told, numbered }: OpenCommits,
): Promise<{
  readonly missing: readonly CommitSha[];
  readonly unsure: readonly CommitSha[];
  readonly elsewhere: ReadonlySet<CommitSha>;
}> {
  const open = new Set(kept);
  const elsewhere = toldElsewhere(
    told,
    commits.filter(({ sha }) => open.has(sha)),
    // What no user notices is often listed without its number.
    (commit) =>
      !match.dropped.has(commit.sha) &&
      (numbered === null || !isRequest(commit) || !commit.userVisible),
  );
  const left = new Set(kept.filter((sha) => !elsewhere.has(sha)));
  const read = new Set([...left].slice(0, MAX_READ));
  const silent = await commentsOnly(
    context,
    commits.filter(({ sha }) => read.has(sha)),
  );
  const isSilent = (sha: CommitSha): boolean => silent.has(sha) && !match.dropped.has(sha);
  const missing = weighed.unmentioned.filter((sha) => left.has(sha));
  return {
    missing: missing.filter((sha) => !isSilent(sha)),
    unsure: [
      ...missing.filter(isSilent),
      ...weighed.perhaps.filter((sha) => left.has(sha) && !isSilent(sha)),
    ],
    elsewhere,
  };
}

/** They tell nothing of the range, and never told of the release that it begins with: their project writes elsewhere by now. */
async function areGivenUp({ rule, chosen, notes, counted }: JudgeRequest): Promise<boolean> {
  const { from, to } = chosen.range;
  if (notes.changelog === null || counted.length > 0) return false;
  const tags = releaseTags(await chosen.mergedTags(to), rule.tags);
  const begin = tags.find(({ commit }) => commit === from);
  const isTold = notes.changelog.releases.some(
    ({ version }) => version !== null && begin !== undefined && sameVersion(version, begin.version),
  );
  return begin !== undefined && !isTold;
}

/** Entries brought into a release that was out when the range began tell of the time before it. */
function writtenLate(
  { counted, matched }: JudgeRequest,
  out: ReturnType<typeof releaseTags>,
): readonly number[] {
  return counted.flatMap(({ release: { version } }, index) =>
    version !== null &&
    matched.match.entries[index]?.backed === false &&
    out.some((tag) => sameVersion(tag.version, version))
      ? [index]
      : [],
  );
}

async function releasesAt(
  { rule, chosen }: Pick<JudgeRequest, 'rule' | 'chosen'>,
  commit: CommitSha | null,
): Promise<ReturnType<typeof releaseTags>> {
  return commit === null ? [] : releaseTags(await chosen.mergedTags(commit), rule.tags);
}

/** That no entry tells a breaking change is not a mistake where none is expected yet, or where it stands elsewhere. */
function isLeftOut(
  { code, path, commits }: ReleaseProblem,
  isExcused: (sha: CommitSha) => boolean,
): boolean {
  return code === 'breaking-unmarked' && path === null && commits.every(isExcused);
}

/** Without notes there is nothing to be wrong in them. */
async function findProblems(request: JudgeRequest): Promise<readonly ReleaseProblem[]> {
  const { context, rule, timezone, chosen, notes, counted, commits, matched } = request;
  if (notes.changelog === null && counted.length === 0) return [];
  const { tree, treeBefore: before } = notes;
  return checkRelease({
    changelog: notes.changelog ?? { form: 'headings', releases: [] },
    before: notes.before,
    releases: notes.found.releases,
    entries: counted.map(({ entry }) => entry),
    otherReleases: notes.others.releases,
    match: matched.match,
    commits,
    range: chosen.range,
    tags: releaseTags(await chosen.mergedTags(chosen.range.to), rule.tags),
    manifests: await readManifests(context, { tree, before, folder: chosen.folder }),
    timezone,
  });
}

interface Past {
  readonly entries: readonly ChangelogEntry[];
  readonly stretches: readonly MatchedStretch[];
}

const NO_PAST: Past = { entries: [], stretches: [] };

/** The releases before a range, matched by messages alone, to learn what the project's notes list. */
async function readPast(request: {
  readonly context: GitContext;
  readonly rule: NotesRule;
  readonly ranges: RangeRequest;
  /** Where the range begins; `null`: there is nothing before it. */
  readonly until: CommitSha | null;
  readonly rules: VisibleRules;
}): Promise<Past> {
  const { context, rule, ranges, until, rules } = request;
  if (until === null) return NO_PAST;
  const start = await startOfPast(request, until);
  if (start === null) return NO_PAST;
  const notes = await readNotesOfRange({ context, rule, ranges, from: start, to: until });
  const entries = [...notes.found.entries, ...notes.others.entries].map(({ entry }) => entry);
  if (entries.length === 0) return NO_PAST;
  const raw = await logRange(context, { from: start, to: until, max: MAX_COMMITS });
  const commits = describeCommits(withoutForeign(raw, start), rules);
  const match = matchEntries({ entries, commits, notePaths: notes.paths });
  return { entries, stretches: [{ commits, match, notePaths: notes.paths }] };
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

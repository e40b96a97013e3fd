/**
 * `release-notes`: the entries of a range against the commits that make them true.
 *
 * The notes are read at the end of the range and at its beginning; what is new between them is checked. Nothing is
 * read from the working tree. A repository without notes is no error: every user-visible commit is then unmentioned.
 */
import { coveringFolder } from '../../domain/covering-folder.ts';
import { AppError } from '../../domain/errors.ts';
import type { ReleaseNotesFacts } from '../../domain/facts.ts';
import type { CommitSha } from '../../domain/ids.ts';
import { matchPaths } from '../../domain/path-globs.ts';
import type { ReleaseDeployment, ReleaseProblem, ReleaseRange } from '../../domain/release-note.ts';
import type { Collector } from '../../domain/routine.ts';
import { gitIn } from '../../git/git-call.ts';
import { listTags, type Tag } from '../../git/list-tags.ts';
import { countRange, logRange } from '../../git/log-range.ts';
import { listTree } from '../../git/ls-tree.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CollectRequest } from '../contract.ts';
import { checkDiffers } from './check-differs.ts';
import { checkRelease } from './check-release.ts';
import { deployedRange, givenRange, rangeSinceRelease, type RangeRequest } from './choose-range.ts';
import { asksForOne, countedEntries, describeNotes, otherEntries } from './counted-notes.ts';
import { learnHabit } from './listing-habit.ts';
import { findPackageFolder, readManifests } from './manifests.ts';
import type { EntryMatch, MatchCommit } from './match-contract.ts';
import { matchWithChanges, type MatchedRange } from './match-with-changes.ts';
import { isNotesFragment } from './notes-fragments.ts';
import { readNotesOfRange, type NotesOfRange } from './notes-of-range.ts';
import { pairRange } from './pair-range.ts';
import { describeCommits } from './range-commits.ts';
import type { RangeEntry } from './range-entries.ts';
import { readChanges } from './read-changes.ts';
import { readPast } from './read-past.ts';
import { toItem } from './release-item.ts';
import { packageOf, releaseTags } from './release-tags.ts';
import { findReleasedBefore, firstRelease, type EarlierFound } from './released-before.ts';
import { rememberedDeployment } from './remember-release.ts';
import type { VisibleRules } from './user-visible.ts';
import { sameVersion } from './versions.ts';
import { weighMatch } from './weigh-match.ts';

export type ReleaseNotesRule = Extract<Collector, { kind: 'release-notes' }>;
type Request = CollectRequest<ReleaseNotesRule>;

/** Read at most; the rest of a longer history is counted. */
const MAX_READ = 20_000;
const MAX_COMMITS = 5_000;
const MAX_ITEMS = 2_000;
/** Paths that one call of git is given. */
const MAX_FRAGMENTS = 1_000;
/** Of the time before the range, looked through for what entries name. */
const MAX_PAST = 4_000;

export async function collectReleaseNotes(request: Request): Promise<ReleaseNotesFacts> {
  const context = contextOf(request);
  request.progress('choosing the range');
  const chosen = await chooseRange(request, context);
  const { range } = chosen;
  request.progress('reading the notes');
  const notes = await readNotesOfRange({ context, rule: request.rule, ranges: chosen, ...range });
  if (notes.place === null && request.rule.path !== null) {
    throw notesMissing(request.rule.path, range.toName);
  }
  const counted = countedEntries(request.rule, notes);
  request.progress('reading the commits');
  const rules = visibleRules(request, notes);
  const raw = await logRange(context, { from: range.from, to: range.to, max: MAX_READ });
  const commits = describeCommits(raw, rules);
  const earlier = notes.found.moved ? await readEarlier(request, context, chosen) : [];
  request.progress('matching entries and commits');
  // Entries of other packages come last: they tell of commits, and are no items.
  const entries = [...counted, ...otherEntries(counted, notes)].map(({ entry }) => entry);
  const fragments = fragmentsOf(commits);
  const matched = await matchWithChanges(
    { entries, commits: [...commits, ...earlier], notePaths: notes.paths },
    (shas, what) => readChanges(context, shas, { notePaths: notes.paths, fragments, what }),
  );
  const { match, weighed, moved, problems } = await judgeMatch({
    request,
    context,
    chosen,
    notes,
    counted,
    commits,
    matched,
    rules,
  });
  const items = counted.map((one, index) =>
    toItem(one, {
      tied: match.entries[index],
      named: moved.backing.get(index),
      doubtful: weighed.doubtful.has(index),
    }),
  );
  const backing = new Set(items.flatMap((item) => item.commits));
  const past = [...earlier, ...moved.commits].filter(({ sha }) => backing.has(sha));
  const total = commits.length < MAX_READ ? commits.length : await countRange(context, range);
  return {
    kind: 'release-notes',
    items: items.slice(0, MAX_ITEMS),
    coverage: { examined: commits.length + items.length, found: items.length },
    truncated: Math.max(0, items.length - MAX_ITEMS),
    untrusted: false,
    range,
    changelog: describeNotes(request.rule, notes),
    unmentioned: weighed.unmentioned,
    perhaps: weighed.perhaps,
    commits: [...commits, ...past].slice(0, MAX_COMMITS).map(toFact),
    moreCommits: Math.max(0, total - Math.min(commits.length, MAX_COMMITS)),
    problems,
    deployment: chosen.deployment,
  };
}

/** What the match leaves open, and how sure that is. */
async function judgeMatch({
  matched,
  rules,
  ...asked
}: Omit<ProblemsRequest, 'match'> & {
  readonly matched: MatchedRange;
  readonly rules: VisibleRules;
}) {
  const { request, context, chosen, notes, counted, commits } = asked;
  const { range } = chosen;
  const entries = counted.map(({ entry }) => entry);
  const past = await readPast({
    context,
    rule: request.rule,
    ranges: chosen,
    until: range.from,
    rules,
  });
  const own = matched.match.entries;
  const match = { ...matched.match, entries: own };
  const before = new Set(notes.treeBefore.map(({ path }) => path));
  const weighed = weighMatch({
    entries: entries,
    match,
    commits: matched.commits,
    habit: learnHabit([{ commits, match }, ...past]),
    existed: (path) => before.has(path),
  });
  const moved = await findMoved({ request, context, chosen, notes, counted, match });
  const differs = checkDiffers({ ...matched, entries: entries, match });
  const problems = await findProblems({ request, context, chosen, notes, counted, match, commits });
  return { match, weighed, moved, problems: [...problems, ...moved.problems, ...differs] };
}

function fragmentsOf(commits: readonly MatchCommit[]): readonly string[] {
  const paths = commits.flatMap(({ allFiles }) => allFiles.filter(isNotesFragment));
  return [...new Set(paths)].slice(0, MAX_FRAGMENTS);
}

interface ProblemsRequest {
  readonly request: Request;
  readonly context: GitContext;
  readonly chosen: Chosen;
  readonly notes: NotesOfRange;
  readonly counted: readonly RangeEntry[];
  readonly match: EntryMatch;
  readonly commits: readonly MatchCommit[];
}

/** Without notes there is nothing to be wrong in them. */
async function findProblems(asked: ProblemsRequest): Promise<readonly ReleaseProblem[]> {
  const { request, context, chosen, notes, counted, match, commits } = asked;
  if (notes.changelog === null && counted.length === 0) return [];
  const { tree, treeBefore: before } = notes;
  return checkRelease({
    changelog: notes.changelog ?? { form: 'headings', releases: [] },
    releases: notes.found.releases,
    entries: counted.map(({ entry }) => entry),
    otherReleases: notes.others.releases,
    match,
    commits,
    range: chosen.range,
    tags: releaseTags(await chosen.mergedTags(chosen.range.to), request.rule.tags),
    manifests: await readManifests(context, { tree, before, folder: chosen.folder }),
    timezone: request.timezone,
  });
}

/** What entries that nothing in the range backs name of the time before it. */
async function findMoved(
  asked: Omit<ProblemsRequest, 'commits'>,
): Promise<EarlierFound & { readonly commits: readonly MatchCommit[] }> {
  const { request, context, chosen, notes, counted, match } = asked;
  const { from, to } = chosen.range;
  const open = new Map(
    counted.flatMap((one, index) =>
      match.entries[index]?.backed === false && one.entry.references.length > 0
        ? [[index, one] as const]
        : [],
    ),
  );
  if (open.size === 0 || from === null) return { backing: new Map(), problems: [], commits: [] };
  const raw = await logRange(context, { from: null, to: from, max: MAX_PAST });
  const commits = describeCommits(raw, visibleRules(request, notes)).map((commit) => ({
    ...commit,
    userVisible: false,
  }));
  const tags = releaseTags(await chosen.mergedTags(to), request.rule.tags).toSorted(
    (a, b) => Date.parse(a.date) - Date.parse(b.date),
  );
  const found = await findReleasedBefore({
    open,
    commits,
    firstRelease: async (commit) => firstRelease(chosen.git, tags, commit),
    entriesUnder: (version) =>
      (notes.changelog?.releases ?? [])
        .filter((release) => release.version !== null && sameVersion(release.version, version))
        .flatMap(({ entries }) => entries),
  });
  return { ...found, commits };
}

interface Chosen extends RangeRequest {
  readonly range: ReleaseRange;
  readonly deployment: ReleaseDeployment | null;
}

async function chooseRange(request: Request, context: GitContext): Promise<Chosen> {
  const { rule, base, memory } = request;
  const name = packageOf(rule.tags);
  const folder =
    name === null ? null : await findPackageFolder(context, await listTree(context, base), name);
  const merged = new Map<CommitSha, Promise<readonly Tag[]>>();
  const ranges: RangeRequest = {
    context,
    git: gitIn(context),
    base,
    tags: await listTags(context, { kind: 'all' }),
    mergedTags: (commit) => {
      const asked = merged.get(commit) ?? listTags(context, { kind: 'merged', into: commit });
      merged.set(commit, asked);
      return asked;
    },
    pattern: rule.tags,
    folder: folder ?? '',
  };
  const pair = request.deployment;
  if (pair !== null && rule.range.kind !== 'given') {
    const name = rule.range.kind === 'deployed' ? rule.range.ref : pair.environment;
    const found = await pairRange(ranges, { name, pair }, rememberedDeployment(memory, name));
    return { ...ranges, ...found };
  }
  if (rule.range.kind === 'deployed') {
    const { ref } = rule.range;
    const found = await deployedRange(ranges, ref, rememberedDeployment(memory, ref));
    return { ...ranges, ...found };
  }
  const range =
    rule.range.kind === 'given'
      ? await givenRange(ranges, rule.range)
      : await rangeSinceRelease(ranges, base);
  return { ...ranges, range, deployment: null };
}

/**
 * Commits before the range that may back what had stood under `Unreleased` already: those since the last release. They
 * are no part of the range, so none of them is missed in the notes.
 */
async function readEarlier(
  request: Request,
  context: GitContext,
  chosen: Chosen,
): Promise<readonly MatchCommit[]> {
  const { range } = chosen;
  if (range.from === null) return [];
  const { from } = await rangeSinceRelease(chosen, range.from);
  const commits = await logRange(context, { from, to: range.from, max: MAX_COMMITS });
  return describeCommits(commits, visibleRules(request, { covering: [] })).map((commit) => ({
    ...commit,
    userVisible: false,
  }));
}

/** Only what the notes that count cover; of a package of several, what is in its folder. */
function visibleRules(
  request: Request,
  { covering }: Pick<NotesOfRange, 'covering'>,
): VisibleRules {
  const { rule } = request;
  const excluded = matchPaths(rule.exclude);
  const folders = covering.map(({ folder }) => folder);
  const counted = new Set(asksForOne(rule) ? folders.slice(0, 1) : folders);
  const isCovered = (path: string): boolean => {
    const folder = coveringFolder(path, folders);
    return folder !== null && counted.has(folder);
  };
  return {
    types: rule.types,
    excluded: (path) => excluded(path) || (folders.length > 0 && !isCovered(path)),
  };
}

function contextOf({ repository, gitEnv, signal }: Request): GitContext {
  return { cwd: repository, env: gitEnv, ...(signal === undefined ? {} : { signal }) };
}

function toFact({
  body: _body,
  allFiles: _files,
  brings: _brings,
  changes: _changes,
  ...fact
}: MatchCommit) {
  return fact;
}

function notesMissing(path: string, at: string): AppError {
  return new AppError('missing', {
    code: 'notes-missing',
    message: `the release notes \`${path}\` are not in ${at}`,
    hint: 'Set collect.release-notes.path to a file or folder of that commit, or leave it out to have it found by its name.',
  });
}

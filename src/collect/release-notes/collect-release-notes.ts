/**
 * `release-notes`: the entries of a range against the commits that make them true.
 *
 * The notes are read at the end of the range and at its beginning; what is new between them is checked. Nothing is
 * read from the working tree. A repository without notes is no error: every user-visible commit is then unmentioned.
 */
import type { Changelog } from '../../domain/changelog.ts';
import { parseChangelog } from '../../domain/changelog/parse-changelog.ts';
import { AppError } from '../../domain/errors.ts';
import type { ReleaseNotesFacts } from '../../domain/facts.ts';
import type { CommitSha } from '../../domain/ids.ts';
import { matchPaths } from '../../domain/path-globs.ts';
import type {
  ReleaseDeployment,
  ReleaseNoteFact,
  ReleaseProblem,
  ReleaseRange,
} from '../../domain/release-note.ts';
import type { Collector } from '../../domain/routine.ts';
import { gitIn } from '../../git/git-call.ts';
import { listTags, type Tag } from '../../git/list-tags.ts';
import { countRange, logRange } from '../../git/log-range.ts';
import { listTree, type TreeFile } from '../../git/ls-tree.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CollectRequest } from '../contract.ts';
import { checkRelease } from './check-release.ts';
import { deployedRange, givenRange, rangeSinceRelease, type RangeRequest } from './choose-range.ts';
import { findEarlierNotes, findNotes, readNotes, type NotesPlace } from './find-notes.ts';
import { findPackageFolder, readManifests } from './manifests.ts';
import type { EntryMatch, MatchCommit } from './match-contract.ts';
import { matchWithChanges } from './match-with-changes.ts';
import { pairRange } from './pair-range.ts';
import { describeCommits } from './range-commits.ts';
import { entriesOfRange, type RangeEntries } from './range-entries.ts';
import { readChanges } from './read-changes.ts';
import { packageOf, releaseTags } from './release-tags.ts';
import { rememberedDeployment } from './remember-release.ts';
import type { VisibleRules } from './user-visible.ts';

export type ReleaseNotesRule = Extract<Collector, { kind: 'release-notes' }>;
type Request = CollectRequest<ReleaseNotesRule>;

/** Read at most; the rest of a longer history is counted. */
const MAX_READ = 20_000;
const MAX_COMMITS = 5_000;
const MAX_ITEMS = 2_000;

export async function collectReleaseNotes(request: Request): Promise<ReleaseNotesFacts> {
  const context = contextOf(request);
  request.progress('choosing the range');
  const chosen = await chooseRange(request, context);
  const { range } = chosen;
  request.progress('reading the notes');
  const notes = await readBothEnds(request, context, chosen);
  request.progress('reading the commits');
  const commits = await readCommits(request, context, chosen);
  const earlier = notes.found.moved ? await readEarlier(request, context, chosen) : [];
  request.progress('matching entries and commits');
  const entries = notes.found.entries.map(({ entry }) => entry);
  const all = [...commits, ...earlier];
  const match = await matchWithChanges(
    { entries, commits: all, notePaths: notes.paths },
    (shas, what) => readChanges(context, shas, { notePaths: notes.paths, what }),
  );
  const problems = await findProblems({ request, context, chosen, notes, match, commits });
  const items = notes.found.entries.map(({ entry, release }, index): ReleaseNoteFact => {
    const { text, section, path, line, breaking, references } = entry;
    const { version, date } = release;
    const tied = match.entries[index] ?? { commits: [], backed: false, by: null };
    return { version, date, entry: text, section, path, line, breaking, references, ...tied };
  });
  const backing = new Set(items.flatMap((item) => item.commits));
  const listed = [...commits, ...earlier.filter(({ sha }) => backing.has(sha))];
  const total = commits.length < MAX_READ ? commits.length : await countRange(context, range);
  return {
    kind: 'release-notes',
    items: items.slice(0, MAX_ITEMS),
    coverage: { examined: commits.length + items.length, found: items.length },
    truncated: Math.max(0, items.length - MAX_ITEMS),
    untrusted: false,
    range,
    changelog:
      notes.changelog === null || notes.place === null
        ? null
        : { path: notes.place.path, form: notes.changelog.form },
    unmentioned: match.unmentioned,
    commits: listed.slice(0, MAX_COMMITS).map(toFact),
    moreCommits: Math.max(0, total - Math.min(commits.length, MAX_COMMITS)),
    problems,
    deployment: chosen.deployment,
  };
}

interface ProblemsRequest {
  readonly request: Request;
  readonly context: GitContext;
  readonly chosen: Chosen;
  readonly notes: BothEnds;
  readonly match: EntryMatch;
  readonly commits: readonly MatchCommit[];
}

/** Without notes there is nothing to be wrong in them. */
async function findProblems(asked: ProblemsRequest): Promise<readonly ReleaseProblem[]> {
  const { request, context, chosen, notes, match, commits } = asked;
  if (notes.changelog === null) return [];
  const { tree, treeBefore: before } = notes;
  return checkRelease({
    changelog: notes.changelog,
    releases: notes.found.releases,
    entries: notes.found.entries.map(({ entry }) => entry),
    match,
    commits,
    range: chosen.range,
    tags: releaseTags(await chosen.mergedTags(chosen.range.to), request.rule.tags),
    manifests: await readManifests(context, { tree, before, folder: chosen.folder }),
    timezone: request.timezone,
  });
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

interface BothEnds {
  readonly place: NotesPlace | null;
  readonly changelog: Changelog | null;
  readonly paths: readonly string[];
  readonly found: RangeEntries;
  readonly tree: readonly TreeFile[];
  readonly treeBefore: readonly TreeFile[];
}

async function readBothEnds(
  request: Request,
  context: GitContext,
  chosen: Chosen,
): Promise<BothEnds> {
  const { rule } = request;
  const { range, folder } = chosen;
  const tree = await listTree(context, range.to);
  const treeBefore = range.from === null ? [] : await listTree(context, range.from);
  const where = { path: rule.path, folders: [...new Set([folder, '', 'docs', 'doc'])] };
  const place = findNotes(tree, where);
  if (place === null && rule.path !== null) throw notesMissing(rule.path, range.toName);
  if (place === null) {
    const found = { releases: [], entries: [], moved: false };
    return { place, changelog: null, paths: [], found, tree, treeBefore };
  }
  const then = findEarlierNotes(treeBefore, place, where);
  const changelog = parseChangelog(await readNotes(context, place), rule.form);
  const before = then === null ? null : parseChangelog(await readNotes(context, then), rule.form);
  const released =
    range.from === null ? [] : releaseTags(await chosen.mergedTags(range.from), rule.tags);
  const apart = await listTags(context, { kind: 'apart', from: range.to });
  const found = entriesOfRange({
    now: changelog,
    before,
    elsewhere: new Set(releaseTags(apart, rule.tags).map(({ version }) => version)),
    released: new Set(released.map(({ version }) => version)),
    package: packageOf(rule.tags),
  });
  const paths = [...place.files, ...(then?.files ?? [])].map(({ path }) => path);
  return { place, changelog, paths: [...new Set(paths)], found, tree, treeBefore };
}

async function readCommits(
  request: Request,
  context: GitContext,
  { range, folder }: Chosen,
): Promise<readonly MatchCommit[]> {
  const commits = await logRange(context, { from: range.from, to: range.to, max: MAX_READ });
  return describeCommits(commits, visibleRules(request, folder));
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
  const { range, folder } = chosen;
  if (range.from === null) return [];
  const { from } = await rangeSinceRelease(chosen, range.from);
  const commits = await logRange(context, { from, to: range.from, max: MAX_COMMITS });
  return describeCommits(commits, visibleRules(request, folder)).map((commit) => ({
    ...commit,
    userVisible: false,
  }));
}

/** Of a package of several, only what is in its folder counts. */
function visibleRules({ rule }: Request, folder: string): VisibleRules {
  const excluded = matchPaths(rule.exclude);
  return {
    types: rule.types,
    excluded: (path) => excluded(path) || (folder !== '' && !path.startsWith(`${folder}/`)),
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

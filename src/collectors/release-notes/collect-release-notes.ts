/**
 * `release-notes`: the entries of a range against the commits that make them true.
 *
 * The notes are read at the end of the range and at its beginning; what is new between them is checked. Nothing is
 * read from the working tree. A repository without notes is not an error: every user-visible commit is then unmentioned.
 */
import { gitIn } from '../../git/git-call.ts';
import { listTags, type Tag } from '../../git/list-refs.ts';
import { countRange, logRange } from '../../git/log-range.ts';
import { listTree } from '../../git/ls-tree.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { ChangelogEntry } from '../../words/changelog.ts';
import { AppError } from '../../words/errors.ts';
import type { ReleaseNotesFacts } from '../../words/facts.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ReleaseNoteFact } from '../../words/release-note.ts';
import type { Collector } from '../../words/routine.ts';
import type { CollectRequest } from '../contract.ts';
import {
  deployedRange,
  givenRange,
  rangeSinceRelease,
  type ChosenRange,
  type RangeRequest,
} from './choose-range.ts';
import type { MatchCommit, EntryMatch } from './contract.ts';
import { fragmentNames, isNotesFragment } from './find-notes.ts';
import { judgeMatch } from './judge-match.ts';
import { matchWithChanges, type MatchedRange } from './match-entries.ts';
import {
  countedEntries,
  describeNotes,
  otherEntries,
  readNotesOfRange,
  type NotesOfRange,
} from './notes-of-range.ts';
import { pairRange } from './pair-range.ts';
import { describeCommits, withoutForeign } from './range-commits.ts';
import type { RangeEntry } from './range-entries.ts';
import { readChanges } from './read-changes.ts';
import { findPackageFolder } from './read-manifest.ts';
import { packageOf, releaseTags } from './release-tags.ts';
import { rememberedDeployment } from './remember-release.ts';
import { visibleRules } from './user-visible.ts';
import { sameVersion } from './versions.ts';

export type ReleaseNotesRule = Extract<Collector, { kind: 'release-notes' }>;
type Request = CollectRequest<ReleaseNotesRule>;

/** Read at most; the rest of a longer history is counted. */
const MAX_READ = 20_000;
const MAX_COMMITS = 5_000;
const MAX_ITEMS = 2_000;

/** Paths that one call of git is given. */
const MAX_FRAGMENTS = 1_000;

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
  const rules = visibleRules(request.rule, notes);
  const raw = await logRange(context, { from: range.from, to: range.to, max: MAX_READ });
  const commits = describeCommits(withoutForeign(raw, range.from), rules);
  const earlier = notes.found.moved ? await readEarlier(request, context, chosen) : [];
  request.progress('matching entries and commits');
  // Entries of other packages come last: they tell of commits, and are not items.
  const entries = [...counted, ...otherEntries(counted, notes)].map(({ entry }) => entry);
  const out = await releasedEntries(request.rule, chosen, { counted, notes });
  const matched = await matchRange(context, notes, { entries, commits, earlier, ...out });
  const { weighed, waiting, moved, problems } = await judgeMatch({
    ...request,
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
      tied: matched.match.entries[index],
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
    ...(notes.retired === undefined ? {} : { retired: notes.retired }),
    unmentioned: weighed.unmentioned,
    perhaps: weighed.perhaps,
    ...(waiting.length === 0 ? {} : { waiting }),
    commits: [...commits, ...past].slice(0, MAX_COMMITS).map(toFact),
    moreCommits: Math.max(0, total - Math.min(commits.length, MAX_COMMITS)),
    problems,
    deployment: chosen.deployment,
  };
}

/** Commits of the range, with earlier ones that only back what stood in the notes before. */
interface ToMatch {
  readonly entries: readonly ChangelogEntry[];
  readonly commits: readonly MatchCommit[];
  readonly earlier: readonly MatchCommit[];
  readonly outBefore: ReadonlySet<ChangelogEntry>;
  readonly outAtStart: ReadonlySet<ChangelogEntry>;
}

/** At the start: added to a release which has its tag already. Where notes were moved, earlier commits back them. */
async function releasedEntries(
  rule: Request['rule'],
  chosen: ChosenRange,
  { counted, notes }: { readonly counted: readonly RangeEntry[]; readonly notes: NotesOfRange },
): Promise<Pick<ToMatch, 'outBefore' | 'outAtStart'>> {
  const outBefore = entriesOutBefore(counted);
  const { from } = chosen.range;
  if (from === null || notes.found.moved) return { outBefore, outAtStart: new Set() };
  const out = releaseTags(await chosen.mergedTags(from), rule.tags);
  const late = counted.flatMap(({ entry, release: { version } }) =>
    version !== null && out.some((tag) => sameVersion(tag.version, version)) ? [entry] : [],
  );
  return { outBefore, outAtStart: new Set(late) };
}

/** Those of all versions but the newest. */
function entriesOutBefore(counted: readonly RangeEntry[]): ReadonlySet<ChangelogEntry> {
  const newest = counted[0]?.release;
  return new Set(
    counted.flatMap(({ release, entry }) =>
      release !== newest && release.version !== null ? [entry] : [],
    ),
  );
}

async function matchRange(
  context: GitContext,
  { paths, tree }: NotesOfRange,
  { entries, commits, earlier, outBefore, outAtStart }: ToMatch,
): Promise<MatchedRange> {
  const fragments = fragmentsOf(commits);
  return matchWithChanges(
    {
      entries,
      commits: [...commits, ...earlier],
      notePaths: paths,
      outBefore,
      outAtStart,
      fragments: fragmentNames(tree.map(({ path }) => path)),
    },
    (shas, what) => readChanges(context, shas, { notePaths: paths, fragments, what }),
  );
}

function fragmentsOf(commits: readonly MatchCommit[]): readonly string[] {
  const paths = commits.flatMap(({ allFiles }) => allFiles.filter(isNotesFragment));
  return [...new Set(paths)].slice(0, MAX_FRAGMENTS);
}

async function chooseRange(request: Request, context: GitContext): Promise<ChosenRange> {
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
  chosen: ChosenRange,
): Promise<readonly MatchCommit[]> {
  const { range } = chosen;
  if (range.from === null) return [];
  const { from } = await rangeSinceRelease(chosen, range.from);
  const commits = await logRange(context, { from, to: range.from, max: MAX_COMMITS });
  return describeCommits(commits, visibleRules(request.rule, { covering: [] })).map((commit) => ({
    ...commit,
    userVisible: false,
  }));
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

/** An entry of the notes as a fact, with what ties it to commits. Pure. */
interface ItemTie {
  readonly tied: EntryMatch['entries'][number] | undefined;
  /** A commit before the range that the entry names. */
  readonly named: CommitSha | undefined;
  readonly doubtful: boolean;
}

function toItem(
  { entry, release }: RangeEntry,
  { tied, named, doubtful }: ItemTie,
): ReleaseNoteFact {
  const { text, section, path, line, breaking, references } = entry;
  const { version, date } = release;
  const backing = tied ?? { commits: [], backed: false, by: null };
  return {
    version,
    date,
    entry: text,
    section,
    path,
    line,
    breaking,
    references,
    ...backing,
    ...(named === undefined ? {} : { commits: [named], backed: true, by: 'number' as const }),
    ...(named === undefined && doubtful ? { doubtful: true as const } : {}),
  };
}

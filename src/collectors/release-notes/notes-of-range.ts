/** The notes at both ends of a stretch of history, and the entries that came in it. */
import { listTags } from '../../git/list-refs.ts';
import { listTree, type TreeFile } from '../../git/ls-tree.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { Changelog } from '../../words/changelog.ts';
import type { ReleaseNotesFacts } from '../../words/facts.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Collector } from '../../words/routine.ts';
import { compareVersions, isPrerelease } from '../../words/version-order.ts';
import { parseChangelog, type NotesFile } from '../changelog/parse-changelog.ts';
import { pathKind } from './change-evidence.ts';
import type { RangeRequest } from './choose-range.ts';
import { findEarlierNotes, findNotes, readNotes, type NotesPlace } from './find-notes.ts';
import { entriesOfRange, type RangeEntries, type RangeEntry } from './range-entries.ts';
import { isManifest } from './read-manifest.ts';
import { packageOf, releaseTags } from './release-tags.ts';

const NOTES =
  /^(?:changelog|changes|history|news|release[-_]notes)(?:\.(?:md|markdown|rst|adoc|txt))?$/i;
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|third[_-]?party|external)\//i;

const USUAL_FOLDERS = ['', 'docs', 'doc', 'docs/source', 'doc/source'];

/** More packages are not looked into. */
const MAX_FILES = 200;

export type NotesRule = Extract<Collector, { kind: 'release-notes' }>;

export interface NotesOfRange {
  readonly place: NotesPlace | null;
  /** Those of the whole project, or of the package that is asked for. */
  readonly changelog: Changelog | null;
  /** The same at the beginning. */
  readonly before: Changelog | null;
  /** All files of notes, for commits that change nothing else. */
  readonly paths: readonly string[];
  readonly found: RangeEntries;
  /** Entries of the other packages' notes: they tell of commits that those of the place leave out. */
  readonly others: RangeEntries;
  /** Files with the folder that each covers, the innermost counts. */
  readonly covering: readonly { readonly path: string; readonly folder: string }[];
  readonly tree: readonly TreeFile[];
  readonly treeBefore: readonly TreeFile[];
  /** Notes that nobody writes any more: where they are, and the newest release that they tell of. */
  readonly retired?: { readonly path: string; readonly version: string };
}

export interface NotesRequest {
  readonly context: GitContext;
  readonly rule: NotesRule;
  readonly ranges: RangeRequest;
  readonly from: CommitSha | null;
  readonly to: CommitSha;
}

const NONE: RangeEntries = { releases: [], entries: [], moved: false };

export async function readNotesOfRange(request: NotesRequest): Promise<NotesOfRange> {
  const { context, rule, ranges, from, to } = request;
  const tree = await listTree(context, to);
  const treeBefore = from === null ? [] : await listTree(context, from);
  const where = { path: rule.path, folders: [...new Set([ranges.folder, ...USUAL_FOLDERS])] };
  const place = findNotes(tree, where);
  const own = new Set(place?.files.map(({ path }) => path));
  const packages = packageNotes(tree).filter(({ file }) => !own.has(file.path));
  const others = await readPackages(request, packages, treeBefore);
  const then = place === null ? null : findEarlierNotes(treeBefore, place, where);
  const paths = [
    ...(place?.files ?? []),
    ...(then?.files ?? []),
    ...packages.map(({ file }) => file),
  ];
  const main = place?.files.find(({ path }) => !path.includes('.changeset/'))?.path ?? null;
  const covering = [
    ...(main === null
      ? []
      : [
          {
            path: main,
            folder: ranges.folder || (rule.path === null ? '' : folderOfNotes(main, tree)),
          },
        ]),
    ...packages.map(({ file, folder }) => ({ path: file.path, folder })),
  ];
  const shared = { place, paths: [...new Set(paths.map(({ path }) => path))], tree, treeBefore };
  if (place === null)
    return { ...shared, changelog: null, before: null, found: NONE, others, covering };
  const changelog = parseChangelog(await readNotes(context, place), rule.form);
  const before = then === null ? null : parseChangelog(await readNotes(context, then), rule.form);
  // A page that says where the notes are.
  if (tellsNothing(changelog) && (before === null || tellsNothing(before)))
    return { ...shared, changelog: null, before: null, found: NONE, others, covering };
  const released = from === null ? [] : releaseTags(await ranges.mergedTags(from), rule.tags);
  const apart = await listTags(context, { kind: 'apart', from: to });
  const found = entriesOfRange({
    now: changelog,
    before,
    elsewhere: new Set(releaseTags(apart, rule.tags).map(({ version }) => version)),
    released: new Set(released.map(({ version }) => version)),
    package: packageOf(rule.tags),
  });
  const isWritten = found.entries.some(({ release: { version } }) => version === null);
  const last = before === null || isWritten ? null : lastRelease(changelog, released);
  // A release that was told of in this range ends the pause.
  if (last !== null && before !== null && newestOf(before) === last) {
    const left = covering.filter(({ path }) => !own.has(path));
    const retired = { path: place.path, version: last };
    return {
      ...shared,
      changelog: null,
      before: null,
      found: NONE,
      others,
      covering: left,
      retired,
    };
  }
  return { ...shared, changelog, before, found, others, covering };
}

/** So many newer releases, and none of them told, mean that the notes are kept elsewhere by now. */
const RELEASES_UNTOLD = 5;

/**
 * The newest release that notes tell of which nobody writes any more; `null`: they are written.
 * @param released the tags of releases that are out
 */
export function lastRelease(
  changelog: Changelog,
  released: readonly { readonly version: string }[],
): string | null {
  const newest = newestOf(changelog);
  if (newest === undefined) return null;
  const later = released.filter(
    ({ version }) => !isPrerelease(version) && compareVersions(version, newest) > 0,
  );
  return new Set(later.map(({ version }) => version)).size >= RELEASES_UNTOLD ? newest : null;
}

function newestOf({ releases }: Changelog): string | undefined {
  return releases
    .flatMap(({ version }) => version ?? [])
    .toSorted(compareVersions)
    .at(-1);
}

function tellsNothing({ form, releases }: Changelog): boolean {
  return form === 'headings' && releases.length === 0;
}

/** Their versions are numbered apart, so that no tag of the project says anything of them. */
async function readPackages(
  { context }: NotesRequest,
  packages: readonly CoveringNotes[],
  treeBefore: readonly TreeFile[],
): Promise<RangeEntries> {
  const files = packages.map(({ file }) => file);
  const byPath = new Map(treeBefore.map((file) => [file.path, file]));
  // Most of them did not change.
  const changed = files.filter(({ path, blob }) => byPath.get(path)?.blob !== blob);
  const now = await readNotes(context, { path: '', files: changed });
  const earlier = changed.flatMap(({ path }) => byPath.get(path) ?? []);
  const before = new Map(
    (await readNotes(context, { path: '', files: earlier })).map((file) => [file.path, file]),
  );
  const found = now.map((file) => entriesOf(file, before.get(file.path)));
  return {
    releases: found.flatMap(({ releases }) => releases),
    entries: found.flatMap(({ entries }) => entries),
    moved: found.some(({ moved }) => moved),
  };
}

function entriesOf(now: NotesFile, before: NotesFile | undefined): RangeEntries {
  return entriesOfRange({
    now: parseChangelog([now], 'auto'),
    before: before === undefined ? null : parseChangelog([before], 'auto'),
    elsewhere: new Set(),
    released: new Set(),
    package: null,
  });
}

/** Notes of the packages of a repository: each covers its own folder. Pure. */
interface CoveringNotes {
  readonly file: TreeFile;
  /** Empty for the root. */
  readonly folder: string;
}

/** Notes that lie beside a package's manifest below the root, those of tests and of foreign code left out. */
function packageNotes(tree: readonly TreeFile[]): readonly CoveringNotes[] {
  const packages = new Set(
    tree.flatMap(({ path }) => (isPackageFile(path) ? [folderOf(path)] : [])),
  );
  return tree
    .filter(({ path, size }) => {
      const folder = folderOf(path);
      return (
        folder !== '' &&
        size > 0 &&
        NOTES.test(path.slice(folder.length + 1)) &&
        packages.has(folder) &&
        !FOREIGN.test(path) &&
        pathKind(`${folder}/x`) === 'product'
      );
    })
    .slice(0, MAX_FILES)
    .map((file) => ({ file, folder: folderOf(file.path) }));
}

/** The folder that notes at this path cover: their own where a package lies there, else all. */
function folderOfNotes(path: string, tree: readonly TreeFile[]): string {
  const folder = folderOf(path);
  // Pages of a project have a manifest of their own, which builds them.
  if (folder === '' || /^(?:docs?|documentation|website|site)$/i.test(folder)) return '';
  const own = tree.some((file) => folderOf(file.path) === folder && isPackageFile(file.path));
  return own ? folder : '';
}

function isPackageFile(path: string): boolean {
  return isManifest(path) || /(?:^|\/)(?:go\.mod|mix\.exs|pubspec\.yaml|[^/]+\.csproj)$/.test(path);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

// Which of a repository's notes are checked: those of one package, or all. Pure.

/** Notes of one package, named by its path or its tags, or all of the repository. */
export function asksForOne(rule: NotesRule): boolean {
  return rule.path !== null || packageOf(rule.tags) !== null;
}

export function countedEntries(
  rule: NotesRule,
  { found, others }: NotesOfRange,
): readonly RangeEntry[] {
  return asksForOne(rule) ? found.entries : [...found.entries, ...others.entries];
}

export function otherEntries(
  counted: readonly RangeEntry[],
  { others }: NotesOfRange,
): readonly RangeEntry[] {
  return others.entries.filter((one) => !counted.includes(one));
}

export function describeNotes(
  rule: NotesRule,
  notes: NotesOfRange,
): ReleaseNotesFacts['changelog'] {
  const { place, changelog, covering } = notes;
  const files = asksForOne(rule) ? [] : covering;
  const more = files.length > 1 ? { files } : {};
  if (place !== null && changelog !== null)
    return { path: place.path, form: changelog.form, ...more };
  const [first] = files;
  return first === undefined ? null : { path: first.path, form: 'headings', ...more };
}

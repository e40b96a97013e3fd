/** Where a commit keeps its release notes, and their text. */
import { readBlobs } from '../../git/cat-file.ts';
import type { TreeFile } from '../../git/ls-tree.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { NotesFile } from '../changelog/parse-changelog.ts';

/** Without endings, in small letters. In this order: the names that projects use most. */
export const NOTES_NAMES = [
  'changelog',
  'changes',
  'history',
  'news',
  'releases',
  'release-notes',
  'release_notes',
  'releasenotes',
  'versionhistory',
];
export const NOTES_ENDINGS = ['md', 'rst', 'adoc', 'txt', '', 'markdown'];
/** Smaller ones hold no notes where a larger one does. */
const POINTER_BYTES = 200;
/** Where no larger one is in the usual places, pages of the documentation are looked at. */
const SMALL_BYTES = 1_000;
const DOCUMENTED =
  /^(?:docs?|documentation)\/(?:[\w.-]+\/){0,3}(?:changelog|changes|history|release[-_]?notes)\.(?:md|rst|adoc|txt)$/i;
/** Larger files are data, not notes. */
const MAX_BYTES = 16_000_000;

export interface NotesPlace {
  /** For people: the file, or the folder. */
  readonly path: string;
  readonly files: readonly TreeFile[];
}

export interface PlaceRequest {
  /** Of the routine; `null`: by usual names. */
  readonly path: string | null;
  /** Folders to look in, the first first: the package's own, the root, `docs/`. */
  readonly folders: readonly string[];
}

/** `null` when the commit has none. */
export function findNotes(
  tree: readonly TreeFile[],
  { path, folders }: PlaceRequest,
): NotesPlace | null {
  if (path !== null) return givenPlace(tree, path.replace(/^\.\//, '').replace(/\/+$/, ''));
  const pending = tree.filter((file) => /^\.changeset\/[^/]+\.md$/.test(file.path));
  const written = usualFile(tree, folders);
  if (pending.some((file) => !/\/readme\.md$/i.test(file.path))) {
    return { path: '.changeset', files: [...pending, ...(written === null ? [] : [written])] };
  }
  return written === null ? null : { path: written.path, files: [written] };
}

/** The texts, in the order of the place; a folder of files a release begins with the newest name. */
export async function readNotes(
  context: GitContext,
  place: NotesPlace,
): Promise<readonly NotesFile[]> {
  const files = place.files.filter(({ size }) => size <= MAX_BYTES);
  const texts = new Map<string, string>();
  await readBlobs(
    context,
    files,
    (blob, content) => void texts.set(blob, content.toString('utf8')),
  );
  return files.map(({ path, blob }) => ({ path, text: texts.get(blob) ?? '' }));
}

/** Notes as they were at an earlier commit: at the same place, else where they were then. */
export function findEarlierNotes(
  tree: readonly TreeFile[],
  now: NotesPlace,
  request: PlaceRequest,
): NotesPlace | null {
  return (
    findNotes(tree, { ...request, path: now.path }) ?? findNotes(tree, { ...request, path: null })
  );
}

function givenPlace(tree: readonly TreeFile[], path: string): NotesPlace | null {
  const file = tree.find((one) => one.path === path);
  if (file !== undefined) return { path, files: [file] };
  const files = tree.filter(
    (one) =>
      one.path.startsWith(`${path}/`) && /\.(?:md|markdown|rst|adoc|txt|jsonl?)$/i.test(one.path),
  );
  return files.length === 0 ? null : { path, files };
}

function usualFile(tree: readonly TreeFile[], folders: readonly string[]): TreeFile | null {
  const byPath = new Map(tree.map((file) => [file.path.toLowerCase(), file]));
  const all: TreeFile[] = [];
  for (const folder of folders) {
    for (const name of NOTES_NAMES) {
      for (const ending of NOTES_ENDINGS) {
        const path = `${folder === '' ? '' : `${folder}/`}${name}${ending === '' ? '' : `.${ending}`}`;
        const found = byPath.get(path.toLowerCase());
        if (found !== undefined && found.size > 0) all.push(found);
      }
    }
  }
  // `NEWS` that only says where the notes are, as a link does.
  const found = all.find(({ size }) => size >= POINTER_BYTES) ?? all[0] ?? null;
  return preferDocumented(found === null ? null : preferNews(found, all), tree);
}

/** By the custom of GNU a `ChangeLog` lists commits, and the `NEWS` beside it tells users of releases. */
export function preferNews<File extends Pick<TreeFile, 'path' | 'size'>>(
  found: File,
  files: readonly File[],
): File {
  if (!/(?:^|\/)ChangeLog$/.test(found.path)) return found;
  const folder = found.path.slice(0, -'ChangeLog'.length);
  const isNews = (path: string): boolean =>
    path.startsWith(folder) && /^news(?:\.\w+)?$/i.test(path.slice(folder.length));
  return files.find(({ path, size }) => isNews(path) && size >= POINTER_BYTES) ?? found;
}

export function isDocumentedNotes(path: string): boolean {
  return DOCUMENTED.test(path);
}

/** A small file, or none, gives way to a page of the documentation that is ten times as large. */
export function preferDocumented<File extends Pick<TreeFile, 'path' | 'size'>>(
  usual: File | null,
  files: readonly File[],
): File | null {
  const size = usual?.size ?? 0;
  if (size >= SMALL_BYTES) return usual;
  const [largest] = files
    .filter(({ path }) => isDocumentedNotes(path))
    .toSorted((a, b) => b.size - a.size);
  const isThere =
    largest !== undefined && largest.size >= POINTER_BYTES && largest.size > 10 * size;
  return isThere ? largest : usual;
}

/** Files that hold one coming entry each, gathered into the notes when a release is made. Pure. */
const FOLDER =
  /(?:^|\/)(?:\.?changelogs?|changelog\.d|changelog[_-]unreleased|changelogs\/unreleased|\.?changes|\.changeset|news|newsfragments|news\.d|unreleased(?:_\d+)?|releasenotes\/notes)\/(?:[^/]+\/)?(?:[^/]+\.\w+|[^/.]*\d[^/.]*)$/i;
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|php|cs|c|h|cc|cpp|sh|html?|css|vue)$/i;

export function isNotesFragment(path: string): boolean {
  return FOLDER.test(path) && !CODE.test(path) && !/(?:^|\/)(?:readme|template)[^/]*$/i.test(path);
}

/** A commit that writes an entry tells of itself, whatever words the entry has in the end. */
export function writesNotes(files: readonly string[], notePaths: readonly string[]): boolean {
  return files.some((path) => notePaths.includes(path) || isNotesFragment(path));
}

/** Names of those that lie in the tree, without their folder: a release may move them. */
export function fragmentNames(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.filter(isNotesFragment).map(nameOf));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `changelog/3777.bugfix.rst`: the number that the entry will name; empty when there is none. */
export function fragmentNumber(path: string): readonly string[] {
  const number = /(?:^|\/)#?(\d{1,9})\.[^/]+$/.exec(path)?.[1];
  return number !== undefined && isNotesFragment(path) ? [number] : [];
}

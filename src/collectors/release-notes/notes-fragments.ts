/** Files that hold one coming entry each, gathered into the notes when a release is made. Pure. */
const FOLDER =
  /(?:^|\/)(?:\.?changelogs?|changelog\.d|changelog[_-]unreleased|changelogs\/unreleased|\.?changes|\.changeset|news|newsfragments|news\.d|releasenotes\/notes)\/(?:[^/]+\/)?(?:[^/]+\.\w+|[^/.]*\d[^/.]*)$/i;
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

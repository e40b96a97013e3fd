/** Files that hold one coming entry each, gathered into the notes when a release is made. Pure. */
const FOLDER =
  /(?:^|\/)(?:\.?changelogs?|changelog\.d|changelog[_-]unreleased|changelogs\/unreleased|\.?changes|\.changeset|news|newsfragments|news\.d|releasenotes\/notes)\/(?:[^/]+\/)?[^/]+\.(?:md|markdown|rst|txt|ya?ml|json|\d+|\w+)$/i;
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|php|cs|c|h|cc|cpp|sh|html?|css|vue)$/i;

export function isNotesFragment(path: string): boolean {
  return FOLDER.test(path) && !CODE.test(path) && !/(?:^|\/)(?:readme|template)[^/]*$/i.test(path);
}

/** A commit that writes an entry tells of itself, whatever words the entry has in the end. */
export function writesNotes(files: readonly string[], notePaths: readonly string[]): boolean {
  return files.some((path) => notePaths.includes(path) || isNotesFragment(path));
}

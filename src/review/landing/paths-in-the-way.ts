/** Which paths of a change a checkout has other plans with. Pure. */

/** `a/b` stands in the way of `a` and of `a/b/c`, as a file cannot be where a folder is. Sorted, of `theirs`. */
export function pathsInTheWay(
  changed: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  const whole = new Set(changed);
  const above = new Set(changed.flatMap((path) => foldersOf(path)));
  return theirs
    .filter(
      (path) =>
        whole.has(path) || above.has(path) || foldersOf(path).some((folder) => whole.has(folder)),
    )
    .toSorted();
}

/** `a/b/c` → `a/b`, `a`. */
export function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    folders.push(path.slice(0, at));
  return folders;
}

/** Paths that a file system takes for one where it does not tell upper case from lower; each pair once. */
export function collidingPaths(
  changed: readonly string[],
  all: readonly string[],
): readonly (readonly [string, string])[] {
  const names = new Map<string, string>();
  const pairs: (readonly [string, string])[] = [];
  const touched = new Set(changed.flatMap((path) => [path, ...foldersOf(path)]));
  for (const path of new Set(all.flatMap((one) => [one, ...foldersOf(one)]))) {
    const key = path.normalize('NFC').toLowerCase();
    const other = names.get(key);
    if (other === undefined) names.set(key, path);
    else if (touched.has(path) || touched.has(other)) pairs.push([other, path]);
  }
  return pairs;
}

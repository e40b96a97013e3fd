/** Which of several folders a path belongs to. Pure. */

/** The innermost of the folders that a path lies in; `null` when it lies in none. */
export function coveringFolder(path: string, folders: readonly string[]): string | null {
  const around = folders.filter((folder) => folder === '' || path.startsWith(`${folder}/`));
  return around.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

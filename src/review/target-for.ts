/** The local branch that work is to land on. Pure. */

/**
 * From `workspace.base` as a routine writes it: `release/1`, `refs/heads/release/1`, `origin/release/1`. A tag or a commit
 * is nothing that can be landed on: then, and without a base, it is the default.
 */
export function targetFor(
  base: string | null,
  {
    there,
    fallback,
  }: { readonly there: { has(branch: string): boolean }; readonly fallback: string | null },
): string | null {
  if (base === null) return fallback;
  const short = base.replace(/^refs\/(heads|remotes)\//, '');
  // A remote's name may hold a slash itself: what is there decides.
  const endings = short.split('/').map((_part, index, parts) => parts.slice(index).join('/'));
  const candidates = base.startsWith('refs/heads/') ? [short] : endings;
  return candidates.find((name) => there.has(name)) ?? fallback;
}

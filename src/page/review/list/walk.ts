/** Sets of a kind, one after the other. */
import type { ChangeSet } from '../../../words/review/change-set.ts';

/** As it stands in a URL; `null`: it is of no kind. */
export function walkName({ alike }: Pick<ChangeSet, 'alike'>): string | null {
  if (alike === null) return null;
  return alike.kind === 'routine' ? `routine:${alike.routine}` : alike.kind;
}

/** From such a name, which may be anybody's. */
export function formatWalk(name: string): string {
  if (name === 'tests-only') return 'with tests only';
  if (name === 'docs-only') return 'with documents only';
  return `of ${name.replace(/^routine:/, '')}`;
}

/** Those before and behind it among sets of a kind, or among all. */
export function neighbours(
  sets: readonly ChangeSet[],
  id: string,
  walk: string | null,
): { readonly before: ChangeSet | null; readonly after: ChangeSet | null; readonly place: string } {
  const row = walk === null ? sets : sets.filter((set) => walkName(set) === walk);
  const at = row.findIndex((set) => set.id === id);
  const place = at === -1 ? '' : `${at + 1} of ${row.length}`;
  return { before: row[at - 1] ?? null, after: at === -1 ? null : (row[at + 1] ?? null), place };
}

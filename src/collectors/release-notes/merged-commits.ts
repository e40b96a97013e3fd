/** What each merge of a range brought in. Pure. */
import type { RangeCommit } from '../../git/log-range.ts';
import type { CommitSha } from '../../words/ids.ts';

/** Seen from the first parent, and from the others. */
const MAIN = 1;
const SIDE = 2;

/**
 * For each merge the commits of the range that another parent reaches and the first one does not, newest first.
 * @param commits children before their parents, as git's topological order gives them
 */
export function findBrought(
  commits: readonly RangeCommit[],
): ReadonlyMap<CommitSha, readonly CommitSha[]> {
  const indexes = new Map(commits.map(({ sha }, index) => [sha, index]));
  const parents = commits.map((commit) =>
    commit.parents.map((parent) => indexes.get(parent) ?? commits.length),
  );
  const brought = new Map<CommitSha, readonly CommitSha[]>();
  commits.forEach(({ sha }, index) => {
    if ((parents[index]?.length ?? 0) < 2) return;
    brought.set(
      sha,
      sideOf(parents, index).flatMap((one) => commits[one]?.sha ?? []),
    );
  });
  return brought;
}

/**
 * Walks down from the merge and marks whom each side reaches. Parents come later in the list, so a commit's marks are
 * complete when it is looked at; the walk ends when nothing that only the side reaches is left.
 */
function sideOf(parents: readonly (readonly number[])[], merge: number): readonly number[] {
  const marks = new Map<number, number>();
  let waiting = 0;
  const mark = (index: number, side: number): void => {
    if (index >= parents.length) return;
    const before = marks.get(index) ?? 0;
    const after = before | side;
    if (before !== SIDE && after === SIDE) waiting += 1;
    if (before === SIDE && after !== SIDE) waiting -= 1;
    marks.set(index, after);
  };
  (parents[merge] ?? []).forEach((parent, order) => mark(parent, order === 0 ? MAIN : SIDE));
  const found: number[] = [];
  for (let index = merge + 1; waiting > 0 && index < parents.length; index += 1) {
    const side = marks.get(index);
    if (side === undefined) continue;
    if (side === SIDE) {
      found.push(index);
      waiting -= 1;
    }
    for (const parent of parents[index] ?? []) mark(parent, side);
  }
  return found;
}

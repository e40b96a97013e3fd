import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { standingsOn } from '../../src/review/branch-facts.ts';
import type { CommitSha } from '../../src/words/ids.ts';
import { commitOf } from '../kit/review-branches.ts';

/** Commit `n` has the given parents; all that is not listed lies below. */
function graphOf(
  parents: readonly (readonly number[])[],
  floor: CommitSha | null = null,
): Parameters<typeof standingsOn>[1] {
  const listed = parents.map((above, index) => [sha(index), above.map(sha)] as const);
  return { parents: new Map(listed.toReversed()), floor, whole: true };
}

function sha(index: number): CommitSha {
  return commitOf(`commit ${index}`);
}

describe('where a branch stands', () => {
  it('counts what is its own and what it has not', () => {
    // 0 ← 1 ← 2 ← 3 (target); 1 ← 4 ← 5 (tip)
    const graph = graphOf([[], [0], [1], [2], [1], [4]]);
    expect(standingsOn(sha(3), graph)(sha(5))).toEqual({ base: sha(1), behind: 2, ahead: 2 });
  });

  it('is nowhere ahead where the target has it', () => {
    const graph = graphOf([[], [0], [1]]);
    expect(standingsOn(sha(2), graph)(sha(1))).toEqual({ base: sha(1), behind: 1, ahead: 0 });
    expect(standingsOn(sha(2), graph)(sha(2))).toEqual({ base: sha(2), behind: 0, ahead: 0 });
  });

  it('leaves at the floor where nothing that is listed is shared', () => {
    const floor = commitOf('floor');
    const graph = {
      parents: new Map([
        [sha(1), [floor]],
        [sha(2), [floor]],
      ]),
      floor,
      whole: true,
    };
    expect(standingsOn(sha(1), graph)(sha(2))).toEqual({ base: floor, behind: 1, ahead: 1 });
    expect(standingsOn(floor, graph)(sha(2))).toEqual({ base: floor, behind: 0, ahead: 1 });
  });

  it('has no base where no commit is shared', () => {
    const graph = graphOf([[], []]);
    expect(standingsOn(sha(0), graph)(sha(1))).toEqual({ base: null, behind: 1, ahead: 1 });
  });

  it('takes the nearest of several that are shared', () => {
    // 0 ← 1 (target so far) ← 3; tip 4 merged 0 and 1.
    const graph = graphOf([[], [0], [0], [1], [2, 1]]);
    expect(standingsOn(sha(3), graph)(sha(4))).toEqual({ base: sha(1), behind: 1, ahead: 2 });
  });

  it('agrees with counting sets, in any history', () => {
    const history = fc
      .array(fc.array(fc.nat({ max: 20 }), { maxLength: 2 }), { minLength: 2, maxLength: 20 })
      .map((drawn) => drawn.map((above, index) => above.filter((one) => one < index)));
    fc.assert(
      fc.property(history, fc.nat(), fc.nat(), (parents, one, other) => {
        const [target, tip] = [one % parents.length, other % parents.length];
        const ancestors = (start: number): ReadonlySet<number> =>
          new Set([start, ...(parents[start] ?? []).flatMap((above) => [...ancestors(above)])]);
        const [has, own] = [ancestors(target), ancestors(tip)];
        const shared = [...own].filter((commit) => has.has(commit));
        const standing = standingsOn(sha(target), graphOf(parents))(sha(tip));
        expect(standing.ahead).toBe(own.size - shared.length);
        expect(standing.behind).toBe(has.size - shared.length);
        const best = shared.filter(
          (commit) => !shared.some((higher) => higher !== commit && ancestors(higher).has(commit)),
        );
        const allowed = best.length === 0 ? [null] : best.map((one) => sha(one));
        expect(allowed).toContain(standing.base);
      }),
    );
  });
});

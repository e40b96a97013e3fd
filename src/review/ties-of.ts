/** What ties branches, and whether they merge: one answer for one state of all of them, kept as a whole. */
import type { GitContext } from '../git/run-git.ts';
import { sha256 } from '../platform/hash.ts';
import { isRecord } from '../platform/json.ts';
import { packageBuild } from '../platform/package.ts';
import type { Coupling, MergeTrial } from '../words/review/change-set.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import type { FactCache } from './fact-cache.ts';
import { isChangelogPath } from './path-kinds.ts';

// What does not merge belongs together, also where nothing else ties it. Pure.

/**
 * Of pairs that conflict and have no binding coupling. A conflict that one of them has with the target at the same files
 * already says nothing of the other; one in nothing but a changelog ties them weakly.
 */
export function conflictTies(
  trials: readonly MergeTrial[],
  couplings: readonly Coupling[],
  targets: ReadonlySet<string>,
): readonly Coupling[] {
  const bound = new Set(couplings.filter(({ binds }) => binds).map(({ a, b }) => `${a}\0${b}`));
  const withTarget = new Map(
    trials
      .filter(({ b, kind }) => targets.has(b) && kind === 'conflict')
      .map(({ a, files }) => [a, new Set(files.map(({ path }) => path))]),
  );
  return trials.flatMap(({ a, b, kind, files }): readonly Coupling[] => {
    if (kind !== 'conflict' || targets.has(b)) return [];
    const own = files.filter(
      ({ path }) => withTarget.get(a)?.has(path) !== true && withTarget.get(b)?.has(path) !== true,
    );
    const [first] = own;
    if (first === undefined || bound.has(`${a}\0${b}`) || bound.has(`${b}\0${a}`)) return [];
    const place = { path: first.path, line: null, text: '' };
    const more = own.length > 1 ? ` and ${own.length - 1} more` : '';
    const [one, other] = a < b ? [a, b] : [b, a];
    const detail = `they do not merge: ${oneLine(first.path, 200)} (${oneLine(first.kind, 60)})${more}`;
    const binds = !own.every(({ path }) => isChangelogPath(path));
    return [{ a: one, b: other, kind: 'same-hunk', detail, places: [place, place], binds }];
  });
}

export interface Ties {
  /** Conflicts that nothing else explains among them. */
  readonly couplings: readonly Coupling[];
  readonly trials: readonly MergeTrial[];
}

export interface TiesRequest {
  readonly branches: readonly ReviewBranch[];
  readonly repository: GitContext;
  readonly cache: FactCache;
}

/** What each part found out of single pairs is kept too, so that one moved branch costs one branch. */
export async function tiesOf(request: TiesRequest): Promise<Ties> {
  const { branches, cache } = request;
  if (branches.length === 0) return { couplings: [], trials: [] };
  const state = branches.map(({ branch, tip, base, target, targetTip }) => [
    branch,
    tip,
    base,
    target,
    targetTip,
  ]);
  const key = `ties 2 ${packageBuild()} ${sha256(JSON.stringify(state))}`;
  const kept = (await cache.read([key])).get(key);
  if (isTies(kept)) return kept;
  const found = await findOut(request);
  // An error may be gone the next time.
  if (found.trials.every(({ kind }) => kind !== 'error'))
    await cache.write(new Map([[key, found]]));
  return found;
}

async function findOut({ branches, repository, cache }: TiesRequest): Promise<Ties> {
  const [{ tryMerges }, { findCouplings }] = await Promise.all([
    import('./trials/try-merges.ts'),
    import('./couplings/find-couplings.ts'),
  ]);
  const tried = async (): Promise<readonly MergeTrial[]> => {
    const trials: MergeTrial[] = [];
    for (const own of byTarget(branches)) {
      const [first] = own;
      if (first === undefined) continue;
      const target = { target: first.target, tip: first.targetTip };
      trials.push(...(await tryMerges({ branches: own, target, repository, cache })));
    }
    return trials;
  };
  // git merges in a process of its own while this one reads code.
  const [trials, couplings] = await Promise.all([
    tried(),
    findCouplings({ branches, repository, cache }),
  ]);
  const targets = new Set(branches.map(({ target }) => target));
  return { couplings: [...couplings, ...conflictTies(trials, couplings, targets)], trials };
}

function byTarget(branches: readonly ReviewBranch[]): readonly (readonly ReviewBranch[])[] {
  const groups = new Map<string, ReviewBranch[]>();
  for (const one of branches) groups.set(one.target, [...(groups.get(one.target) ?? []), one]);
  return [...groups.values()];
}

/** We wrote it, under a key that names its form. */
function isTies(value: unknown): value is Ties {
  return isRecord(value) && Array.isArray(value['couplings']) && Array.isArray(value['trials']);
}

/** What does not merge belongs together, also where nothing else ties it. Pure. */
import type { Coupling } from '../words/review/coupling.ts';
import type { MergeTrial } from '../words/review/merge-trial.ts';
import { oneLine } from '../words/text.ts';
import { isChangelogPath } from './path-kinds.ts';

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

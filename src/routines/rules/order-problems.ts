/** Problems in the order of the file, without repeats; very many are cut, and the cut is said. */
import type { Problem } from './problem.ts';

const MAX_PROBLEMS = 100;

export function orderProblems(found: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  const different = found.filter((problem) => {
    const key = JSON.stringify(problem);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const ordered = different.toSorted(
    (left, right) => left.line - right.line || left.column - right.column,
  );
  const last = ordered[MAX_PROBLEMS - 1];
  if (ordered.length <= MAX_PROBLEMS || last === undefined) return ordered;
  return [
    ...ordered.slice(0, MAX_PROBLEMS - 1),
    {
      ...last,
      code: 'many-problems',
      message: `${ordered.length - MAX_PROBLEMS + 1} more problems from here on`,
      hint: 'Mend the ones above first.',
    },
  ];
}

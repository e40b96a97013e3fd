/** One thing that is wrong in a definition: where, what was found, what to write instead. */
export interface Problem {
  /** As a person names it: `routines/todo-sweep.yaml`, `roundsman.yaml`, or `--set`. */
  readonly file: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** A stable kebab-case word for scripts: `unknown-key`, `not-served`, `wrong-type`, … */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** All of them on one line, and each next step once. Pure. */
export function problemText(problems: readonly Problem[]): {
  readonly message: string;
  readonly hint: string;
} {
  return {
    message: problems.map(({ message }) => message).join('; '),
    hint: [...new Set(problems.map(({ hint }) => hint))].join(' '),
  };
}

// Problems in the order of the file, without repeats; very many are cut, and the cut is said.
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

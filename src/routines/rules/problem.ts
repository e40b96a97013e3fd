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

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

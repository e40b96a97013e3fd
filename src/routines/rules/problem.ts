import type { NodePath } from '../../words/rule-breach.ts';

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

// Keys of the format that this version does not serve yet. They are refused by name, so that
// no user believes that a policy or a budget is in force when nothing looks at it.
const ROUTINE_KEYS = new Set<string>();

const WORKSPACE_KEYS = new Set(['context', 'notify', 'policy']);

export type DefinitionKind = 'routine' | 'workspace';

/** The problem of a key at a path, or `null` when the format knows no such key. */
export function unservedKey(
  kind: DefinitionKind,
  path: NodePath,
): Pick<Problem, 'code' | 'message' | 'hint'> | null {
  const name = path.filter((step) => typeof step === 'string').join('.');
  const known = kind === 'routine' ? ROUTINE_KEYS : WORKSPACE_KEYS;
  if (!known.has(name)) return null;
  return {
    code: 'not-served',
    message: `\`${name}\` is not served by this version yet`,
    hint: `Remove \`${name}\`.`,
  };
}

/**
 * The schema's word on a whole file. What is wrong is cut out and the rest is read, so that rules between
 * values still report in the same pass; `trusted` says which paths were not touched by the cut.
 */
import { isRecord } from '../../platform/json.ts';
import type { NodePath } from '../../words/rule-breach.ts';
import { plainValue } from '../document-node.ts';
import type { Problem } from '../rules/problem.ts';
import { routineSchema, type WrittenRoutine } from './routine-schema.ts';
import { schemaProblems, type CheckedFile } from './schema-problems.ts';

export interface SchemaVerdict {
  /** `null`: so much is wrong that nothing more can be said. */
  readonly written: WrittenRoutine | null;
  readonly problems: readonly Problem[];
  /** False for paths that lead into, or hold, something that was cut out. */
  readonly trusted: (path: NodePath) => boolean;
}

type Issues = Parameters<typeof schemaProblems>[1];

/** Cutting a key out can leave its map without one that it needs: then the map goes too, and so on up. */
const MOST_ROUNDS = 6;

export function checkAgainstSchema(checked: CheckedFile): SchemaVerdict {
  const plain = plainValue(checked.root);
  const first = routineSchema.safeParse(plain);
  if (first.success) return { written: first.data, problems: [], trusted: () => true };
  let cut = cutPaths(first.error.issues);
  let rest = routineSchema.safeParse(without(plain, cut));
  for (let round = 0; round < MOST_ROUNDS && !rest.success; round += 1) {
    cut = [...cut, ...cutPaths(rest.error.issues).map((path) => path.slice(0, -1))];
    rest = routineSchema.safeParse(without(plain, cut));
  }
  return {
    written: rest.success ? rest.data : null,
    problems: schemaProblems(checked, first.error.issues),
    trusted: (path) => !cut.some((wrong) => overlaps(wrong, path)),
  };
}

/** A wrong entry takes its list along: positions after it would shift. */
function cutPaths(issues: Issues): readonly NodePath[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key]);
    const position = path.findIndex((step) => typeof step === 'number');
    return [position < 0 ? path : path.slice(0, position)];
  });
}

function overlaps(left: NodePath, right: NodePath): boolean {
  return left.every((step, index) => right[index] === step || index >= right.length);
}

function without(value: unknown, paths: readonly NodePath[]): unknown {
  const made = paths.reduce(cutOut, value);
  // A trigger is the one thing that every routine needs.
  return isRecord(made) && made['on'] === undefined ? { ...made, on: { manual: {} } } : made;
}

function cutOut(value: unknown, path: NodePath): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return undefined;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? cutOut(item, rest) : item));
  }
  if (!isRecord(value)) return value;
  const inner = cutOut(value[String(step)], rest);
  const others = Object.entries(value).filter(([key]) => key !== String(step));
  return Object.fromEntries(inner === undefined ? others : [...others, [String(step), inner]]);
}

/** From the lines of a plan to its tasks: bounded, within the repository, without circles. Hostile text. Pure. */
import type { PlanLine } from '../engines/agent-contract.ts';
import type { PlannedTask } from '../words/item.ts';
import { readPattern } from '../words/path-globs.ts';
import { oneLine, plural } from '../words/text.ts';

/** The maximum of sub-items: a longer plan is not read to its end. */
export const MOST_TASKS = 30;

export interface PlanReading {
  readonly tasks: readonly PlannedTask[];
  /** What did not hold and was left out, one sentence each. */
  readonly problems: readonly string[];
}

/** `line` is what others depend on: its place in the file, from 1. A line that is not there, because it did not hold, is named. */
export interface NumberedPlanLine {
  readonly line: number;
  readonly value: PlanLine;
}

export function readPlan(lines: readonly NumberedPlanLine[]): PlanReading {
  const problems: string[] = [];
  if (lines.length > MOST_TASKS) {
    problems.push(
      `the plan has ${plural(lines.length, 'sub-item')}, and ${MOST_TASKS} are the most: the rest was left out`,
    );
  }
  const kept = lines.slice(0, MOST_TASKS);
  const known = new Set(kept.map(({ line }) => line));
  const tasks = kept.map(({ line, value }): PlannedTask => {
    return {
      number: line,
      title: oneLine(value.title, 200),
      body: value.body,
      files: patternsOf(line, value.files, problems),
      dependsOn: neededBy(line, { wanted: value.dependsOn, known, problems }),
      findings: [],
      wanted: null,
      made: null,
    };
  });
  return { tasks: withoutCircles(tasks, problems), problems };
}

function patternsOf(line: number, files: readonly string[], problems: string[]): readonly string[] {
  const patterns = files.flatMap((file) => {
    const read = readPattern(file);
    if (read.kind === 'pattern') return [read.pattern];
    problems.push(`sub-item ${line}: "${oneLine(file, 80)}" ${read.why}, and was left out`);
    return [];
  });
  return [...new Set(patterns)];
}

function neededBy(
  line: number,
  {
    wanted,
    known,
    problems,
  }: {
    readonly wanted: readonly number[];
    readonly known: ReadonlySet<number>;
    readonly problems: string[];
  },
): readonly number[] {
  return [...new Set(wanted)]
    .filter((number) => {
      const holds = known.has(number) && number !== line;
      const what = number === line ? 'itself' : `${number}, which is not a sub-item of the plan`;
      if (!holds) problems.push(`sub-item ${line} depends on ${what}: that was left out`);
      return holds;
    })
    .toSorted((a, b) => a - b);
}

/** Of what depends on each other in a circle the later one waits for the earlier, and not the other way round. */
function withoutCircles(tasks: readonly PlannedTask[], problems: string[]): readonly PlannedTask[] {
  const needs = new Map<number, readonly number[]>();
  for (const task of tasks) {
    const kept = task.dependsOn.filter((number) => {
      const circle = reaches(needs, number, task.number);
      if (circle)
        problems.push(
          `sub-items ${number} and ${task.number} depend on each other: ${task.number} does not wait for ${number}`,
        );
      return !circle;
    });
    needs.set(task.number, kept);
  }
  return tasks.map((task) => ({ ...task, dependsOn: needs.get(task.number) ?? [] }));
}

function reaches(needs: ReadonlyMap<number, readonly number[]>, from: number, to: number): boolean {
  const open = [from];
  const seen = new Set<number>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(needs.get(next) ?? []));
  }
  return false;
}

/** Whatever others depend on comes before them; else as numbered. */
export function inOrder(tasks: readonly PlannedTask[]): readonly PlannedTask[] {
  const left = new Map(tasks.map((task) => [task.number, task]));
  const ordered: PlannedTask[] = [];
  while (left.size > 0) {
    const next =
      [...left.values()].find(({ dependsOn }) => !dependsOn.some((number) => left.has(number))) ??
      [...left.values()][0];
    if (next === undefined) break;
    left.delete(next.number);
    ordered.push(next);
  }
  return ordered;
}

/** From the lines of a plan to its tasks: bounded, within the repository, without circles. Hostile text. Pure. */
import type { PlanLine } from '../engines/agent-contract.ts';
import { firstMeeting } from '../scheduler/globs-meet.ts';
import type { Finding } from '../words/finding.ts';
import type { ItemKey } from '../words/ids.ts';
import type { PlannedTask } from '../words/item.ts';
import { readPattern } from '../words/path-globs.ts';
import { oneLine, plural, escapeMarkdown, inlineCode } from '../words/text.ts';

/** The maximum of sub-items: a longer plan is not read to its end. */
const MOST_TASKS = 30;

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

// Whose files meet: sub-items of a plan among each other, and with what is open elsewhere. Pure.
export interface PlanOverlap {
  /** The sub-item's number. */
  readonly task: number;
  readonly with:
    | { readonly kind: 'task'; readonly number: number }
    | { readonly kind: 'branch'; readonly name: string }
    | { readonly kind: 'item'; readonly key: ItemKey };
  /** A pattern of the sub-item, and what of the other it meets. */
  readonly ours: string;
  readonly theirs: string;
}

export interface OpenWork {
  readonly branches: readonly { readonly name: string; readonly files: readonly string[] }[];
  readonly items: readonly { readonly key: ItemKey; readonly files: readonly string[] }[];
}

/** Of each pair one, by the first patterns that meet. What one of them waits for anyway is not an overlap. */
export function planOverlaps(
  tasks: readonly PlannedTask[],
  work: OpenWork,
): readonly PlanOverlap[] {
  return tasks.flatMap((task, index) => [
    ...tasks.slice(index + 1).flatMap((other) => {
      if (task.dependsOn.includes(other.number) || other.dependsOn.includes(task.number)) return [];
      return meeting(task, { kind: 'task', number: other.number }, other.files);
    }),
    ...work.branches.flatMap(({ name, files }) => meeting(task, { kind: 'branch', name }, files)),
    ...work.items
      .filter(({ key }) => key !== task.made)
      .flatMap(({ key, files }) => meeting(task, { kind: 'item', key }, files)),
  ]);
}

function meeting(
  { number, files }: PlannedTask,
  other: PlanOverlap['with'],
  theirs: readonly string[],
): readonly PlanOverlap[] {
  const found = firstMeeting(files, theirs);
  return found === null ? [] : [{ task: number, with: other, ...found }];
}

// The plan that needs no model: an item's findings, a sub-item for each folder that they are in. Pure.
type Place = Pick<Finding, 'fingerprint' | 'id' | 'title' | 'location'>;

/** What is settled already is for the caller to leave out. The same findings give the same plan. */
export function planFromFindings(findings: readonly Place[]): readonly PlannedTask[] {
  const sorted = findings.toSorted(
    (a, b) => compare(placeOf(a), placeOf(b)) || compare(a.id, b.id),
  );
  return groupsOf(sorted).map(([place, group], index) => ({
    number: index + 1,
    title: titleOf(place, group),
    body: bodyOf(group),
    files: filesOf(group),
    dependsOn: [],
    findings: group.map(({ fingerprint }) => fingerprint),
    wanted: null,
    made: null,
  }));
}

type Group = readonly [place: string, findings: readonly Place[]];

/** By file where that gives few, else by ever higher folders; what is in no file is one group. */
function groupsOf(findings: readonly Place[]): readonly Group[] {
  if (findings.length <= 1) return findings.map((one) => [placeOf(one), [one]]);
  const deepest = Math.max(0, ...findings.map((one) => placeOf(one).split('/').length));
  for (let depth = deepest; depth > 0; depth -= 1) {
    const groups = groupedBy(findings, (one) => placeOf(one).split('/').slice(0, depth).join('/'));
    const most = depth === deepest ? MOST_TASKS / 3 : MOST_TASKS;
    if (groups.length <= most) return groups.length > 1 ? groups : apart(findings);
  }
  // More folders at the top than a plan may have: what is left over goes together.
  const groups = groupedBy(findings, (one) => placeOf(one).split('/')[0] ?? '');
  const rest = groups.slice(MOST_TASKS - 1).flatMap(([, group]) => group);
  return [...groups.slice(0, MOST_TASKS - 1), ['', rest]];
}

/** All in one file: each by itself, where that gives few. */
function apart(findings: readonly Place[]): readonly Group[] {
  if (findings.length > MOST_TASKS / 3) return [[placeOfAll(findings), findings]];
  return findings.map((one) => [placeOf(one), [one]]);
}

function placeOfAll([first]: readonly Place[]): string {
  return first === undefined ? '' : placeOf(first);
}

function groupedBy(findings: readonly Place[], key: (finding: Place) => string): readonly Group[] {
  const groups = new Map<string, Place[]>();
  for (const finding of findings) {
    const group = groups.get(key(finding)) ?? [];
    group.push(finding);
    groups.set(key(finding), group);
  }
  return [...groups];
}

function placeOf({ location }: Place): string {
  return location?.path ?? '';
}

function titleOf(place: string, group: readonly Place[]): string {
  const [only] = group;
  if (group.length === 1 && only !== undefined) return oneLine(only.title, 200);
  const where = place === '' ? 'elsewhere' : `in ${oneLine(place, 120)}`;
  return `${plural(group.length, 'finding')} ${where}`;
}

function bodyOf(group: readonly Place[]): string {
  const shown = group.slice(0, 100).map(({ id, title, location }) => {
    const at = location === null ? '' : ` (${inlineCode(`${location.path}:${location.line}`)})`;
    return `- ${id} ${escapeMarkdown(title)}${at}`;
  });
  const more = group.length > 100 ? [`- and ${group.length - 100} more`] : [];
  return [...shown, ...more].join('\n');
}

function filesOf(group: readonly Place[]): readonly string[] {
  const paths = [...new Set(group.map(placeOf).filter((path) => path !== ''))];
  const shown = paths.length <= 50 ? paths : foldersOf(paths);
  return shown.flatMap((path) => {
    // A path may hold what a pattern would take for a wildcard: then it names its folder's files as well, never fewer.
    const read = readPattern(path);
    return read.kind === 'pattern' ? [read.pattern] : [];
  });
}

function foldersOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => `${path.split('/')[0] ?? ''}/`))].slice(0, 50);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Who is at the files that a task names: open sessions, and branches that wait. Pure. */
import { kindOf } from '../collectors/registry.ts';
import type { FactsByCollector } from '../words/facts.ts';
import { matchPaths, type PathMatcher } from '../words/path-globs.ts';
import type { SessionState } from '../words/session.ts';
import { oneLine, plural } from '../words/text.ts';
import type { ToldOverlap, ToldSession } from './brief-context.ts';
import type { WaitingBranch, PriorFinding } from './brief.ts';
import type { BasePath } from './context-sources.ts';

const MAX_FILES = 20;

/** An active session can conflict with the task; a branch is finished and only has to be landed. */
const SEVERITY: Readonly<Record<SessionState, number>> = {
  working: 4,
  waiting: 3,
  idle: 2,
  unknown: 1,
  ended: 0,
};
const BRANCH_SEVERITY = 2;

export interface OverlapRequest {
  readonly named: readonly NamedFiles[];
  /** Those that have ended touch nothing any more. */
  readonly sessions: readonly ToldSession[];
  readonly branches: readonly Pick<WaitingBranch, 'branch' | 'files'>[];
}

interface Touched {
  readonly sessions: ToldSession[];
  readonly branches: Pick<WaitingBranch, 'branch' | 'files'>[];
}

/** Most severe first; files that the same sessions and branches are at stand together. The same for any order of what is given. */
export function findOverlap({ named, sessions, branches }: OverlapRequest): readonly ToldOverlap[] {
  const isNamed = namers(named);
  const touched = new Map<string, Touched>();
  const at = (path: string): Touched => {
    const known = touched.get(path) ?? { sessions: [], branches: [] };
    touched.set(path, known);
    return known;
  };
  const open = sessions.filter(({ state }) => state !== 'ended').toSorted(bySession);
  for (const session of open)
    for (const path of new Set(session.filesTouched)) at(path).sessions.push(session);
  for (const branch of branches.toSorted((a, b) => compare(a.branch, b.branch)))
    for (const path of new Set(branch.files)) at(path).branches.push(branch);
  const groups = new Map<string, { touched: Touched; by: Set<string>; files: string[] }>();
  for (const path of [...touched.keys()].toSorted(compare)) {
    const by = isNamed(path);
    const who = touched.get(path);
    if (by.length === 0 || who === undefined) continue;
    const key = JSON.stringify([
      who.sessions.map(({ engine, id }) => [engine, id]),
      who.branches.map(({ branch }) => branch),
    ]);
    const group = groups.get(key) ?? { touched: who, by: new Set<string>(), files: [] };
    group.files.push(path);
    for (const name of by) group.by.add(name);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted(bySeverity).map(({ touched: who, by, files }) => ({
    files: files.slice(0, MAX_FILES),
    fileCount: files.length,
    named: [...by].toSorted(compare),
    sessions: who.sessions.map(({ id, engine, title, state }) => ({ id, engine, title, state })),
    branches: who.branches.map(({ branch }) => branch),
  }));
}

/** What names a path: a path itself exactly, a pattern as gitignore does. */
function namers(named: readonly NamedFiles[]): (path: string) => readonly string[] {
  const rules: readonly { by: string; paths: ReadonlySet<string>; matches: PathMatcher }[] =
    named.map(({ by, paths, patterns }) => ({
      by,
      paths: new Set(paths),
      matches: matchPaths(patterns),
    }));
  return (path) =>
    rules.flatMap(({ by, paths, matches }) => (paths.has(path) || matches(path) ? [by] : []));
}

interface Group {
  readonly touched: Touched;
  readonly files: readonly string[];
}

function bySeverity(a: Group, b: Group): number {
  return (
    severityOf(b) - severityOf(a) ||
    countOf(b) - countOf(a) ||
    b.files.length - a.files.length ||
    compare(a.files[0] ?? '', b.files[0] ?? '')
  );
}

function severityOf({ touched: { sessions, branches } }: Group): number {
  const ofSessions = sessions.map(({ state }) => SEVERITY[state]);
  return Math.max(0, ...ofSessions, branches.length > 0 ? BRANCH_SEVERITY : 0);
}

function countOf({ touched: { sessions, branches } }: Group): number {
  return sessions.length + branches.length;
}

function bySession(a: ToldSession, b: ToldSession): number {
  return (
    SEVERITY[b.state] - SEVERITY[a.state] || compare(a.engine, b.engine) || compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// Who is at the files of a task, in sentences. Pure; titles and paths in them are hostile text on one line.
const MOST_FILES = 4;
const MOST_NAMES = 4;

const STATES: Readonly<Record<ToldOverlap['sessions'][number]['state'], string>> = {
  working: 'working now',
  waiting: 'waiting for a person',
  idle: 'open, idle',
  unknown: 'state unknown',
  ended: 'ended',
};

/** `session ‘Rename the parser’ (claude, working now) and branch roundsman/x touch src/a.ts, which this task names (facts todos)` */
export function overlapLine({ files, fileCount, named, sessions, branches }: ToldOverlap): string {
  const who = [
    ...sessions.map(
      ({ title, engine, state }) => `session ‘${oneLine(title, 80)}’ (${engine}, ${STATES[state]})`,
    ),
    ...branches.map((branch) => `branch ${oneLine(branch, 120)}`),
  ];
  const verb = who.length === 1 ? 'touches' : 'touch';
  const paths = listed(
    files.map((path) => oneLine(path, 120)),
    { most: MOST_FILES, of: fileCount },
  );
  return `${listed(who, { most: MOST_NAMES, of: who.length })} ${verb} ${paths}, which this task names (${named.map((name) => oneLine(name, 60)).join(', ')})`;
}

function listed(
  names: readonly string[],
  { most, of }: { readonly most: number; readonly of: number },
): string {
  const shown = names.slice(0, most);
  const more = of - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}

/** `3 files of this task are touched by others` */
export function overlapCount(overlap: readonly ToldOverlap[]): string {
  const files = overlap.reduce((sum, { fileCount }) => sum + fileCount, 0);
  return `${plural(files, 'file')} that this task names ${files === 1 ? 'is' : 'are'} touched by others`;
}

// The files that a task names, by what names them. Pure.
interface NamedFiles {
  /** For people: `facts todos`, `policy.touches`. */
  readonly by: string;
  readonly paths: readonly string[];
  /** gitignore-like. */
  readonly patterns: readonly string[];
}

export function namedFiles(request: {
  /** `policy.touches`, or what stands for it. */
  readonly touches: readonly string[];
  readonly facts: FactsByCollector;
  readonly findings: readonly PriorFinding[];
  /** `context.files`. */
  readonly files: readonly string[];
  /** Of the item that the run is for. */
  readonly itemFiles: readonly string[];
  /** Of the paths that the prompt names, those that are there at base. */
  readonly prompt: readonly BasePath[];
}): readonly NamedFiles[] {
  const { touches, facts, findings, files, itemFiles, prompt } = request;
  const standing = findings.filter(
    ({ state }) => state === 'new' || state === 'known' || state === 'regressed',
  );
  const all: readonly NamedFiles[] = [
    ...Object.entries(facts).map(([name, one]) => ({
      by: `facts ${name}`,
      paths: kindOf(one).pathsIn?.(one) ?? [],
      patterns: [],
    })),
    {
      by: 'earlier findings',
      paths: standing.flatMap(({ location }) => (location === null ? [] : [location.path])),
      patterns: [],
    },
    {
      by: 'the prompt',
      paths: prompt.flatMap(({ path, kind }) => (kind === 'file' ? [path] : [])),
      patterns: prompt.flatMap(({ path, kind }) => (kind === 'folder' ? [`/${path}/`] : [])),
    },
    { by: 'the item', paths: [], patterns: itemFiles },
    { by: 'context.files', paths: [], patterns: files },
    { by: 'policy.touches', paths: [], patterns: touches },
  ];
  return all
    .map((one) => ({ ...one, paths: [...new Set(one.paths)] }))
    .filter(({ paths, patterns }) => paths.length > 0 || patterns.length > 0);
}

const MOST_CANDIDATES = 200;

/** What looks like a path in a prompt; whether it is one, the base commit says. */
export function pathsInText(text: string): readonly string[] {
  const words = text.slice(0, 200_000).match(/[\w@.+/$:{}-]{3,200}/g) ?? [];
  const candidates = words.flatMap((word) => {
    if (/[$:{}]/.test(word)) return [];
    const path = word.replace(/^(\.\/)+/, '').replace(/[./-]+$/, '');
    const isPath = path.length > 2 && !path.startsWith('/') && !path.startsWith('-');
    return isPath && /[./]/.test(word) ? [path] : [];
  });
  return [...new Set(candidates)].slice(0, MOST_CANDIDATES);
}

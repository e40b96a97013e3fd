/** Who is at the files that a task names: open sessions, and branches that wait. Pure. */
import { matchPaths, type PathMatcher } from '../words/path-globs.ts';
import type { SessionState } from '../words/session.ts';
import type { ToldOverlap, ToldSession } from './brief-context.ts';
import type { WaitingBranch } from './brief.ts';
import type { NamedFiles } from './named-files.ts';

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

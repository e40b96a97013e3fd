/**
 * Which processes belong to a run, also those that left its process group. Built-ins only.
 *
 * A process belongs to a run when its environment holds the run's marker (tool shells of coding agents start sessions
 * of their own, but inherit the environment), when it is in the session of a process that we started, when it was seen
 * as a descendant of one, or when it descends from any of these. Where there is no pid namespace and no control group
 * this is the best there is: one that clears its environment, starts a session and is orphaned before anybody looks is
 * not found.
 */
import { spawnSync } from 'node:child_process';

import type { ProcessIdentity } from '../words/run-spec.ts';
import { identifyProcess, signalProcess } from './process-identity.ts';
import { textNow, namesNow, linkText } from './read-now.ts';

/** The marker variable; its value is the run id. */
const RUN_MARKER = 'ROUNDSMAN_RUN';

export interface FoundProcess extends ProcessIdentity {
  /** `T`: stopped, `D`: takes no signal now. */
  readonly state: string;
}

/** Live processes of the run, this one never. @param roots that we started, and others that are known to be of it */
export function findRunProcesses(
  runId: string,
  roots: readonly ProcessIdentity[] = [],
): readonly FoundProcess[] {
  const table = readProcessTable(`${RUN_MARKER}=${runId}`);
  const members = new Set<number>();
  for (const entry of table) {
    const known = roots.some((root) => isProcess(entry, root) || isInSessionOf(entry, root, table));
    if (known || entry.marked()) members.add(entry.pid);
  }
  // Children come after their parents often enough that this settles in two or three passes.
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const entry of table) if (members.has(entry.parent)) members.add(entry.pid);
  }
  members.delete(process.pid);
  const found: FoundProcess[] = [];
  for (const { pid, startTime, state } of table) {
    if (!members.has(pid)) continue;
    const identity = identifyProcess(pid);
    const same = startTime === null || identity?.startTime === startTime;
    if (identity !== null && same) found.push({ ...identity, state });
  }
  return found;
}

/** Signals every process of the run once; returns those that were signalled. */
export function signalRunProcesses(
  runId: string,
  signal: NodeJS.Signals,
  roots: readonly ProcessIdentity[] = [],
): readonly ProcessIdentity[] {
  return findRunProcesses(runId, roots).filter((identity) => signalProcess(identity, signal));
}

/**
 * Adds what a live process and those in `known` have started, and drops what has ended. Looked at now and then, it keeps
 * hold of a process whose parent goes away before the end. Linux only; elsewhere nothing is added.
 */
export function followDescendants(
  root: ProcessIdentity,
  known: Map<number, ProcessIdentity>,
): void {
  const waiting = [root, ...known.values()];
  const seen = new Set<number>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.pid)) continue;
    seen.add(next.pid);
    const identity = identifyProcess(next.pid);
    if (identity?.startTime !== next.startTime) {
      known.delete(next.pid);
      continue;
    }
    if (next.pid !== root.pid) known.set(next.pid, next);
    for (const pid of childrenOf(next.pid)) {
      const child = identifyProcess(pid);
      if (child !== null) waiting.push(child);
    }
  }
}

function isProcess(entry: ProcessEntry, { pid, startTime }: ProcessIdentity): boolean {
  return entry.pid === pid && (entry.startTime === null || entry.startTime === startTime);
}

/** A pid is not given away while a session goes by it: once another process has it, none of ours is in that session. */
function isInSessionOf(
  entry: ProcessEntry,
  root: ProcessIdentity,
  table: readonly ProcessEntry[],
): boolean {
  if (entry.session !== root.pid || entry.startTime === null) return false;
  if (Number(entry.startTime) < Number(root.startTime)) return false;
  return !table.some((other) => other.pid === root.pid && other.startTime !== root.startTime);
}

/** Names of the variables that a process was started with, without empty ones; `null` where this system does not tell. */
export function processVariables(pid: number): ReadonlySet<string> | null {
  const text = textNow(`/proc/${pid}/environ`);
  if (text === null) return null;
  return new Set(text.split('\0').flatMap((entry) => /^([^=]+)=./s.exec(entry)?.[1] ?? []));
}

// Where processes stand, and which runs they belong to: one look at all of them.
export interface ProcessPlace {
  readonly pid: number;
  /** Its working directory, links resolved; `null` where it cannot be told. */
  readonly folder: string | null;
  /** The run that started it, as its environment says. */
  readonly run: string | null;
}

/** Of this user, but for this process. Empty where the system has no /proc: nothing is known then. */
export function listProcessPlaces(): readonly ProcessPlace[] {
  if (process.platform !== 'linux') return [];
  return namesNow('/proc')
    .filter((name) => /^[0-9]+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const folder = linkText(`/proc/${name}/cwd`);
      const environment = textNow(`/proc/${name}/environ`);
      if (folder === null && environment === null) return [];
      return [{ pid: Number(name), folder, run: runOf(environment ?? '') }];
    });
}

function runOf(environment: string): string | null {
  const start = `${RUN_MARKER}=`;
  const entry = environment.split('\0').find((text) => text.startsWith(start));
  return entry?.slice(start.length) ?? null;
}

// The processes of this machine, as far as it tells. Built-ins only: supervisors use it.
interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** 0 where the system does not say. */
  readonly session: number;
  /** As in `ProcessIdentity`; `null` where it has to be asked for. */
  readonly startTime: string | null;
  /** `T` stopped, `D` waits for a device and takes no signal, … */
  readonly state: string;
  /** Its environment holds the marker. */
  marked(): boolean;
}

/** Zombies are left out: they have ended. @param marker `NAME=value` */
export function readProcessTable(marker: string): readonly ProcessEntry[] {
  return process.platform === 'linux' ? tableFromProc(marker) : tableFromPs(marker);
}

/** Processes that a live one has started and that still are its children; quick, Linux only. */
export function childrenOf(pid: number): readonly number[] {
  const children: number[] = [];
  for (const task of namesNow(`/proc/${pid}/task`)) {
    const text = textNow(`/proc/${pid}/task/${task}/children`) ?? '';
    for (const child of text.split(' ')) if (child.trim() !== '') children.push(Number(child));
  }
  return children;
}

/** Its pid in each pid namespace from ours inwards: two numbers for one in a sandbox. */
export function namespacePids(pid: number): readonly number[] {
  const line = /^NSpid:(.*)$/m.exec(textNow(`/proc/${pid}/status`) ?? '')?.[1] ?? '';
  return line.trim().split(/\s+/).map(Number);
}

/** The name of its program, for people; hostile text. */
export function nameOf(pid: number): string {
  return (textNow(`/proc/${pid}/comm`) ?? '').trim();
}

function tableFromProc(marker: string): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of namesNow('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue;
    const stat = textNow(`/proc/${name}/stat`);
    // Ended while we looked.
    if (stat === null) continue;
    // The command name may hold blanks and parentheses: fields are counted from the last `)`.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0] ?? 'X';
    if (state === 'Z' || state === 'X') continue;
    entries.push({
      pid: Number(name),
      parent: Number(fields[1]),
      session: Number(fields[3]),
      startTime: fields[19] ?? null,
      state,
      // Of another user's process there is none to read: it is not ours.
      marked: () => `\0${textNow(`/proc/${name}/environ`) ?? ''}`.includes(`\0${marker}\0`),
    });
  }
  return entries;
}

function tableFromPs(marker: string): readonly ProcessEntry[] {
  const listed = spawnSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,ppid=,stat=,command='], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  const entries: ProcessEntry[] = [];
  for (const line of listed.stdout.split('\n')) {
    const match = /^\s*([0-9]+)\s+([0-9]+)\s+(\S+)\s(.*)$/.exec(line);
    const state = match?.[3]?.[0] ?? 'Z';
    if (match === null || state === 'Z') continue;
    const words = ` ${match[4] ?? ''} `;
    entries.push({
      pid: Number(match[1]),
      parent: Number(match[2]),
      session: 0,
      startTime: null,
      state,
      marked: () => words.includes(` ${marker} `),
    });
  }
  return entries;
}

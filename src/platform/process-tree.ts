/**
 * Ending everything that a run started, also what left its process group. Built-ins only.
 *
 * A process belongs to a run when it is a descendant of one that does, or when its environment holds the
 * run's marker (tool shells of coding agents start sessions of their own, but inherit the environment).
 * Below the sandbox this is the best there is: a process that clears its environment and is orphaned
 * before the sweep is not found.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

import type { ProcessIdentity } from '../domain/run.ts';
import { identifyProcess, signalProcess } from './process-identity.ts';

/** The marker variable; its value is the run id. */
export const RUN_MARKER = 'ROUNDSMAN_RUN';

/** Live processes of the run: by marker, and the descendants of those and of `roots`. */
export function findRunProcesses(
  runId: string,
  roots: readonly number[] = [],
): readonly ProcessIdentity[] {
  const table = process.platform === 'linux' ? tableFromProc(runId) : tableFromPs(runId);
  const members = new Set<number>(roots);
  for (const entry of table) if (entry.marked) members.add(entry.pid);
  // Children come after their parents often enough that this settles in two or three passes.
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const entry of table) if (members.has(entry.parent)) members.add(entry.pid);
  }
  members.delete(process.pid);
  const found: ProcessIdentity[] = [];
  for (const entry of table) {
    if (!members.has(entry.pid)) continue;
    const identity = identifyProcess(entry.pid);
    if (identity !== null) found.push(identity);
  }
  return found;
}

/** Signals every process of the run once; returns those that were signalled. */
export function signalRunProcesses(
  runId: string,
  signal: NodeJS.Signals,
  roots: readonly number[] = [],
): readonly ProcessIdentity[] {
  return findRunProcesses(runId, roots).filter((identity) => signalProcess(identity, signal));
}

interface TableEntry {
  readonly pid: number;
  readonly parent: number;
  readonly marked: boolean;
}

function tableFromProc(runId: string): readonly TableEntry[] {
  const marker = `${RUN_MARKER}=${runId}`;
  const entries: TableEntry[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      entries.push({ pid: Number(name), parent, marked: environmentHolds(name, marker) });
    } catch {
      // Ended while we looked.
    }
  }
  return entries;
}

function environmentHolds(pid: string, marker: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes(`\0${marker}\0`);
  } catch {
    // Another user's process: not ours.
    return false;
  }
}

function tableFromPs(runId: string): readonly TableEntry[] {
  const listed = spawnSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,ppid=,command='], {
    encoding: 'utf8',
  });
  const entries: TableEntry[] = [];
  for (const line of listed.stdout.split('\n')) {
    const match = /^\s*([0-9]+)\s+([0-9]+)\s(.*)$/.exec(line);
    if (match === null) continue;
    const marked = ` ${match[3] ?? ''} `.includes(` ${RUN_MARKER}=${runId} `);
    entries.push({ pid: Number(match[1]), parent: Number(match[2]), marked });
  }
  return entries;
}

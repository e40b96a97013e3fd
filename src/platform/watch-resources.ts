/**
 * Reports when a program of a run exceeds a limit. Where the kernel enforces the limit too (a control group, process
 * limits) this only reports it; elsewhere this enforces it, to within one check. Built-in modules only.
 */
import { lstatSync, readdirSync, statfsSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

import { hardFileBytes, type LimitMet } from '../words/resource-limits.ts';
import type { Clock } from './clock.ts';
import type { ControlGroup } from './control-group.ts';
import { measureTree } from './disk.ts';
import {
  heldBytes,
  machineMemoryUse,
  machineTasks,
  type RunTree,
  writtenBytes,
} from './resource-use.ts';

export interface ProgramLimits {
  readonly processes: number;
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly diskBytes: number;
  /** What it writes to on the disk; the first is there. */
  readonly folders: readonly string[];
  /** Paths inside that are kept in memory. */
  readonly inMemory: readonly string[];
}

export interface ResourceWatch {
  readonly limits: ProgramLimits;
  /** Of all that the program consists of now; counting may stop after so many tasks. */
  readonly tree: (mostTasks: number) => RunTree;
  readonly group: ControlGroup | null;
  readonly clock: Clock;
  readonly over: AbortSignal;
}

/** A fork bomb doubles in a few milliseconds: what it costs to look is one small read. */
const LOOK_EVERY_MS = 50;
/** The rest grows more slowly. */
const SLOW_LOOKS = 4;
/** Measuring costs: it is done again when this much later there still is a reason. */
const MEASURE_EVERY_MS = 1_000;

/** Pending for ever when no limit is met before `over`. */
export async function untilLimitMet(watch: ResourceWatch): Promise<LimitMet> {
  const { clock, over, limits } = watch;
  const freeBefore = freeBytes(limits.folders[0]);
  let measureAt = -Infinity;
  for (let looks = 1; !over.aborted; looks += 1) {
    await clock.sleep(LOOK_EVERY_MS, over);
    if (over.aborted) break;
    const met = tooManyTasks(watch) ?? (looks % SLOW_LOOKS === 0 ? inGroup(watch) : null);
    if (met !== null) return met;
    if (looks % SLOW_LOOKS !== 0 || clock.monotonic() < measureAt) continue;
    const measured = tooMuchMemory(watch) ?? (await tooMuchDisk(watch, freeBefore));
    if (measured !== 'within') return measured;
    measureAt = clock.monotonic() + MEASURE_EVERY_MS;
  }
  return new Promise(() => undefined);
}

/** What the kernel noted; also after the program has ended, for that may be why. */
export function inGroup({
  group,
  limits,
}: Pick<ResourceWatch, 'group' | 'limits'>): LimitMet | null {
  const events = group?.events() ?? null;
  if (events === null) return null;
  if (events.outOfMemory) return { limit: 'memory', used: null, allowed: limits.memoryBytes };
  return events.outOfProcesses
    ? { limit: 'processes', used: null, allowed: limits.processes }
    : null;
}

function tooManyTasks({ limits, tree }: ResourceWatch): LimitMet | null {
  const { processes } = limits;
  if ((machineTasks() ?? 0) <= processes) return null;
  const { tasks } = tree(processes);
  return tasks > processes ? { limit: 'processes', used: tasks, allowed: processes } : null;
}

function tooMuchMemory({ limits, tree, group }: ResourceWatch): LimitMet | null {
  const { memoryBytes, processes } = limits;
  if (group?.limited === true || (machineMemoryUse() ?? 0) <= memoryBytes) return null;
  const { pids } = tree(processes);
  const used = heldBytes(pids, usedInside(pids, limits)).memory;
  return used > memoryBytes ? { limit: 'memory', used, allowed: memoryBytes } : null;
}

/** Through the first process inside: the folders are nowhere else. */
function usedInside(
  pids: readonly number[],
  { inMemory }: ProgramLimits,
): readonly { readonly usedBytes: number }[] {
  if (inMemory.length === 0) return [];
  // The first one stands outside and waits; the last one found is as far inside as it gets.
  const inner = pids.at(-1);
  if (inner === undefined) return [];
  return inMemory.flatMap((path) => {
    try {
      const { blocks, bfree, bsize, type } = statfsSync(`/proc/${inner}/root${path}`);
      return type === TMPFS ? [{ usedBytes: (blocks - bfree) * bsize }] : [];
    } catch {
      return [];
    }
  });
}

/** The number of Linux, statfs(2). */
const TMPFS = 0x01_02_19_94;

async function tooMuchDisk(
  { limits, tree }: ResourceWatch,
  freeBefore: number | null,
): Promise<LimitMet | 'within'> {
  const { diskBytes, folders, processes } = limits;
  const { pids } = tree(processes);
  // Others make room meanwhile, and files may take it without being written to: either is a reason to measure.
  const gone = (freeBefore ?? 0) - (freeBytes(folders[0]) ?? freeBefore ?? 0);
  if (Math.max(gone, writtenBytes(pids)) <= diskBytes) return 'within';
  let used = heldBytes(pids, []).unnamed;
  for (const folder of folders) used += (await measureTree(folder)).bytes;
  return used <= diskBytes ? 'within' : { limit: 'disk', used, allowed: diskBytes };
}

function freeBytes(folder: string | undefined): number | null {
  if (folder === undefined) return null;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Entries that are looked at: an agent that failed is told of soon. */
const MOST_ENTRIES = 300_000;

/** Whether a file is as large as the limit: what wrote it was kept from writing more. */
export async function holdsFileOf(folders: readonly string[], limit: number): Promise<boolean> {
  const bytes = hardFileBytes(limit);
  // Every folder has empty files.
  if (bytes === 0) return false;
  const waiting = [...folders];
  let entries = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(folder)) {
      entries += 1;
      if (entries > MOST_ENTRIES) return false;
      if (entries % 2_000 === 0) await nextTurn();
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile() && sizeOf(path) === bytes) return true;
    }
  }
  return false;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function sizeOf(path: string): number | null {
  try {
    return lstatSync(path).size;
  } catch {
    return null;
  }
}

async function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

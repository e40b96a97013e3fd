/**
 * What a program and all that it started takes of the machine: tasks, memory, blocks on disks. From /proc; nothing
 * elsewhere. The machine as a whole is asked first, for that costs one small read: what the whole machine does not have,
 * no run has. Built-ins only.
 */
import { statSync } from 'node:fs';
import { totalmem } from 'node:os';

import { childrenOf } from './process-tree.ts';
import { namesNow, textNow } from './read-now.ts';

/** Processes and threads of this machine; `null` where nothing tells. */
export function machineTasks(): number | null {
  const total = /^\S+ \S+ \S+ \d+\/(\d+) /.exec(textNow('/proc/loadavg') ?? '')?.[1];
  return total === undefined ? null : Number(total);
}

/** Bytes of memory that there are for us: of the machine, or of the container that we are in. */
export function machineMemory(): number {
  const bounded = process.constrainedMemory();
  return bounded > 0 ? Math.min(bounded, totalmem()) : totalmem();
}

/** Bytes of memory that this machine could not hand out now; `null` where nothing tells. */
export function machineMemoryUse(): number | null {
  const text = textNow('/proc/meminfo') ?? '';
  const [total, free] = [kilobytes(text, 'MemTotal'), kilobytes(text, 'MemAvailable')];
  return total === null || free === null ? null : total - free;
}

export interface RunTree {
  readonly pids: readonly number[];
  /** Processes and threads. */
  readonly tasks: number;
}

/**
 * A live process and what descends from it. In a pid namespace that is all there is: orphans go to its first process.
 * @param most tasks after which nothing more is counted
 */
export function treeOf(root: number, most: number): RunTree {
  const waiting = [root];
  const pids: number[] = [];
  let tasks = 0;
  for (let pid = waiting.pop(); pid !== undefined && tasks <= most; pid = waiting.pop()) {
    const threads = namesNow(`/proc/${pid}/task`).length;
    if (threads === 0) continue;
    pids.push(pid);
    tasks += threads;
    waiting.push(...childrenOf(pid));
  }
  return { pids, tasks };
}

/** Of processes that are known already. */
export function treeOfAll(pids: readonly number[], most: number): RunTree {
  let tasks = 0;
  for (const pid of pids) {
    tasks += namesNow(`/proc/${pid}/task`).length;
    if (tasks > most) break;
  }
  return { pids, tasks };
}

export interface HeldBytes {
  /** Memory that no file gives back: what processes have for themselves, and files that are kept in memory. */
  readonly memory: number;
  /** On disks, of files that have no name any more. */
  readonly unnamed: number;
}

/**
 * Shared pages count once. Costs about as much as the processes are big: ask only when there is a reason.
 * @param inMemory folders inside, as the first of the processes sees them, that are kept in memory
 */
export function heldBytes(
  pids: readonly number[],
  inMemory: readonly { readonly usedBytes: number }[],
): HeldBytes {
  let [anonymous, mapped, unnamed, unnamedInMemory] = [0, 0, 0, 0];
  const seen = new Set<string>();
  for (const pid of pids) {
    const text = textNow(`/proc/${pid}/smaps_rollup`) ?? '';
    anonymous += (kilobytes(text, 'Pss_Anon') ?? 0) + (kilobytes(text, 'SwapPss') ?? 0);
    mapped += kilobytes(text, 'Pss_Shmem') ?? 0;
    for (const file of unnamedFiles(pid, seen)) {
      if (file.inMemory) unnamedInMemory += file.bytes;
      else unnamed += file.bytes;
    }
  }
  const filed = inMemory.reduce((sum, { usedBytes }) => sum + usedBytes, unnamedInMemory);
  // What is mapped of a file in memory is counted with the file.
  return { memory: anonymous + Math.max(mapped, filed), unnamed };
}

/** Bytes that they, and all that ended below them, gave to disks. */
export function writtenBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const text = textNow(`/proc/${pid}/io`) ?? '';
    return sum + Number(/^write_bytes: (\d+)$/m.exec(text)?.[1] ?? 0);
  }, 0);
}

/** As stat(2) counts, whatever the file system. */
const BLOCK_BYTES = 512;

function unnamedFiles(
  pid: number,
  seen: Set<string>,
): readonly { readonly bytes: number; readonly inMemory: boolean }[] {
  return namesNow(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const facts = statSync(`/proc/${pid}/fd/${fd}`);
      const key = `${facts.dev} ${facts.ino}`;
      if (!facts.isFile() || facts.nlink > 0 || seen.has(key)) return [];
      seen.add(key);
      // Devices without a major number are not disks: `memfd`, `tmpfs`.
      return [{ bytes: facts.blocks * BLOCK_BYTES, inMemory: facts.dev < 256 }];
    } catch {
      return [];
    }
  });
}

function kilobytes(text: string, name: string): number | null {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1];
  return found === undefined ? null : Number(found) * 1_024;
}

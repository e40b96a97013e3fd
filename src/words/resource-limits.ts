/**
 * What one program of a run, with all that it starts, may take of the machine. The defaults are far above what an agent
 * and its builds need: they are there for a fork bomb, a leak and a loop that writes. Pure.
 */
import { formatBytes } from './byte-size.ts';
import type { Failure } from './errors.ts';

export interface ResourceLimits {
  /** Processes and threads at once. */
  readonly processes: number;
  /** `null`: three quarters of the machine's. */
  readonly memoryBytes: number | null;
  /** Of a single file. */
  readonly fileBytes: number;
  /** Of all that is in the run's folder, once this much was written. */
  readonly diskBytes: number;
}

export const DEFAULT_RESOURCES: ResourceLimits = {
  processes: 4_096,
  memoryBytes: null,
  fileBytes: 50_000_000_000,
  diskBytes: 50_000_000_000,
};

const MEMORY_SHARE = 0.75;

/**
 * The bound on processes that the kernel enforces: above the limit, so that monitoring sees the limit met before programs
 * fail for lack of processes without saying why.
 */
export function hardProcesses(processes: number): number {
  return 2 * processes + 1_000;
}

/** What `ulimit -f` counts in, by POSIX. */
export const FILE_BLOCK_BYTES = 512;

/** Of a file, what the kernel keeps the bound at: whole blocks. */
export function hardFileBytes(fileBytes: number): number {
  return Math.floor(fileBytes / FILE_BLOCK_BYTES) * FILE_BLOCK_BYTES;
}

export function memoryLimit({ memoryBytes }: ResourceLimits, machineBytes: number): number {
  return memoryBytes ?? Math.floor(machineBytes * MEMORY_SHARE);
}

/** Which limit a program met: it was ended for it, or the system did that. */
export interface LimitMet {
  readonly limit: 'processes' | 'memory' | 'file-size' | 'disk';
  /** What it came to when it was seen; `null`: more than the limit. */
  readonly used: number | null;
  readonly allowed: number;
}

/** `the agent had 5,120 processes and threads at once, more than limits.processes (4,096), and was ended` */
export function formatLimit(who: string, { limit, used, allowed }: LimitMet): string {
  const [most, seen] = [amountWords(limit, allowed), amountWords(limit, used ?? allowed)];
  const what = {
    processes: `had ${used === null ? 'all' : seen} processes and threads at once`,
    memory: used === null ? 'needed more memory' : `used ${seen} of memory`,
    'file-size': `wrote a file of ${seen}`,
    disk: `left ${seen} in the folder of its run`,
  }[limit];
  const over = limit === 'file-size' ? 'as much as' : 'more than';
  return `${who} ${what}, ${over} limits.${limit} allows (${most}), and was ended`;
}

export function limitHint({ limit }: Pick<LimitMet, 'limit'>): string {
  return `Raise limits.${limit} in the routine if it needs that much.`;
}

/** From words that `limitWords` made, which is what an exit keeps. */
export function limitFailure(message: string): Failure {
  const limit = LIMITS.find((one) => message.includes(`limits.${one} `));
  return {
    code: 'over-limit',
    message,
    hint: limit === undefined ? '' : limitHint({ limit }),
  };
}

const LIMITS: readonly LimitMet['limit'][] = ['processes', 'memory', 'file-size', 'disk'];

function amountWords(limit: LimitMet['limit'], amount: number): string {
  return limit === 'processes' ? amount.toLocaleString('en-US') : formatBytes(amount);
}

// When the disk that runs are kept on counts as full. Pure.
export const DEFAULT_DISK_FLOOR_BYTES = 500_000_000;

/** Why nothing is to start there; `null` when there is room, or when the floor is 0. */
export function belowFloor(
  folder: string,
  { freeBytes, floorBytes }: { readonly freeBytes: number; readonly floorBytes: number },
): string | null {
  if (freeBytes >= floorBytes) return null;
  return `only ${formatBytes(freeBytes)} are free on the disk of ${folder}, less than the floor of ${formatBytes(floorBytes)}`;
}

/** What is left at least while an agent works: below it the agent is ended, so that its work can still be kept. */
export function lastReserve(floorBytes: number): number {
  return Math.floor(floorBytes / 2);
}

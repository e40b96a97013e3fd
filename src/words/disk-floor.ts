/** When the disk that runs are kept on counts as full. Pure. */
import { formatBytes } from './byte-size.ts';

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

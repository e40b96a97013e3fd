/** Where processes stand, and which runs they belong to: one look at all of them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

import { RUN_MARKER } from './process-tree.ts';

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
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const folder = attempt(() => readlinkSync(`/proc/${name}/cwd`));
      const environment = attempt(() => readFileSync(`/proc/${name}/environ`, 'utf8'));
      if (folder === null && environment === null) return [];
      return [{ pid: Number(name), folder, run: runOf(environment ?? '') }];
    });
}

function runOf(environment: string): string | null {
  const start = `${RUN_MARKER}=`;
  const entry = environment.split('\0').find((text) => text.startsWith(start));
  return entry?.slice(start.length) ?? null;
}

/** `null` for another user's process, and for one that ended meanwhile. */
function attempt(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

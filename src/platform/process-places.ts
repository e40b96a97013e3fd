/** Where processes stand, and which runs they belong to: one look at all of them. */

import { RUN_MARKER } from './process-tree.ts';
import { namesNow, textNow } from './read-now.ts';
import { linkText } from './real-paths.ts';

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

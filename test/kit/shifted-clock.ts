/**
 * A wall clock for the program as it ships, and for every process that it starts: what Node loads first makes `Date` tell
 * another time, which continues from where it was set. It can be set again while they run, as a machine's clock can.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { temporaryFolder } from './git-repo.ts';

export interface ShiftedClock {
  /** What the program has to be started with. */
  readonly env: Readonly<Record<string, string>>;
  /** Running processes see it within a tenth of a second. */
  set(instant: string): void;
  readonly now: () => Date;
}

export function shiftedClock(instant: string): ShiftedClock {
  const folder = temporaryFolder('rm-clock-');
  const file = join(folder, 'offset');
  const preload = join(folder, 'shift.mjs');
  let offset = 0;
  const set = (to: string): void => {
    offset = Date.parse(to) - Date.now();
    writeFileSync(`${file}.new`, String(offset));
    renameSync(`${file}.new`, file);
  };
  set(instant);
  writeFileSync(preload, preloadOf(file));
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` },
    set,
    now: () => new Date(Date.now() + offset),
  };
}

/** A proxy, so that dates of the system itself stay instances of it. */
function preloadOf(file: string): string {
  return `
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const RealDate = Date;
const realNow = Date.now.bind(Date);
let offset = 0;
let readAt = -Infinity;
function now() {
  const at = performance.now();
  if (at - readAt > 100) {
    readAt = at;
    try {
      offset = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
    } catch {
      // The test has ended.
    }
  }
  return realNow() + offset;
}
RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
});
`;
}

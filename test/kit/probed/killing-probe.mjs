/**
 * Ends its own process with SIGKILL at the points that a plan names. A plan is a folder: an empty file for each point
 * at which one process is to die. Points that were come to and kills are noted beside them.
 */
import { appendFileSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['CRASH_PLAN'];

export async function probe(point) {
  appendFileSync(join(folder, 'reached'), `${point}\n`);
  const delayMs = take(point);
  if (delayMs === null) return;
  // A while later: in the middle of whatever comes then.
  if (delayMs > 0) setTimeout(() => die(point), delayMs);
  else await die(point);
}

/** Of several processes that come to it, one dies. Gives after how long, `null`: not this one. */
function take(point) {
  const mark = join(folder, point.replace('/', '.'));
  try {
    const delay = Number(readFileSync(mark, 'utf8'));
    unlinkSync(mark);
    return delay;
  } catch {
    return null;
  }
}

function die(point) {
  appendFileSync(join(folder, 'killed'), `${point}\n`);
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

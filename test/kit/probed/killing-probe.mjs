/**
 * Ends its own process with SIGKILL at the points that a plan names. A plan is a folder: an empty file for each point
 * at which one process is to die. Points that were come to and kills are noted beside them.
 */
import { appendFileSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['CRASH_PLAN'];

export async function probe(point) {
  appendFileSync(join(folder, 'reached'), `${point}\n`);
  const mark = take(point);
  if (mark === null) return;
  if (mark === 'stop') {
    appendFileSync(join(folder, 'stopped'), `${process.pid}\n`);
    process.kill(process.pid, 'SIGSTOP');
    return;
  }
  const delayMs = Number(mark);
  // A while later: in the middle of whatever comes then.
  if (delayMs > 0) setTimeout(() => die(point), delayMs);
  else await die(point);
}

/** Of several processes that come to it, one gets what is written there; `null`: not this one. */
function take(point) {
  const mark = join(folder, point.replace('/', '.'));
  try {
    const text = readFileSync(mark, 'utf8');
    unlinkSync(mark);
    return text;
  } catch {
    return null;
  }
}

function die(point) {
  appendFileSync(join(folder, 'killed'), `${point}\n`);
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

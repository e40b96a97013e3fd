// One build at a time in a checkout: a second one waits, and then mostly finds that nothing is left to do.
// Two that run at once all the same (in two containers, say) do no harm: each compiles in a folder of its own, and every file is
// put in place by a rename.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Longer than any build takes. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** Longer than the moment between making the file and writing to it. */
const EMPTY_FOR_MS = 5_000;

export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await wait(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    const age = Date.now() - statSync(file).mtimeMs;
    if (age > ABANDONED_AFTER_MS) return true;
    return holder > 0 ? !isRunning(holder) : age > EMPTY_FOR_MS;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

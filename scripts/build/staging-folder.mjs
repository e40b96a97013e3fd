// A folder of this build's own, on the file system of the checkout.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = 'staged-';
/** Longer than any build takes: what is older was left by one that was killed. */
const ABANDONED_AFTER_MS = 60 * 60_000;

export async function inStagingFolder(parent, work) {
  mkdirSync(parent, { recursive: true });
  removeAbandoned(parent);
  const staged = mkdtempSync(join(parent, PREFIX));
  try {
    await work(staged);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

function removeAbandoned(parent) {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(parent, name);
    if (Date.now() - statSync(folder).mtimeMs > ABANDONED_AFTER_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}

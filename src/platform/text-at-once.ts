/** Reading a small file of our own at once: among hundreds of them a thread for each costs more than the reading. */
import { readFileSync } from 'node:fs';

import { systemErrorCode } from './system-error.ts';

/** `null` when there is no such file. Throws where the disk fails. */
export function textAtOnce(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw thrown;
  }
}

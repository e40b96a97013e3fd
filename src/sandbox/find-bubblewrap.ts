import { delimiter, isAbsolute, join } from 'node:path';

import type { Environment } from '../platform/environment.ts';
import { inspectPaths } from '../platform/files.ts';
import { realPath } from '../platform/real-paths.ts';
import { isWithin } from './order-mounts.ts';

/** Where a session without PATH looks. */
const USUAL = '/usr/local/bin:/usr/bin:/bin';

export interface FoundProgram {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Changes whenever the program does. */
  readonly mark: string;
}

/** The first bubblewrap on PATH; never one that a repository brings along. */
export function findBubblewrap(env: Environment, avoid: readonly string[]): FoundProgram | null {
  const folders = (env['PATH'] ?? USUAL).split(delimiter).filter((one) => isAbsolute(one));
  for (const folder of new Set(folders)) {
    const path = realPath(join(folder, 'bwrap'));
    if (path === null || avoid.some((one) => isWithin(one, path))) continue;
    const facts = inspectPaths([path])[0];
    if (facts?.kind === 'file' && facts.executable)
      return { path, mark: `${path} ${facts.size} ${facts.changedMs} ${facts.inode}` };
  }
  return null;
}

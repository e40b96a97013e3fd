/** Where a program would be found; nothing is started. */
import { delimiter, isAbsolute, join } from 'node:path';

import type { Environment } from './environment.ts';
import { inspectPath } from './files.ts';
import { realPath } from './read-now.ts';

export type ProgramSearch =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'not-found' }
  /** There is a file, but it may not be run. */
  | { readonly kind: 'not-executable'; readonly path: string };

/** Looks a bare name up in the absolute folders of PATH, as starting it would. */
export async function findOnPath(name: string, env: Environment): Promise<ProgramSearch> {
  let refused: ProgramSearch = { kind: 'not-found' };
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const looked = await inspectProgram(join(folder, name));
    if (looked.kind === 'found') return looked;
    if (looked.kind === 'not-executable') refused = looked;
  }
  return refused;
}

/** Looks at one path; links are followed. */
export async function inspectProgram(path: string): Promise<ProgramSearch> {
  // As for a shell, a folder that may not be entered has no programs.
  const real = realPath(path);
  const facts = real === null ? null : await inspectPath(real);
  if (facts?.kind !== 'file') return { kind: 'not-found' };
  return facts.executable ? { kind: 'found', path } : { kind: 'not-executable', path };
}

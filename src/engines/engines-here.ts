/** Engines that could be named in a routine here: their usual programs are on PATH. Nothing is started. */
import type { Environment } from '../platform/environment.ts';
import { findOnPath } from '../platform/find-program.ts';
import { allEngines } from './registry.ts';

/** One whose program a routine names is here when it needs nothing else: an agent behind a protocol may not be. */
export async function enginesHere(env: Environment): Promise<readonly string[]> {
  const here: string[] = [];
  for (const { id, takes, reader } of allEngines()) {
    if (takes === 'program' && reader !== null) continue;
    if (takes !== 'prompt' || (await findOnPath(id, env)).kind === 'found') here.push(id);
  }
  return here;
}

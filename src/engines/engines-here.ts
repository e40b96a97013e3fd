/** Engines that could be named in a routine here: their usual programs are on PATH. Nothing is started. */
import type { Environment } from '../platform/environment.ts';
import { findOnPath } from '../platform/find-program.ts';
import { ENGINE_IDS } from '../words/routine.ts';

/** `acp` is left out: which agent it is, only a routine says. */
export async function enginesHere(env: Environment): Promise<readonly string[]> {
  const here: string[] = [];
  for (const id of ENGINE_IDS) {
    if (id === 'acp') continue;
    const always = id === 'builtin' || id === 'command';
    if (always || (await findOnPath(id, env)).kind === 'found') here.push(id);
  }
  return here;
}

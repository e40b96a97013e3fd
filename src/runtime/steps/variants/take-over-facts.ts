/** `collect` of a part: what its run found is not looked for again, so that all of them begin with the same facts. */
import { join } from 'node:path';

import {
  listFolder,
  makeFolder,
  readText,
  readTextIfThere,
  writeText,
} from '../../../platform/files.ts';
import { runPaths } from '../../../store/state-paths.ts';
import type { StepOutcome } from '../../../words/run.ts';
import { conditionOutputPath } from '../read-facts.ts';
import { done, type StepContext } from '../step-context.ts';

export async function takeOverFacts(context: StepContext): Promise<StepOutcome> {
  const { spec, paths } = context;
  if (spec.part === undefined) return done();
  const source = runPaths(spec.workspace.stateDir, spec.part.of);
  await makeFolder(paths.facts);
  for (const name of await listFolder(source.facts))
    await writeText(join(paths.facts, name), await readText(join(source.facts, name)));
  const printed = await readTextIfThere(conditionOutputPath({ paths: source }));
  if (printed !== null) await writeText(conditionOutputPath(context), printed);
  return done();
}

/** `condition` of a part: its run asked. */
export function askedBefore(): Promise<StepOutcome> {
  return Promise.resolve(done());
}

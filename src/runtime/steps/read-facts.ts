/** What `condition` and `collect` stored for later steps, which do not need what these two load. */
import { join } from 'node:path';

import { listFolder, readText, readTextIfThere } from '../../platform/files.ts';
import { isRecord, parseJson } from '../../platform/json.ts';
import type { Facts, FactsByCollector } from '../../words/facts.ts';
import type { StepContext } from './step-context.ts';

/** What `collect` stored, by collector name. */
export async function readFacts(context: StepContext): Promise<FactsByCollector> {
  const facts: Record<string, Facts> = {};
  for (const name of await listFolder(context.paths.facts)) {
    const value = parseJson(await readText(join(context.paths.facts, name)));
    if (isFacts(value)) facts[name.replace(/\.json$/, '')] = value;
  }
  return facts;
}

function isFacts(value: unknown): value is Facts {
  return isRecord(value) && typeof value['kind'] === 'string' && Array.isArray(value['items']);
}

/**
 * What the condition printed when it said go. Apart from the step, of which the brief needs nothing else.
 * `null` when there is no condition, or when it printed nothing.
 */
export async function readConditionOutput(context: StepContext): Promise<string | null> {
  return readTextIfThere(conditionOutputPath(context));
}

export function conditionOutputPath({ paths }: Pick<StepContext, 'paths'>): string {
  return join(paths.folder, 'condition-output.txt');
}

/** Apart from `collect`, whose collectors the steps after it do not need. */
import { join } from 'node:path';

import { listFolder, readText } from '../../platform/files.ts';
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

/** Writes what a recipe gave to ROUNDSMAN_OUT, in the forms of the contract with an agent. */
import { join } from 'node:path';

import { writeText } from '../../platform/files.ts';
import type { RecipeResult } from './recipe.ts';

export async function writeOutput(folder: string, result: RecipeResult): Promise<void> {
  const write = (name: string, content: string): Promise<void> =>
    writeText(join(folder, name), content);
  await write('findings.jsonl', jsonLines(result.findings));
  await write('proposals.jsonl', jsonLines(result.proposals));
  await write('coverage.json', `${JSON.stringify(result.coverage)}\n`);
  if (result.noop !== null) await write('noop.json', `${JSON.stringify(result.noop)}\n`);
  // Last: a report says that the rest is there.
  await write('report.md', `${result.report.trimEnd()}\n`);
}

function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

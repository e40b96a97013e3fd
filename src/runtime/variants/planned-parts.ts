/** The parts that a run is to start, kept in its folder: a later supervisor starts the same ones. Built-ins only. */
import { join } from 'node:path';

import { readTextIfThere, writeDurably } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import { readRunSpec } from '../../store/run-folder/run-guards.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import type { RunSpec } from '../../words/run-spec.ts';

type Folder = Pick<RunPaths, 'folder'>;

export async function writePlannedParts(paths: Folder, specs: readonly RunSpec[]): Promise<void> {
  await writeDurably(pathOf(paths), JSON.stringify(specs));
}

/** Empty when none were planned: the run ended before. */
export async function readPlannedParts(paths: Folder): Promise<readonly RunSpec[]> {
  const value = tryParseJson((await readTextIfThere(pathOf(paths))) ?? '');
  if (!Array.isArray(value)) return [];
  return value.map(readRunSpec).filter((spec) => spec !== null);
}

function pathOf({ folder }: Folder): string {
  return join(folder, 'parts.json');
}

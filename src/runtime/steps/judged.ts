/** What step `report` decided of a run, kept for `outbox`, and for the run that it is a part of. */
import { join } from 'node:path';

import { readTextIfThere, writeText } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import type { Judged } from './write-report.ts';

type Folder = Pick<RunPaths, 'folder'>;

export async function writeJudged(paths: Folder, judged: Judged): Promise<void> {
  await writeText(pathOf(paths), JSON.stringify(judged));
}

/** `null` when the run did not come so far. */
export async function readJudged(paths: Folder): Promise<Judged | null> {
  const value = tryParseJson((await readTextIfThere(pathOf(paths))) ?? '');
  return isJudged(value) ? value : null;
}

function pathOf({ folder }: Folder): string {
  return join(folder, 'judged.json');
}

function isJudged(value: unknown): value is Judged {
  return isRecord(value) && isRecord(value['verdict']);
}

/** The newest decisions of people, oldest first: one small file. */
import { join } from 'node:path';

import { makeFolder, readTextIfThere, removeTree, writeDurably } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { reviewPaths } from '../../store/review-paths.ts';
import type { Decision } from './decision.ts';

/** Older ones cannot be undone: much has happened since. */
const MOST_KEPT = 100;

export async function readDecisions(stateDir: string): Promise<readonly Decision[]> {
  const text = await readTextIfThere(reviewPaths(stateDir).decisions);
  const value = tryParseJson(text ?? '[]');
  return Array.isArray(value) ? value.filter(isDecision) : [];
}

/** Under the ledger lock. Without any there is no file. */
export async function writeDecisions(
  stateDir: string,
  decisions: readonly Decision[],
): Promise<void> {
  const path = reviewPaths(stateDir).decisions;
  if (decisions.length === 0) {
    await removeTree(path);
    return;
  }
  await makeFolder(join(path, '..'), 0o700);
  await writeDurably(path, JSON.stringify(decisions.slice(-MOST_KEPT)));
}

/** What is inside was written by us. */
function isDecision(value: unknown): value is Decision {
  return (
    isRecord(value) &&
    ['id', 'at', 'by', 'said'].every((name) => typeof value[name] === 'string') &&
    Array.isArray(value['changes'])
  );
}

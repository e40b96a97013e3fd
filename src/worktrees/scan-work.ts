/** Reads from the bridge what the scan needs to see of a branch. */
import type { WorktreeRequest } from './contract.ts';
import type { LookedAt } from './look-at-commits.ts';
import { bridgeGit } from './repository-calls.ts';
import { scanChanges } from './scan-changes.ts';

export async function scanWork(
  request: WorktreeRequest,
  made: LookedAt,
): Promise<readonly string[]> {
  const targets = new Map<string, string>();
  for (const change of made.changes) {
    if (change.newMode !== '120000') continue;
    const asked = await bridgeGit(request)(['cat-file', 'blob', change.newId]);
    targets.set(change.path, asked.stdout);
  }
  return scanChanges(made.changes, targets);
}

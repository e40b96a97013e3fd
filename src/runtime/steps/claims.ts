/** Which branches say that they deal with a finding: the ones that the run was told of when it began. */
import { join } from 'node:path';

import { fingerprintsOf } from '../../ledger/finding-history.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import type { Finding } from '../../words/finding.ts';
import { isBranchName, type BranchName } from '../../words/ids.ts';

export interface Claim {
  /** Its id. */
  readonly finding: string;
  readonly branch: BranchName;
}

export async function readClaims(
  { brief }: Pick<RunPaths, 'brief'>,
  findings: readonly Finding[],
): Promise<readonly Claim[]> {
  if (findings.length === 0) return [];
  const told = tryParseJson((await readTextIfThere(join(brief, 'context', 'branches.json'))) ?? '');
  const entries: readonly unknown[] = Array.isArray(told) ? told : [];
  const branches = new Map<string, BranchName>();
  for (const entry of entries) {
    if (!isRecord(entry) || !Array.isArray(entry['covers'])) continue;
    const { branch } = entry;
    if (typeof branch !== 'string' || !isBranchName(branch)) continue;
    for (const name of entry['covers']) if (typeof name === 'string') branches.set(name, branch);
  }
  return findings.flatMap((finding) => {
    const name = fingerprintsOf(finding).find((one) => branches.has(one));
    const branch = name === undefined ? undefined : branches.get(name);
    return branch === undefined ? [] : [{ finding: finding.id, branch }];
  });
}

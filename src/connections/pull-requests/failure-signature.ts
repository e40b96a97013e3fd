import type { FailedCheck } from '../../forges/contract.ts';
import { sha256 } from '../../platform/hash.ts';
import type { CommitSha } from '../../words/ids.ts';

/**
 * The same for the same failure of a later commit: without numbers, times and ids, which differ from run to run. One that says
 * nothing of itself may be any: of each commit it is another.
 */
export function failureSignature({ name, excerpt }: FailedCheck, commit: CommitSha): string {
  const plain = excerpt
    .replace(/[0-9a-f]{7,64}/gi, '#')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ');
  return sha256(`${name}\n${plain.trim() === '' ? commit : plain}`).slice(0, 32);
}

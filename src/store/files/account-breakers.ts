/** One small file for each account that is currently rejected. A file that cannot be read blocks nothing. */
import { join } from 'node:path';

import { makeFolder, readTextIfThere, removeTree, writeDurably } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { tryParseJson } from '../../platform/json.ts';
import type { AccountBreaker } from '../../words/account-breaker.ts';
import { workspacePaths } from '../state-paths.ts';
import { hasTextFields } from './read-record.ts';

export async function readBreaker(
  stateDir: string,
  account: string,
): Promise<AccountBreaker | null> {
  const value = tryParseJson((await readTextIfThere(breakerPath(stateDir, account))) ?? '');
  return isBreaker(value) ? value : null;
}

/** Durable when it resolves. */
export async function openBreaker(stateDir: string, breaker: AccountBreaker): Promise<void> {
  await makeFolder(workspacePaths(stateDir).accounts, 0o700);
  await writeDurably(breakerPath(stateDir, breaker.account), JSON.stringify(breaker));
}

/** Safe to repeat. */
export async function closeBreaker(stateDir: string, account: string): Promise<void> {
  await removeTree(breakerPath(stateDir, account));
}

function breakerPath(stateDir: string, account: string): string {
  return join(workspacePaths(stateDir).accounts, `${sha256(account).slice(0, 32)}.json`);
}

function isBreaker(value: unknown): value is AccountBreaker {
  return hasTextFields(value, ['account', 'mark', 'openedAt', 'reason', 'login']);
}

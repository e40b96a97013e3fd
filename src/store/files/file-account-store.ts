/** One small file for each account that is currently rejected. A file that cannot be read blocks nothing. */
import { join } from 'node:path';

import { makeFolder, readTextIfThere, removeTree, writeDurably } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { tryParseJson } from '../../platform/json.ts';
import type { AccountBreaker } from '../../words/account-breaker.ts';
import { workspacePaths } from '../state-paths.ts';
import type { AccountStore } from '../stores.ts';
import { hasTextFields } from './read-record.ts';

export function fileAccountStore(stateDir: string): AccountStore {
  const folder = workspacePaths(stateDir).accounts;
  const pathOf = (account: string): string => join(folder, `${sha256(account).slice(0, 32)}.json`);
  return {
    read: async (account) => {
      const value = tryParseJson((await readTextIfThere(pathOf(account))) ?? '');
      return isBreaker(value) ? value : null;
    },
    open: async (breaker) => {
      await makeFolder(folder, 0o700);
      await writeDurably(pathOf(breaker.account), JSON.stringify(breaker));
    },
    close: (account) => removeTree(pathOf(account)),
  };
}

function isBreaker(value: unknown): value is AccountBreaker {
  return hasTextFields(value, ['account', 'mark', 'openedAt', 'reason', 'login']);
}

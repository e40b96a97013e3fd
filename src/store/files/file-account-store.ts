/** One small record for each account that is currently rejected. One that cannot be read blocks nothing. */
import { sha256 } from '../../platform/hash.ts';
import { tryParseJson } from '../../platform/json.ts';
import type { AccountBreaker } from '../../words/account-breaker.ts';
import type { RecordTexts } from '../record-texts.ts';
import type { AccountStore } from '../stores.ts';
import { fileTexts } from './file-texts.ts';
import { hasTextFields } from './read-record.ts';

export function fileAccountStore(stateDir: string): AccountStore {
  return accountStore(fileTexts(stateDir, 'accounts'));
}

export function accountStore(texts: RecordTexts): AccountStore {
  const nameOf = (account: string): string => `${sha256(account).slice(0, 32)}.json`;
  return {
    read: async (account) => {
      const value = tryParseJson((await texts.read(nameOf(account))) ?? '');
      return isBreaker(value) ? value : null;
    },
    open: (breaker) => texts.write(nameOf(breaker.account), JSON.stringify(breaker)),
    close: (account) => texts.remove(nameOf(account)),
  };
}

function isBreaker(value: unknown): value is AccountBreaker {
  return hasTextFields(value, ['account', 'mark', 'openedAt', 'reason', 'login']);
}

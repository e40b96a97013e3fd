/** What messages were made of, one empty record each; its name is a hash, because keys hold what file names must not. */
import { sha256 } from '../../platform/hash.ts';
import type { ToldStore } from '../message-ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { fileTexts } from './file-texts.ts';

export function fileToldStore(stateDir: string): ToldStore {
  return toldStore(fileTexts(stateDir, 'told'));
}

export function toldStore(texts: RecordTexts): ToldStore {
  const nameOf = (key: string): string => sha256(key).slice(0, 32);
  return {
    has: async (key) => (await texts.writtenAt(nameOf(key))) !== null,
    note: async (key) => {
      await texts.create(nameOf(key), '');
    },
    drop: async (before) => texts.removeOlder(await texts.names(), before),
  };
}

import { sha256 } from '../../platform/hash.ts';
import type { RecordTexts } from '../record-texts.ts';
import type { MessageStore, ToldStore } from '../stores.ts';
import { recordStore } from './file-record-store.ts';
import { fileTexts } from './file-texts.ts';

const NAME = /^(M-[0-9a-f]{12})\.json$/;

export function fileMessageStore(stateDir: string): MessageStore {
  return messageStore(fileTexts(stateDir, 'messages'));
}

export function messageStore(texts: RecordTexts): MessageStore {
  return {
    ...recordStore({ texts, fields: ['routine', 'createdAt'] }),
    listIds: async () =>
      (await texts.names()).flatMap((name) => {
        const id = NAME.exec(name)?.[1];
        return id === undefined ? [] : [id];
      }),
    remove: async (id) => {
      if (NAME.test(`${id}.json`)) await texts.remove(`${id}.json`);
    },
  };
}

// What messages were made of, one empty record each; its name is a hash, because keys hold what file names must not.
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

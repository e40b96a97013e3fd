import type { MessageStore } from '../message-ports.ts';
import type { RecordTexts } from '../record-texts.ts';
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

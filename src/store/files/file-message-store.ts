import { join } from 'node:path';

import { listFolder, removeTree } from '../../platform/files.ts';
import type { MessageStore } from '../message-ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { fileRecordStore } from './file-record-store.ts';

const NAME = /^(M-[0-9a-f]{12})\.json$/;

export function fileMessageStore(stateDir: string): MessageStore {
  const { messages: folder, recordLock: lock } = workspacePaths(stateDir);
  return {
    ...fileRecordStore({ folder, lock, fields: ['routine', 'createdAt'] }),
    listIds: async () =>
      (await listFolder(folder)).flatMap((name) => {
        const id = NAME.exec(name)?.[1];
        return id === undefined ? [] : [id];
      }),
    remove: async (id) => {
      if (NAME.test(`${id}.json`)) await removeTree(join(folder, `${id}.json`));
    },
  };
}

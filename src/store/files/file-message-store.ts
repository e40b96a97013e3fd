import type { MessageStore } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { fileRecordStore } from './file-record-store.ts';

export function fileMessageStore(stateDir: string): MessageStore {
  return fileRecordStore({
    folder: workspacePaths(stateDir).messages,
    fields: ['routine', 'createdAt'],
  });
}

/** What a person set aside in the inbox: one small file. */
import { dirname } from 'node:path';

import { makeFolder, readTextIfThere, removeTree, writeDurably } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import type { InboxMark } from '../../words/inbox-mark.ts';
import { reviewPaths } from '../review-paths.ts';
import type { MarkStore } from '../stores.ts';
import { hasTextFields } from './read-record.ts';

export function fileMarkStore(stateDir: string): MarkStore {
  const path = reviewPaths(stateDir).inboxMarks;
  return {
    read: async () => {
      const value = tryParseJson((await readTextIfThere(path)) ?? '[]');
      const marks = Array.isArray(value) ? value.filter(isMark) : [];
      return new Map(marks.map((mark) => [mark.entry, mark]));
    },
    write: async (marks) => {
      if (marks.length === 0) {
        await removeTree(path);
        return;
      }
      await makeFolder(dirname(path), 0o700);
      await writeDurably(path, JSON.stringify(marks));
    },
  };
}

/** What is inside was written by us. */
function isMark(value: unknown): value is InboxMark {
  return hasTextFields(value, ['entry', 'stamp']);
}

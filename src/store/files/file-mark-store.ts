/** What a person set aside in the inbox: one small record. */
import { tryParseJson } from '../../platform/json.ts';
import type { InboxMark } from '../../words/decision.ts';
import type { RecordTexts } from '../record-texts.ts';
import type { MarkStore } from '../stores.ts';
import { fileTexts } from './file-texts.ts';
import { hasTextFields } from './read-record.ts';

export function fileMarkStore(stateDir: string): MarkStore {
  return markStore(fileTexts(stateDir, 'review'));
}

export function markStore(texts: RecordTexts): MarkStore {
  const name = 'inbox-marks.json';
  return {
    read: async () => {
      const value = tryParseJson((await texts.read(name)) ?? '[]');
      const marks = Array.isArray(value) ? value.filter(isMark) : [];
      return new Map(marks.map((mark) => [mark.entry, mark]));
    },
    write: async (marks) => {
      if (marks.length === 0) {
        await texts.remove(name);
        return;
      }
      await texts.write(name, JSON.stringify(marks));
    },
  };
}

/** What is inside was written by us. */
function isMark(value: unknown): value is InboxMark {
  return hasTextFields(value, ['entry', 'stamp']);
}

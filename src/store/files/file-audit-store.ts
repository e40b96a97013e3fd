/** What people did, for an audit: a record for each, which is created and never changed. */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { uniqueName } from '../../platform/many-files.ts';
import type { AuditEntry } from '../../words/audit.ts';
import type { RecordTexts } from '../record-texts.ts';
import type { AuditStore } from '../stores.ts';
import { fileTexts } from './file-texts.ts';
import { hasTextFields } from './read-record.ts';

/** Stands there where entries are kept. Sorted before all of them. */
const BEGUN = '0-begun.json';

export function fileAuditStore(stateDir: string): AuditStore {
  return auditStore(fileTexts(stateDir, 'audit'));
}

export function auditStore(texts: RecordTexts): AuditStore {
  return {
    begin: async () => {
      await texts.create(BEGUN, '{}');
    },
    append: async (entry) => {
      if ((await texts.read(BEGUN)) === null) return;
      // They sort by time, and no two are the same.
      const name = uniqueName(entry.at.replaceAll(':', '-'));
      await texts.create(`${name}.json`, JSON.stringify(entry));
    },
    read: async () => {
      const entries: AuditEntry[] = [];
      await texts.each((name, text) => {
        const value = name === BEGUN ? null : tryParseJson(text);
        if (isEntry(value)) entries.push(value);
      });
      return entries;
    },
  };
}

/** Written by us alone. */
function isEntry(value: unknown): value is AuditEntry {
  return (
    isRecord(value) &&
    hasTextFields(value, ['at', 'by', 'from', 'where', 'what', 'said', 'outcome'])
  );
}

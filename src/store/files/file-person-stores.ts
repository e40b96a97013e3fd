/** The newest decisions of people: one small record. */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { uniqueName } from '../../platform/many-files.ts';
import type { AuditEntry } from '../../words/audit.ts';
import type { Decision, InboxMark } from '../../words/decision.ts';
import type { RecordTexts } from '../record-texts.ts';
import type { DecisionStore, MarkStore, AuditStore } from '../stores.ts';
import { fileTexts } from './file-texts.ts';
import { hasTextFields } from './read-record.ts';

/** Older ones cannot be undone: much has happened since. */
const MOST_KEPT = 100;

export function fileDecisionStore(stateDir: string): DecisionStore {
  return decisionStore(fileTexts(stateDir, 'review'));
}

export function decisionStore(texts: RecordTexts): DecisionStore {
  const name = 'decisions.json';
  return {
    read: async () => {
      const value = tryParseJson((await texts.read(name)) ?? '[]');
      return Array.isArray(value) ? value.filter(isDecision) : [];
    },
    write: async (decisions) => {
      if (decisions.length === 0) {
        await texts.remove(name);
        return;
      }
      await texts.write(name, JSON.stringify(decisions.slice(-MOST_KEPT)));
    },
  };
}

/** What is inside was written by us. */
function isDecision(value: unknown): value is Decision {
  return (
    isRecord(value) &&
    hasTextFields(value, ['id', 'at', 'by', 'said']) &&
    Array.isArray(value['changes'])
  );
}

// What a person set aside in the inbox: one small record.
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

// What people did, for an audit: a record for each, which is created and never changed.

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

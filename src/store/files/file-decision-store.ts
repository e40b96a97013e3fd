/** The newest decisions of people: one small record. */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { Decision } from '../../words/decision.ts';
import type { RecordTexts } from '../record-texts.ts';
import type { DecisionStore } from '../stores.ts';
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

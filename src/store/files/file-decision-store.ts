/** The newest decisions of people: one small file. */
import { dirname } from 'node:path';

import { makeFolder, readTextIfThere, removeTree, writeDurably } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { Decision } from '../../words/decision.ts';
import { reviewPaths } from '../review-paths.ts';
import type { DecisionStore } from '../stores.ts';
import { hasTextFields } from './read-record.ts';

/** Older ones cannot be undone: much has happened since. */
const MOST_KEPT = 100;

export function fileDecisionStore(stateDir: string): DecisionStore {
  const path = reviewPaths(stateDir).decisions;
  return {
    read: async () => {
      const value = tryParseJson((await readTextIfThere(path)) ?? '[]');
      return Array.isArray(value) ? value.filter(isDecision) : [];
    },
    write: async (decisions) => {
      if (decisions.length === 0) {
        await removeTree(path);
        return;
      }
      await makeFolder(dirname(path), 0o700);
      await writeDurably(path, JSON.stringify(decisions.slice(-MOST_KEPT)));
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

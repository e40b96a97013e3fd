/**
 * Findings: one ledger a routine. Not one record a finding: a sweep touches all of them every night, and
 * one synced write is both quicker and all-or-nothing.
 */
import { isRecord } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import type { FindingLedger } from '../../words/finding.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { FindingStore } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { fileTexts } from './file-texts.ts';
import { readRecords, readStored, type ReadRecord } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

export function fileFindingStore(stateDir: string): FindingStore {
  return findingStore(fileTexts(stateDir, 'findings'));
}

export function findingStore(texts: RecordTexts): FindingStore {
  return {
    read: async (routine) =>
      ledgerIn(await readStored(texts, `${routine}.json`, isLedger), routine),
    replace: (before, after) =>
      replaceRecord({
        texts,
        name: `${after.routine}.json`,
        what: `the list of findings of ${after.routine}`,
        guard: isLedger,
        before,
        after,
        currentOf: (found) => ledgerIn(found, after.routine),
      }),
    listAll: async () => {
      const { values } = await readRecords(texts, isLedger);
      return values.flatMap((ledger) => ledger.findings);
    },
    stamp: () => texts.stamp(),
  };
}

function ledgerIn(found: ReadRecord<FindingLedger>, routine: RoutineId): FindingLedger {
  if (found.kind === 'record') return found.value;
  if (found.kind === 'nothing') return { routine, lastRun: null, findings: [] };
  throw new AppError('failed', {
    code: 'corrupt-ledger',
    message: `the findings of ${routine} cannot be read: ${found.path}: ${found.problem}`,
    hint: 'Move the file away; the next run starts a new ledger.',
  });
}

export function isLedger(value: unknown): value is FindingLedger {
  return (
    isRecord(value) && typeof value['routine'] === 'string' && Array.isArray(value['findings'])
  );
}

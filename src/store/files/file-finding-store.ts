/**
 * Findings: one ledger file a routine. Not one file a finding: a sweep touches all of them every night, and
 * one synced write is both quicker and all-or-nothing.
 */
import { makeFolder } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import type { FindingLedger } from '../../words/finding.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { FindingStore } from '../ports.ts';
import { findingLedgerPath, workspacePaths } from '../state-paths.ts';
import { folderStamp, readRecord, readRecords } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

export function fileFindingStore(stateDir: string): FindingStore {
  const read = async (routine: RoutineId): Promise<FindingLedger> => {
    const found = await readRecord(findingLedgerPath(stateDir, routine), isLedger);
    if (found.kind === 'record') return found.value;
    if (found.kind === 'nothing') return { routine, lastRun: null, findings: [] };
    throw new AppError('failed', {
      code: 'corrupt-ledger',
      message: `the findings of ${routine} cannot be read: ${found.path}: ${found.problem}`,
      hint: 'Move the file away; the next run starts a new ledger.',
    });
  };
  return {
    read,
    replace: async (before, after) => {
      await makeFolder(workspacePaths(stateDir).findings);
      await replaceRecord({
        path: findingLedgerPath(stateDir, after.routine),
        lock: workspacePaths(stateDir).recordLock,
        what: `the list of findings of ${after.routine}`,
        before,
        after,
        read: () => read(after.routine),
      });
    },
    listAll: async () => {
      const { values } = await readRecords(workspacePaths(stateDir).findings, isLedger);
      return values.flatMap((ledger) => ledger.findings);
    },
    stamp: () => folderStamp(workspacePaths(stateDir).findings),
  };
}

export function isLedger(value: unknown): value is FindingLedger {
  return (
    isRecord(value) && typeof value['routine'] === 'string' && Array.isArray(value['findings'])
  );
}

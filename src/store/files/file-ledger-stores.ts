/**
 * Findings: one ledger a routine. Not one record a finding: a sweep touches all of them every night, and
 * one synced write is both quicker and all-or-nothing.
 */
import { isRecord } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import type { FindingLedger } from '../../words/finding.ts';
import type { RoutineId } from '../../words/ids.ts';
import { isNoteId, noteLetter, type Note } from '../../words/note.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { FindingStore, NoteStore, ProposalStore } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { replaceRecord } from './file-record-store.ts';
import { fileTexts } from './file-texts.ts';
import { readRecords, readStored, type ReadRecord, hasTextFields } from './read-record.ts';

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

// Notes: one record an id. An id is taken by creating its record exclusively, so no two notes get the same.
export function fileNoteStore(stateDir: string): NoteStore {
  return noteStore(fileTexts(stateDir, 'notes'));
}

/** Callers check the id: `D-1`, `K-1`. */
export function noteStore(texts: RecordTexts): NoteStore {
  const readOne = async (id: string): Promise<Note | null> => {
    if (!isNoteId(id)) return null;
    const read = await readStored(texts, nameOf(id), isNote);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    create: async (note) => {
      const letter = noteLetter(note.kind);
      for (let number = (await highestNumber(texts, letter)) + 1; ; number += 1) {
        const whole: Note = { id: `${letter}-${number}`, ...note };
        if (await texts.create(nameOf(whole.id), JSON.stringify(whole))) return whole;
      }
    },
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        texts,
        name: nameOf(after.id),
        what: `the note ${after.id}`,
        guard: isNote,
        before,
        after,
      }),
    list: async (kind) => {
      const { values } = await readRecords(texts, isNote);
      return values
        .filter((note) => kind === undefined || note.kind === kind)
        .toSorted(
          (a, b) => compareTexts(a.createdAt, b.createdAt) || numberOf(a.id) - numberOf(b.id),
        );
    },
    listCorrupt: async () => (await readRecords(texts, isNote)).corrupt,
    stamp: () => texts.stamp(),
  };
}

function nameOf(id: string): string {
  return `${id}.json`;
}

/** Also of records that cannot be read: an id that was given away is not given again. */
async function highestNumber(texts: RecordTexts, letter: string): Promise<number> {
  const names = await texts.names();
  return names
    .filter((name) => name.startsWith(`${letter}-`))
    .reduce((highest, name) => Math.max(highest, numberOf(name.replace(/\..*$/, ''))), 0);
}

function numberOf(id: string): number {
  const number = Number(id.slice('D-'.length));
  return Number.isSafeInteger(number) ? number : 0;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export function isNote(value: unknown): value is Note {
  if (!hasTextFields(value, ['id', 'kind', 'state', 'createdAt'])) return false;
  const versions = value['versions'];
  return (
    isNoteId(String(value['id'])) &&
    (value['kind'] === 'decision' || value['kind'] === 'knowledge') &&
    Array.isArray(versions) &&
    versions.length > 0 &&
    versions.every((version) => hasTextFields(version, ['title', 'text', 'reason', 'by', 'at']))
  );
}

// Proposals: one record each, created exclusively so that repeating a run's outbox step adds nothing.
export function fileProposalStore(stateDir: string): ProposalStore {
  return proposalStore(fileTexts(stateDir, 'proposals'));
}

export function proposalStore(texts: RecordTexts): ProposalStore {
  const readOne = async (id: string): Promise<Proposal | null> => {
    const read = await readStored(texts, `${id}.json`, isProposal);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    create: (proposal) => texts.create(`${proposal.id}.json`, JSON.stringify(proposal)),
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        texts,
        name: `${after.id}.json`,
        what: `the request ${after.id}`,
        guard: isProposal,
        before,
        after,
      }),
    list: async () => {
      const { values } = await readRecords(texts, isProposal);
      return values.toSorted((a, b) =>
        a.createdAt === b.createdAt ? compareIds(a, b) : a.createdAt < b.createdAt ? -1 : 1,
      );
    },
  };
}

/** By run, then by line number: `P-abc123-2` before `P-abc123-10`. */
function compareIds(a: Proposal, b: Proposal): number {
  return a.id.length === b.id.length ? (a.id < b.id ? -1 : 1) : a.id.length - b.id.length;
}

export function isProposal(value: unknown): value is Proposal {
  return (
    hasTextFields(value, ['id', 'run', 'routine', 'type', 'state', 'hash']) &&
    isRecord(value['payload'])
  );
}

/** Proposals: one record each, created exclusively so that repeating a run's outbox step adds nothing. */
import { isRecord } from '../../platform/json.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { ProposalStore } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { fileTexts } from './file-texts.ts';
import { hasTextFields, readRecords, readStored } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

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

/** Proposals: one file each, created exclusively so that repeating a run's outbox step adds nothing. */
import { createExclusively, makeFolder, writeDurably } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { ProposalStore } from '../ports.ts';
import { proposalPath, workspacePaths } from '../state-paths.ts';
import { hasTextFields, readRecord, readRecords } from './read-record.ts';

export function fileProposalStore(stateDir: string): ProposalStore {
  const folder = workspacePaths(stateDir).proposals;
  return {
    create: async (proposal) => {
      await makeFolder(folder);
      return createExclusively(proposalPath(stateDir, proposal.id), JSON.stringify(proposal));
    },
    read: async (id) => {
      const read = await readRecord(proposalPath(stateDir, id), isProposal);
      return read.kind === 'record' ? read.value : null;
    },
    write: async (proposal) =>
      writeDurably(proposalPath(stateDir, proposal.id), JSON.stringify(proposal)),
    list: async () => {
      const { values } = await readRecords(folder, isProposal);
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

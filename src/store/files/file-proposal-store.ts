/** Proposals: one file each, created exclusively so that repeating a run's outbox step adds nothing. */
import { createExclusively, makeFolder } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { ProposalStore } from '../ports.ts';
import { proposalPath, workspacePaths } from '../state-paths.ts';
import { hasTextFields, readRecord, readRecords } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

export function fileProposalStore(stateDir: string): ProposalStore {
  const folder = workspacePaths(stateDir).proposals;
  const readOne = async (id: string): Promise<Proposal | null> => {
    const read = await readRecord(proposalPath(stateDir, id), isProposal);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    create: async (proposal) => {
      await makeFolder(folder);
      return createExclusively(proposalPath(stateDir, proposal.id), JSON.stringify(proposal));
    },
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        path: proposalPath(stateDir, after.id),
        lock: workspacePaths(stateDir).recordLock,
        what: `the request ${after.id}`,
        before,
        after,
        read: () => readOne(after.id),
      }),
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

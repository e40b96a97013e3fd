import type { FileItemProposal, ItemActProposal } from '../../words/proposal.ts';
import type { Applied } from '../push/push-branch.ts';
import { changeIssue } from './change-issue.ts';
import { fileIssue } from './file-issue.ts';
import type { TrackerSurroundings } from './surroundings.ts';

/** Carries out what was approved for an issue. Never throws for what a tracker says or does. */
export async function trackProposal(
  proposal: FileItemProposal | ItemActProposal,
  around: TrackerSurroundings,
): Promise<Applied> {
  return around.alone(async () => {
    if (proposal.type !== 'file-item') {
      const { issue } = proposal.payload;
      if (issue === undefined) return { kind: 'failed', outcome: 'it names no issue' };
      return changeIssue(proposal, issue, around);
    }
    const { tracker } = proposal.payload;
    if (tracker === undefined) return { kind: 'failed', outcome: 'it names no tracker' };
    return fileIssue(proposal, tracker, around);
  });
}

/** What approving changes at a tracker, word for word. The tracker is not called for it. */
import { issueName } from '../../words/item.ts';
import type { FileItemProposal, ItemActProposal } from '../../words/proposal.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { issueOf } from '../trackers/issue-text.ts';

export interface IssuePreview {
  readonly connection: string;
  readonly repository: string;
  /** `null`: one is made. */
  readonly name: string | null;
  readonly url: string | null;
  /** Of the one that is made. */
  readonly title: string | null;
  readonly body: string | null;
  readonly labels: readonly string[];
}

/** `null`: it stays here. */
export async function previewIssue(
  { location }: Workspace,
  proposal: FileItemProposal | ItemActProposal,
): Promise<IssuePreview | null> {
  if (proposal.type === 'file-item') {
    const { tracker } = proposal.payload;
    if (tracker === undefined) return null;
    const { connection, repository } = tracker;
    const issue = await issueOf(proposal, { workspace: location.gitDir });
    const { title, body, labels } = issue;
    return { connection, repository, name: null, url: null, title, body, labels };
  }
  const { issue } = proposal.payload;
  if (issue === undefined) return null;
  const { connection, repository, url } = issue;
  return {
    connection,
    repository,
    name: issueName(issue),
    url,
    title: null,
    body: null,
    labels: [],
  };
}

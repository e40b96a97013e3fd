/** The issue that a proposal comes to, word for word, by what is approved of it alone: what is shown before it is made is made. */
import type { IssueDraft } from '../../connectors/tracker.ts';
import { sha256 } from '../../platform/hash.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { FileItemProposal } from '../../words/proposal.ts';
import { markerOf, markerText, type IssueMarker } from './issue-marker.ts';
import { issueTitle, ownPart } from './issue-text.ts';

export interface IssueToBe extends IssueDraft {
  readonly marker: IssueMarker;
}

export async function issueOf(
  proposal: Pick<FileItemProposal, 'run' | 'routine' | 'payload'>,
  around: { readonly workspace: string },
): Promise<IssueToBe> {
  const { run, routine, payload } = proposal;
  const { key, title, body, tracker, told = [] } = payload;
  const marker = markerOf(
    { item: key, routine, findings: payload.findings, workspace: around.workspace },
    sha256,
  );
  const origin = `run ${shortIdOf(run)} of ${routine}, item ${key}`;
  const { keptApart } = await import('../../reports/keep-apart.ts');
  const part = ownPart({ title, body, findings: told, origin }, keptApart);
  return {
    title: issueTitle(title),
    body: `${markerText(marker)}\n${part}`,
    labels: tracker?.labels ?? [],
    marker,
  };
}

/** What tells whether a person changed our part. */
export function partHash(part: string | null): string {
  return sha256(part ?? '');
}

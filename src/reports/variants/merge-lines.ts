/** What several engines reported, as if one had: each finding and each proposal once, with who told it. Pure. */
import type { FindingLine, ProposalLine } from '../../engines/agent-contract.ts';
import { toReportedFindings, type Hash } from '../../ledger/finding-fingerprint.ts';

export interface FoundBy {
  readonly fingerprint: string;
  readonly title: string;
  readonly labels: readonly string[];
}

export interface ToldFindings {
  readonly label: string;
  readonly findings: readonly FindingLine[];
}

/** In the order of the first who told each. Of what several tell the first one's words count. */
export function mergeFindings(
  told: readonly ToldFindings[],
  hash: Hash,
): { readonly findings: readonly FindingLine[]; readonly foundBy: readonly FoundBy[] } {
  const merged = new Map<string, { line: FindingLine; labels: Set<string> }>();
  for (const { label, findings } of told) {
    for (const [at, { fingerprint }] of toReportedFindings(findings, hash).entries()) {
      const line = findings[at];
      const known = merged.get(fingerprint);
      if (known !== undefined) known.labels.add(label);
      // Said out loud, so that twins keep their ordinals in whatever order they come.
      else if (line !== undefined)
        merged.set(fingerprint, { line: { ...line, fingerprint }, labels: new Set([label]) });
    }
  }
  return {
    findings: [...merged.values()].map(({ line }) => line),
    foundBy: [...merged].map(([fingerprint, { line, labels }]) => ({
      fingerprint,
      title: line.title,
      labels: [...labels],
    })),
  };
}

export interface ToldProposals {
  readonly label: string;
  readonly proposals: readonly ProposalLine[];
}

export interface MergedProposals {
  readonly proposals: readonly ProposalLine[];
  /** Told again by a later one: which key stands for it. */
  readonly same: readonly { readonly label: string; readonly key: string; readonly as: string }[];
}

/** Two are the same when they are about the same findings or, without any, say the same. */
export function mergeProposals(told: readonly ToldProposals[]): MergedProposals {
  const first = new Map<string, ProposalLine>();
  const same: { label: string; key: string; as: string }[] = [];
  for (const { label, proposals } of told) {
    for (const proposal of proposals) {
      const content = contentOf(proposal);
      const known = first.get(content);
      if (known === undefined) first.set(content, proposal);
      else if (proposal.type === 'file-item' && known.type === 'file-item')
        same.push({ label, key: proposal.key, as: known.key });
    }
  }
  return { proposals: [...first.values()], same };
}

function contentOf(proposal: ProposalLine): string {
  if (proposal.type !== 'file-item') return JSON.stringify(proposal);
  const { type, title, body, findings } = proposal;
  return JSON.stringify(findings.length > 0 ? [type, findings.toSorted()] : [type, title, body]);
}

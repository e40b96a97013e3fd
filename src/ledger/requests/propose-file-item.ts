/** A line that files an item, as a proposal. */
import type { FileItemLine } from '../../engines/agent-contract.ts';
import type { Finding } from '../../words/finding.ts';
import { isItemKey, type ItemKey } from '../../words/ids.ts';
import type { FileItemProposal, ToldFinding } from '../../words/proposal.ts';
import type { TrackerPlace } from '../../words/tracker-link.ts';
import { fingerprintsOf } from '../finding-history.ts';
import { proposalHash } from '../proposal-program.ts';
import { admitProposal, duplicatesOf } from '../proposal-rules.ts';
import { summaryOf } from '../proposal-summary.ts';
import type { Proposing } from './proposing.ts';

export type Tracking =
  | { readonly kind: 'place'; readonly place: TrackerPlace }
  /** There is no such place, one line. */
  | { readonly kind: 'none'; readonly why: string };

export function proposeFileItem(
  request: Proposing<FileItemLine> & { readonly tracking: Tracking | null },
): FileItemProposal {
  const { id, line, before, recorded, spec, now, tracking } = request;
  const key = toKey(line.key);
  const reserved = before.reserved.map((item) => item.key);
  const items = recorded.filter((one) => one.type === 'file-item');
  const used = new Set(items.map(({ payload }) => payload.key));
  const duplicates = duplicatesOf(line.findings, before.others);
  const { fileItem, mode } = spec.routine.outputs;
  const { state, reason } = admitProposal({
    key,
    fileItem,
    reserved,
    free: reserved.filter((one) => !used.has(one)),
    admitted: items.filter((one) => one.state !== 'refused').length,
    openBefore: before.openBefore,
    duplicates,
    untracked: tracking?.kind === 'none' ? tracking.why : null,
  });
  const payload = {
    key,
    title: line.title,
    body: line.body,
    findings: line.findings,
    ...(tracking?.kind === 'place'
      ? { tracker: tracking.place, told: toldFindings(before.findings, line.findings) }
      : {}),
  };
  return {
    id,
    run: spec.id,
    routine: spec.routine.id,
    type: 'file-item',
    mode: fileItem?.mode ?? mode,
    state,
    summary: summaryOf({ type: 'file-item', payload }),
    payload,
    duplicates,
    hash: proposalHash('file-item', payload),
    createdAt: now,
    decision: reason === '' ? null : { by: 'roundsman', at: now, reason },
  };
}

/** The schema has checked the form already. */
function toKey(text: string): ItemKey {
  if (!isItemKey(text)) throw new TypeError(`not an item key: ${text}`);
  return text;
}

/** What an issue says of its findings: written down when it is proposed, since later runs may word them otherwise. */
function toldFindings(
  findings: readonly Finding[],
  fingerprints: readonly string[],
): readonly ToldFinding[] {
  return findings
    .filter((finding) => fingerprintsOf(finding).some((one) => fingerprints.includes(one)))
    .map(({ title, severity, location }) => ({ title, severity, location }));
}

/** What a person decides on a finding, as a change of the finding. Pure. */
import type { Finding, FindingState, FindingVerdict } from './finding.ts';

/**
 * `accepted` takes back an earlier dismissal or snooze; `dismissed` and `snoozed` hold also for what is
 * resolved now and may come back.
 */
export function withVerdict(finding: Finding, verdict: FindingVerdict): Finding {
  return { ...finding, verdict, state: stateAfter(finding.state, verdict.kind) };
}

function stateAfter(state: FindingState, kind: FindingVerdict['kind']): FindingState {
  if (kind !== 'accepted') return kind;
  if (state !== 'dismissed' && state !== 'snoozed') return state;
  return 'known';
}

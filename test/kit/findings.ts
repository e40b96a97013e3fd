/** A finding that a run reported and that nobody decided on yet. */
import type { Finding } from '../../src/words/finding.ts';

export function openFinding(given: Pick<Finding, 'id' | 'routine'> & Partial<Finding>): Finding {
  return {
    fingerprint: `print-${given.id}`,
    title: `finding ${given.id}`,
    body: '',
    severity: 'low',
    location: null,
    item: null,
    state: 'new',
    firstSeen: '2026-11-20T09:00:00.000Z',
    lastSeen: '2026-11-20T09:00:00.000Z',
    resolvedAt: null,
    runs: [],
    verdict: null,
    ...given,
  };
}

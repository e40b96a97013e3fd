import { expect, it } from 'vitest';

import { verdictsTold } from '../../src/context/verdicts-told.ts';
import type { Finding, FindingVerdict } from '../../src/words/finding.ts';
import { routineNamed } from '../kit/routine.ts';

const ROUTINE = routineNamed('watch').id;

function finding(title: string, verdict: FindingVerdict | null): Finding {
  return {
    id: 'F-0123456789',
    routine: ROUTINE,
    fingerprint: `print:${title.length}`,
    title,
    body: '',
    severity: 'info',
    location: null,
    item: null,
    state: verdict === null ? 'known' : verdict.kind === 'accepted' ? 'known' : verdict.kind,
    firstSeen: '2026-11-01T00:00:00.000Z',
    lastSeen: '2026-11-01T00:00:00.000Z',
    resolvedAt: null,
    runs: [],
    verdict,
  };
}

it('tells verdicts newest first, with their reasons in one line, and of a snooze whether it is over', () => {
  const said = { by: 'ada', reason: 'kept\u001b[31m\non purpose' };
  const findings = [
    finding('a', { ...said, kind: 'dismissed', at: '2026-11-02T00:00:00.000Z', until: null }),
    finding('bb', {
      ...said,
      kind: 'snoozed',
      at: '2026-11-03T00:00:00.000Z',
      until: '2026-11-05T00:00:00.000Z',
    }),
    finding('ccc', null),
    finding('d', { ...said, kind: 'accepted', at: '2026-11-01T00:00:00.000Z', until: null }),
  ];
  const ledgers = [{ routine: ROUTINE, lastRun: null, findings }];
  const request = { ledgers, proposals: [], items: [], now: '2026-11-06T00:00:00.000Z' };
  const told = verdictsTold(request);
  expect(told.map(({ title, verdict, reason }) => [title, verdict, reason])).toEqual([
    ['bb', 'snooze over, counts again', 'kept on purpose'],
    ['a', 'dismissed', 'kept on purpose'],
    ['d', 'accepted', 'kept on purpose'],
  ]);
  expect(verdictsTold({ ...request, max: 1 })).toHaveLength(1);
});

import { expect, it } from 'vitest';

import { formatEvent, verdictClause } from '../../src/ledger/format-finding.ts';
import { openFinding } from '../kit/findings.ts';
import { routineNamed } from '../kit/routine.ts';

it('a snooze ends on the day that begins here', () => {
  const until = '2026-12-06T23:00:00.000Z';
  const at = '2026-12-01T09:00:00.000Z';
  const verdict = { kind: 'snoozed', by: 'ada', at, reason: '', until } as const;
  const finding = openFinding({ id: 'F-aaaa', routine: routineNamed('sweep').id, verdict });
  const snoozed = { ...finding, state: 'snoozed' } as const;
  expect(verdictClause(snoozed, at, 'Europe/Berlin')).toBe('snoozed until 2026-12-07');
  expect(formatEvent({ kind: 'decided', at, verdict }, 'Europe/Berlin')).toBe(
    'snoozed until 2026-12-07 by ada',
  );
  expect(verdictClause(snoozed, at, 'America/New_York')).toBe('snoozed until 2026-12-06');
});

import { expect, it, vi } from 'vitest';

import { formatEvent, verdictClause } from '../../src/ledger/format-finding.ts';
import { openFinding } from '../kit/findings.ts';
import { routineNamed } from '../kit/routine.ts';

it('a snooze ends on the day that begins here', () => {
  const until = '2026-12-06T23:00:00.000Z';
  const at = '2026-12-01T09:00:00.000Z';
  const verdict = { kind: 'snoozed', by: 'ada', at, reason: '', until } as const;
  const finding = openFinding({ id: 'F-aaaa', routine: routineNamed('sweep').id, verdict });
  try {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(verdictClause({ ...finding, state: 'snoozed' }, at)).toBe('snoozed until 2026-12-07');
    expect(formatEvent({ kind: 'decided', at, verdict })).toBe('snoozed until 2026-12-07 by ada');
    vi.stubEnv('TZ', 'America/New_York');
    expect(verdictClause({ ...finding, state: 'snoozed' }, at)).toBe('snoozed until 2026-12-06');
  } finally {
    vi.unstubAllEnvs();
  }
});

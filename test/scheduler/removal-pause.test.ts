import { expect, it } from 'vitest';

import { removalReason, withoutRemoved } from '../../src/scheduler/removal-pause.ts';
import { routineNamed } from '../kit/routine.ts';

it('the pause of a removed routine counts until its removal is committed', () => {
  const pause = (name: string, reason: string) => ({
    routine: routineNamed(name).id,
    by: 'ada',
    at: '2026-12-01T09:00:00.000Z',
    reason,
  });
  const [held, removed] = [
    pause('held', 'holidays'),
    pause('slow', removalReason('routines/slow.yaml')),
  ];
  const all = [held, removed];
  expect(withoutRemoved(all, [{ id: 'held' }, { id: 'slow' }])).toEqual(all);
  expect(withoutRemoved(all, [])).toEqual([held]);
  // Where it is not known what is active, nothing is hidden.
  expect(withoutRemoved(all, null)).toEqual(all);
});

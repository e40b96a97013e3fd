import { expect, it } from 'vitest';

import { tickBeforeChange } from '../../src/daemon/active-set.ts';
import { isRoutineId } from '../../src/words/ids.ts';
import { DEFAULT_POLICY } from '../../src/words/policy.ts';
import type { ScheduledRoutine } from '../../src/words/scheduled-routine.ts';

function routine(id: string, definition: string, enabled = true): ScheduledRoutine {
  if (!isRoutineId(id)) throw new TypeError(id);
  const source = 'ref' as const;
  return { id, name: id, definition, source, enabled, triggers: [], policy: DEFAULT_POLICY };
}

it('looks with the old definitions first where some changed, but not for what was switched off', async () => {
  const first = [routine('sweep', 'a'), routine('tidy', 'a'), routine('gone', 'a')];
  let current: readonly ScheduledRoutine[] = first;
  const ticks: string[] = [];
  const tick = tickBeforeChange(
    () => current,
    async (routines) => {
      ticks.push(routines.map(({ id, definition }) => `${id} ${definition}`).join(', '));
      return ticks.length;
    },
  );
  await tick();
  await tick();
  current = [routine('sweep', 'b'), routine('tidy', 'b', false), routine('new', 'b')];
  expect(await tick()).toBe(4);
  await tick();
  expect(ticks).toEqual([
    'sweep a, tidy a, gone a',
    'sweep a, tidy a, gone a',
    'sweep a, tidy b, new b',
    'sweep b, tidy b, new b',
    'sweep b, tidy b, new b',
  ]);
});

it('looks with the old ones again when that look failed', async () => {
  let current: readonly ScheduledRoutine[] = [routine('sweep', 'a')];
  let fails = false;
  const ticks: string[] = [];
  const tick = tickBeforeChange(
    () => current,
    async ([only]) => {
      if (fails) throw new Error('no space is left');
      ticks.push(only?.definition ?? '');
    },
  );
  await tick();
  current = [routine('sweep', 'b')];
  fails = true;
  await expect(tick()).rejects.toThrow('no space is left');
  fails = false;
  await tick();
  expect(ticks).toEqual(['a', 'a', 'b']);
});

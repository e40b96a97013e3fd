import { describe, expect, it } from 'vitest';

import {
  type QuietSweep,
  startQuietSweep,
  SWEEP_PACE,
  type SweepEnd,
} from '../../src/daemon/quiet-chores.ts';
import { fakeClock, type FakeClock } from '../kit/fake-clock.ts';

const MINUTE = 60_000;

interface World {
  readonly clock: FakeClock;
  readonly quiet: QuietSweep;
  /** Minutes since the start at which a sweep began, and how it ended. */
  readonly sweeps: { at: number; ended: SweepEnd | 'stopped' | null }[];
  running: number;
  /** Minutes since the start. */
  due: number | null;
  /** How long a sweep takes. */
  takesMs: number;
  readonly failures: unknown[];
  fails: boolean;
}

function world(change: Partial<Pick<World, 'due' | 'running' | 'takesMs' | 'fails'>> = {}): World {
  const clock = fakeClock();
  const start = clock.now().getTime();
  const sweeps: World['sweeps'] = [];
  const failures: unknown[] = [];
  const state = { running: 0, due: null, takesMs: 1_000, fails: false, ...change };
  const quiet = startQuietSweep({
    clock,
    pace: SWEEP_PACE,
    running: () => state.running,
    wakeAt: () => (state.due === null ? null : start + state.due * MINUTE),
    sweep: async (signal) => {
      const one: World['sweeps'][number] = {
        at: (clock.now().getTime() - start) / MINUTE,
        ended: null,
      };
      sweeps.push(one);
      if (state.fails) throw new Error('no disk');
      await clock.sleep(state.takesMs, signal);
      one.ended = signal.aborted ? 'stopped' : 'done';
      return 'done';
    },
    onFailure: (thrown) => failures.push(thrown),
  });
  return Object.assign(state, { clock, quiet, sweeps, failures });
}

describe('the quiet sweep', () => {
  it('begins two minutes after the daemon, and comes again every ten', async () => {
    const { clock, sweeps, quiet } = world();
    await clock.pass(25 * MINUTE);
    expect(sweeps.map(({ at }) => Math.floor(at))).toEqual([2, 12, 22]);
    await quiet.close();
  });

  it('waits while a run continues, and stops at once when one begins', async () => {
    const w = world({ running: 1, takesMs: 30_000 });
    await w.clock.pass(5 * MINUTE);
    expect(w.sweeps).toEqual([]);
    w.running = 0;
    await w.clock.pass(15_000);
    expect(w.sweeps).toMatchObject([{ ended: null }]);
    w.quiet.disturb();
    await w.clock.untilAsleep();
    expect(w.sweeps).toMatchObject([{ ended: 'stopped' }]);
    // The rest is done soon, not in ten minutes.
    await w.clock.pass(2 * MINUTE);
    expect(w.sweeps).toHaveLength(2);
    await w.quiet.close();
  });

  it('keeps a minute away from what is due, and stops when that comes near', async () => {
    const w = world({ due: 3, takesMs: 10 * MINUTE });
    await w.clock.pass(3 * MINUTE);
    expect(w.sweeps).toEqual([]);
    w.due = 7;
    await w.clock.pass(10_000);
    expect(w.sweeps).toMatchObject([{ ended: null }]);
    await w.clock.pass(3 * MINUTE - 15_000);
    expect(w.sweeps).toMatchObject([{ ended: null }]);
    await w.clock.pass(10_000);
    expect(w.sweeps).toMatchObject([{ ended: 'stopped' }]);
    await w.quiet.close();
  });

  it('takes a shorter pause when there has been no long one for an hour', async () => {
    const w = world();
    const each = async (minutes: number): Promise<void> => {
      for (let minute = 0; minute < minutes; minute += 1) {
        w.due = (w.due ?? 0) + 1;
        await w.clock.pass(MINUTE);
      }
    };
    await each(59);
    expect(w.sweeps).toEqual([]);
    await each(4);
    expect(w.sweeps.length).toBeGreaterThan(0);
    expect(w.sweeps[0]?.ended).toBe('done');
    await w.quiet.close();
  });

  it('tells of what fails, and tries again', async () => {
    const w = world({ fails: true });
    await w.clock.pass(3 * MINUTE);
    expect(w.failures).toHaveLength(1);
    await w.clock.pass(11 * MINUTE);
    expect(w.failures).toHaveLength(2);
    await w.quiet.close();
  });
});

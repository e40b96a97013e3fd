import { describe, expect, it } from 'vitest';

import { startScheduler, type Scheduler, type TickReport } from '../../src/scheduler/scheduler.ts';
import { fakeClock, type FakeClock } from '../kit/fake-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Loop {
  readonly clock: FakeClock;
  readonly scheduler: Scheduler;
  readonly reports: readonly TickReport[];
  /** `why at hh:mm:ss.mmm` of each tick. */
  readonly ticks: () => readonly string[];
}

/** A loop over a planner that wants to be woken at what `next` gives. */
async function loopOver(
  next: (now: number) => number | null | Promise<number | null>,
): Promise<Loop> {
  const clock = fakeClock();
  const reports: TickReport[] = [];
  const scheduler = startScheduler({
    clock,
    tick: async () => ({ wakeAt: await next(clock.now().getTime()) }),
    onTick: (report) => void reports.push(report),
  });
  await clock.untilAsleep();
  return {
    clock,
    scheduler,
    reports,
    ticks: () =>
      reports.map((report) => `${report.wokenBy} at ${report.at.toISOString().slice(11, 23)}`),
  };
}

/** Each full hour. */
const hourly = (now: number): number => Math.floor(now / HOUR) * HOUR + HOUR;

describe('startScheduler', () => {
  it('looks at once, then when time alone changes something', async () => {
    const loop = await loopOver((now) => Math.floor(now / 90_000) * 90_000 + 90_000);
    await loop.clock.pass(200_000);
    expect(loop.ticks()).toEqual([
      'start at 09:00:00.000',
      'time at 09:01:30.000',
      'time at 09:03:00.000',
    ]);
    await loop.scheduler.stop();
  });

  it('never sleeps longer than thirty seconds', async () => {
    const loop = await loopOver(hourly);
    await loop.clock.pass(HOUR);
    expect(Math.max(...loop.clock.sleeps)).toBe(30_000);
    await loop.scheduler.stop();
  });

  it('looks every five minutes, whatever the plan says', async () => {
    const loop = await loopOver(() => null);
    await loop.clock.pass(12 * MINUTE);
    expect(loop.ticks()).toEqual([
      'start at 09:00:00.000',
      'time at 09:05:00.000',
      'time at 09:10:00.000',
    ]);
    await loop.scheduler.stop();
  });

  it('looks at once when it is woken, and once for several calls', async () => {
    const loop = await loopOver(hourly);
    await loop.clock.pass(10_000);
    loop.scheduler.wake();
    loop.scheduler.wake();
    loop.scheduler.wake();
    await loop.clock.untilAsleep();
    expect(loop.ticks()).toEqual(['start at 09:00:00.000', 'wake at 09:00:10.000']);
    await loop.scheduler.stop();
  });

  it('looks again when it is woken in the middle of a tick, and never twice at the same time', async () => {
    let running = 0;
    let most = 0;
    let release: () => void = () => undefined;
    let held: Promise<void> = Promise.resolve();
    const loop = await loopOver(async (now) => {
      running += 1;
      most = Math.max(most, running);
      await held;
      running -= 1;
      return hourly(now);
    });
    held = new Promise((resolve) => {
      release = resolve;
    });
    loop.scheduler.wake();
    // The tick is under way and waits.
    await Promise.resolve();
    await Promise.resolve();
    expect(running).toBe(1);
    loop.scheduler.wake();
    loop.scheduler.wake();
    release();
    await loop.clock.untilAsleep();
    expect({ ticks: loop.ticks().length, most }).toEqual({ ticks: 3, most: 1 });
    await loop.scheduler.stop();
  });

  it.each([
    ['back by an hour', -HOUR, 'clock at 08:00:30.000'],
    ['forward by three hours', 3 * HOUR, 'clock at 12:00:30.000'],
    ['forward by as long as the machine slept', 8 * HOUR, 'clock at 17:00:30.000'],
  ])('plans again within thirty seconds when the clock went %s', async (_, ms, seen) => {
    const loop = await loopOver(() => null);
    loop.clock.set(ms);
    await loop.clock.pass(30_000);
    expect(loop.ticks()).toEqual(['start at 09:00:00.000', seen]);
    await loop.scheduler.stop();
  });

  it('takes a clock that is corrected by less than a second for the same clock', async () => {
    const loop = await loopOver(() => null);
    loop.clock.set(-900);
    await loop.clock.pass(4 * MINUTE);
    expect(loop.ticks()).toEqual(['start at 09:00:00.000']);
    await loop.scheduler.stop();
  });

  it('comes to a slot in time by the wall clock after a small correction', async () => {
    const loop = await loopOver((now) => Math.floor(now / MINUTE) * MINUTE + MINUTE);
    loop.clock.set(-900);
    await loop.clock.pass(MINUTE + 900);
    expect(loop.ticks()).toEqual(['start at 09:00:00.000', 'time at 09:01:00.000']);
    await loop.scheduler.stop();
  });

  it('tries a tick that failed again, later each time, and at most a minute later', async () => {
    let works = false;
    const loop = await loopOver(() => {
      if (works) return null;
      throw new Error('the disk is full');
    });
    await loop.clock.pass(5 * MINUTE);
    const waits = loop.reports.map((report) => (report.kind === 'failed' ? report.retryInMs : 0));
    expect(waits).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000,
    ]);
    works = true;
    await loop.clock.pass(MINUTE);
    expect(loop.reports.at(-1)).toMatchObject({ kind: 'done', wokenBy: 'retry' });
    works = false;
    loop.scheduler.wake();
    await loop.clock.untilAsleep();
    expect(loop.reports.at(-1)).toMatchObject({ kind: 'failed', failures: 1, retryInMs: 1_000 });
    await loop.scheduler.stop();
  });

  it('does not spin when a plan wants to be woken in the past', async () => {
    const loop = await loopOver((now) => now - 1);
    await loop.clock.pass(60_000);
    expect(loop.reports.length).toBeLessThan(80);
    await loop.scheduler.stop();
  });

  it('ends after the tick that is under way', async () => {
    const ends: string[] = [];
    const clock = fakeClock();
    const scheduler = startScheduler({
      clock,
      tick: async () => {
        await Promise.resolve();
        ends.push('tick');
        return { wakeAt: null };
      },
      onTick: () => undefined,
    });
    await scheduler.stop();
    ends.push('loop');
    expect(ends).toEqual(['tick', 'loop']);
  });
});

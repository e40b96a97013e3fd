/** The loop over real ticks and real stores, while the clock does what clocks do. */
import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { newRunId } from '../../src/platform/ids.ts';
import { sharedCalendar } from '../../src/scheduler/calendar.ts';
import type { TickParts } from '../../src/scheduler/contract.ts';
import { startScheduler, type Scheduler } from '../../src/scheduler/scheduler.ts';
import { runTick } from '../../src/scheduler/tick.ts';
import { fileDefinitionStore } from '../../src/store/files/file-definition-store.ts';
import { fileLocks } from '../../src/store/files/file-locks.ts';
import { filePauseStore, fileScheduleStore } from '../../src/store/files/file-schedule-store.ts';
import { fileSlotStore } from '../../src/store/files/file-slot-store.ts';
import { fakeClock, type FakeClock } from '../kit/fake-clock.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { EASY, scheduled } from '../kit/plan.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Night {
  readonly clock: FakeClock;
  readonly scheduler: Scheduler;
  /** Slots whose runs were made, in order. */
  readonly made: readonly string[];
  /** `key state` of every slot, oldest first. */
  readonly ledger: () => Promise<readonly string[]>;
}

/** One routine, due each hour, whose runs end at once. It is 09:00. */
async function night(): Promise<Night> {
  const stateDir = temporaryFolder();
  const clock = fakeClock();
  const made: string[] = [];
  const slots = fileSlotStore(stateDir);
  const parts: TickParts = {
    slots,
    schedule: fileScheduleStore(stateDir),
    definitions: fileDefinitionStore(stateDir),
    pauses: filePauseStore(stateDir),
    starter: {
      live: async () => [],
      newRunId: () => newRunId(clock.now()),
      has: async () => true,
      start: async ({ record }) => void made.push(record.slot.key.slice(14, 19)),
      stop: async () => undefined,
    },
    history: { of: async () => new Map() },
    calendar: sharedCalendar(),
    exclusively: fileLocks(stateDir, systemClock).admission,
    limits: EASY,
  };
  const routines = [scheduled('sweep')];
  const scheduler = startScheduler({
    clock,
    tick: () => runTick(parts, { now: clock.now().getTime(), routines, lastStartAt: null }),
    onTick: () => undefined,
  });
  await clock.untilAsleep();
  return {
    clock,
    scheduler,
    made,
    ledger: async () => {
      const { records } = await slots.list();
      return records
        .map(({ slot, state }) => `${slot.scheduledFor.slice(11, 16)} ${state.kind}`)
        .toReversed();
    },
  };
}

describe('a scheduler whose clock', () => {
  it('runs as it should starts each slot once', async () => {
    const { clock, scheduler, made, ledger } = await night();
    await clock.pass(3 * HOUR);
    expect(made).toEqual(['10:00', '11:00', '12:00']);
    expect(await ledger()).toEqual(['10:00 started', '11:00 started', '12:00 started']);
    await scheduler.stop();
  });

  it('is set back by an hour starts nothing twice, and continues in time', async () => {
    const { clock, scheduler, made, ledger } = await night();
    await clock.pass(2 * HOUR + 10 * MINUTE);
    clock.set(-HOUR);
    await clock.pass(2 * HOUR);
    expect(made).toEqual(['10:00', '11:00', '12:00']);
    expect(await ledger()).toEqual(['10:00 started', '11:00 started', '12:00 started']);
    await scheduler.stop();
  });

  it('is set forward by three hours makes up for them with the newest slot, and accounts for the others', async () => {
    const { clock, scheduler, made, ledger } = await night();
    await clock.pass(10 * MINUTE);
    clock.set(3 * HOUR);
    await clock.pass(MINUTE);
    expect(made).toEqual(['12:00']);
    expect(await ledger()).toEqual(['10:00 superseded', '11:00 superseded', '12:00 started']);
    await clock.pass(HOUR);
    expect(made).toEqual(['12:00', '13:00']);
    await scheduler.stop();
  });

  it('stood still while the machine slept through the night does the same', async () => {
    const { clock, scheduler, made, ledger } = await night();
    await clock.pass(59 * MINUTE);
    clock.set(10 * HOUR);
    await clock.pass(30_000);
    expect(made).toEqual(['19:00']);
    expect((await ledger()).filter((line) => !line.endsWith('superseded'))).toEqual([
      '19:00 started',
    ]);
    expect(await ledger()).toHaveLength(10);
    await scheduler.stop();
  });
});

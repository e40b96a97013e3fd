import { describe, expect, it } from 'vitest';

import { openWarmStarter } from '../../src/daemon/warm-starter.ts';
import type { WatchedSupervisor } from '../../src/workspace/contract.ts';
import { fakeClock, type FakeClock } from '../kit/fake-clock.ts';

interface Made {
  readonly clock: FakeClock;
  /** `1 started`, `1 dismissed`, `1 took /a`, in order. */
  readonly happened: string[];
  readonly start: () => WatchedSupervisor;
  readonly die: (number: number) => void;
}

function supervisors(): Made {
  const happened: string[] = [];
  const deaths: (() => void)[] = [];
  return {
    clock: fakeClock(),
    happened,
    die: (number) => deaths[number - 1]?.(),
    start: () => {
      let die = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        die = resolve;
      });
      const number = deaths.push(() => die());
      happened.push(`${number} started`);
      return {
        ended,
        assign: (folder) => void happened.push(`${number} took ${folder}`),
        dismiss: () => void happened.push(`${number} dismissed`),
      };
    },
  };
}

describe('a warm starter', () => {
  it('has one that waits, and warms the next when it is quiet again', async () => {
    const made = supervisors();
    const warm = openWarmStarter(made.start, made.clock);
    await made.clock.pass(0);
    expect(made.happened).toEqual(['1 started']);
    warm.take().assign('/a');
    await made.clock.pass(1_999);
    expect(made.happened).toEqual(['1 started', '1 took /a']);
    await made.clock.pass(1);
    expect(made.happened).toEqual(['1 started', '1 took /a', '2 started']);
    warm.close();
  });

  it('starts one at once for a second run in a row', async () => {
    const made = supervisors();
    const warm = openWarmStarter(made.start, made.clock);
    await made.clock.pass(0);
    warm.take().assign('/a');
    warm.take().assign('/b');
    expect(made.happened).toEqual(['1 started', '1 took /a', '2 started', '2 took /b']);
    warm.close();
  });

  it('replaces one that has waited for ten minutes', async () => {
    const made = supervisors();
    const warm = openWarmStarter(made.start, made.clock);
    await made.clock.pass(0);
    await made.clock.pass(10 * 60_000);
    expect(made.happened).toEqual(['1 started', '1 dismissed', '2 started']);
    warm.close();
  });

  it('replaces one that died, but not at once', async () => {
    const made = supervisors();
    const warm = openWarmStarter(made.start, made.clock);
    await made.clock.pass(0);
    made.die(1);
    await made.clock.untilAsleep();
    expect(made.happened).toEqual(['1 started', '1 dismissed']);
    await made.clock.pass(60_000);
    expect(made.happened).toEqual(['1 started', '1 dismissed', '2 started']);
    warm.close();
  });

  it('lets the one that waits go when it is closed', async () => {
    const made = supervisors();
    const warm = openWarmStarter(made.start, made.clock);
    await made.clock.pass(0);
    warm.close();
    expect(made.happened).toEqual(['1 started', '1 dismissed']);
  });
});

import { expect, it } from 'vitest';

import { hookDoor, type HookDoor, type HookListener } from '../../src/daemon/listener-door.ts';
import { stillClock } from '../kit/still-clock.ts';
import { waitUntil } from '../kit/wait-until.ts';

interface Here {
  readonly door: HookDoor;
  readonly told: string[];
}

function here(ready: Promise<void> = Promise.resolve()): Here {
  const told: string[] = [];
  const open = async (address: string): Promise<HookListener> => {
    await ready;
    told.push(`open ${address}`);
    return { address, close: async () => void told.push(`close ${address}`) };
  };
  const log = { say: () => undefined, flush: async () => undefined };
  return { door: hookDoor({ clock: stillClock(), log, open }), told };
}

it('stays shut once it is closed, whatever is read again after that', async () => {
  const { door, told } = here();
  await door.keep('127.0.0.1:1');
  await door.close();
  await door.keep('127.0.0.1:1');
  expect([told, door.address()]).toEqual([['open 127.0.0.1:1', 'close 127.0.0.1:1'], null]);
});

it('shuts a listener that came up while it was closed', async () => {
  let ready: () => void = () => undefined;
  const { door, told } = here(new Promise((resolve) => (ready = resolve)));
  const kept = door.keep('127.0.0.1:1');
  await new Promise((resolve) => setImmediate(resolve));
  await door.close();
  ready();
  await kept;
  expect([told, door.address()]).toEqual([['open 127.0.0.1:1', 'close 127.0.0.1:1'], null]);
});

it('has one loop of tries, and keeps no problem of one that is over', async () => {
  const told: string[] = [];
  const waiting: (() => void)[] = [];
  const clock = {
    ...stillClock(),
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  let isTaken = true;
  const open = async (address: string): Promise<HookListener> => {
    told.push(address);
    if (isTaken) throw new Error('EADDRINUSE');
    isTaken = true;
    return { address, close: async () => undefined };
  };
  const door = hookDoor({
    clock,
    log: { say: () => undefined, flush: async () => undefined },
    open,
  });
  await door.keep('127.0.0.1:1');
  await door.keep(null);
  await door.keep('127.0.0.1:1');
  expect(told).toHaveLength(2);
  isTaken = false;
  for (const wake of waiting) wake();
  await waitUntil(async () => door.address());
  // A second loop would have found the address taken, by ourselves.
  await new Promise((resolve) => setImmediate(resolve));
  expect([told.length, door.problem()]).toEqual([3, null]);
  await door.close();
});

import { describe, expect, it } from 'vitest';

import { hooksWithoutSecret } from '../../../src/scheduler/hooks/hook-receiver.ts';
import { parseListen } from '../../../src/scheduler/hooks/listen-address.ts';
import { startHookListener } from '../../../src/scheduler/hooks/start-hook-listener.ts';
import { openIntake } from '../../kit/event-intake.ts';
import { hooked, openListener } from '../../kit/hook-listener.ts';
import { github, standard } from '../../kit/hook-senders.ts';

const ROUTINES = [hooked('sweep', 'github')];

function startAt(listen: string): Promise<unknown> {
  const intake = openIntake({ routines: [] });
  const { clock } = intake;
  return startHookListener({
    listen,
    intake,
    routines: () => [],
    env: {},
    clock,
    log: () => undefined,
  });
}

function gateOf(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

describe('the address to listen at', () => {
  it.each([
    ['127.0.0.1:8787', { host: '127.0.0.1', port: 8787 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
    ['[::1]:65535', { host: '::1', port: 65_535 }],
  ])('may be %s', (listen, expected) => {
    expect(parseListen(listen)).toEqual(expected);
  });

  it.each([
    '',
    ':8787',
    '8787',
    '127.0.0.1',
    '127.0.0.1:65536',
    '::1:8787',
    'http://x:80',
    'a b:1',
  ])('cannot be "%s"', async (listen) => {
    await expect(startAt(listen)).rejects.toMatchObject({
      code: 'invalid-definition',
      message: `hooks cannot listen at "${listen}": that is not a host and port`,
      hint: 'Write `hooks: { listen: 127.0.0.1:8787 }` in roundsman.yaml.',
    });
  });

  it('is said to be taken when it is', async () => {
    const { port } = await openListener({ routines: ROUTINES });

    await expect(startAt(`127.0.0.1:${port}`)).rejects.toMatchObject({
      code: 'missing',
      message: `hooks cannot listen at 127.0.0.1:${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
    });
  });
});

describe('the end of the listener', () => {
  it('waits for deliveries whose body has come, and answers them', async () => {
    const gate = gateOf();
    const reached = gateOf();
    const { parts } = openIntake({ routines: ROUTINES });
    const createAll: typeof parts.slots.createAll = async (records) => {
      reached.open();
      await gate.passed;
      return parts.slots.createAll(records);
    };
    const change = { slots: { ...parts.slots, createAll } };
    const listener = await openListener({ routines: ROUTINES, intake: { change } });
    const answer = listener.send(github('sweep', '{}'));
    await reached.passed;

    let closed = false;
    const close = async (): Promise<void> => {
      await listener.close();
      closed = true;
    };
    const closing = close();
    expect(closed).toBe(false);
    gate.open();

    expect(await answer).toMatchObject({ status: 202, headers: { connection: 'close' } });
    await closing;
    expect(closed).toBe(true);
  });

  it('cuts off what has not come whole, and lets nobody in any more', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const half = await listener.open();
    half.socket.write(
      'POST /hooks/sweep HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n',
    );
    // The answer to Expect: the server waits for the body from here on.
    await new Promise((resolve) => half.socket.once('data', resolve));
    const idle = await listener.open();

    await listener.close();

    expect(await half.answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(await idle.answer).toBe('');
    await expect(listener.send(github('sweep', '{}'))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('may come twice', async () => {
    const listener = await openListener({ routines: ROUTINES });

    await Promise.all([listener.close(), listener.close()]);

    await expect(listener.close()).resolves.toBeUndefined();
  });
});

describe('a request that asks before it sends its body', () => {
  it('is refused by its head without being told to continue', async () => {
    const listener = await openListener({ routines: ROUTINES });
    const { socket, answer } = await listener.open();

    socket.write(
      'POST /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n',
    );

    expect(await answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('routines that change while the listener runs', () => {
  it('are taken as they are at each delivery', async () => {
    let routines = ROUTINES;
    const intake = openIntake({ routines: [], change: { routines: () => routines } });
    const listener = await openListener({
      routines: ROUTINES,
      intake: { change: { ...intake.parts } },
    });
    routines = [];

    // Removed between the look of the listener and the one of the intake.
    expect(await listener.send(github('sweep', '{}'))).toMatchObject({ status: 401 });
  });
});

describe('hooks without a secret', () => {
  it('are named with the variable, and switched-off routines are not', () => {
    const routines = [
      hooked('a', 'github'),
      hooked('b', 'standard'),
      { ...hooked('c', 'gitlab-token'), enabled: false },
    ];

    expect(hooksWithoutSecret(routines, { GITHUB_HOOK: ' , ', STANDARD_HOOK: 'x' })).toEqual([
      { routine: 'a', problem: 'the variable GITHUB_HOOK is not set' },
    ]);
  });
});

describe('many deliveries at once', () => {
  it('a thousand at concurrency fifty: every one that got 202 has its record and its payload', async () => {
    const listener = await openListener({ routines: [hooked('sweep', 'standard')] });
    const bodies = Array.from({ length: 1_000 }, (_, n) => JSON.stringify({ type: 'load', n }));
    const accepted: string[] = [];
    let next = 0;
    const sender = async (): Promise<void> => {
      while (next < bodies.length) {
        const n = next;
        next += 1;
        const id = `msg_${n}`;
        const { status } = await listener.send(standard('sweep', bodies[n] ?? '', { id }));
        if (status === 202) accepted.push(id);
      }
    };

    await Promise.all(Array.from({ length: 50 }, sender));

    expect(accepted).toHaveLength(1_000);
    const records = await listener.intake.records();
    expect(new Set(records.map(({ event }) => event?.id))).toEqual(new Set(accepted));
    const payloads = await Promise.all(
      records.map(({ event }) => listener.intake.parts.events.read(event?.payload ?? '')),
    );
    expect(new Set(payloads.map((payload) => Buffer.from(payload ?? []).toString()))).toEqual(
      new Set(bodies),
    );
  });
});

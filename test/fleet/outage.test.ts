/** A database that is away for a while, for all machines at once: agents go on, people are told, and nothing is done twice. */
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { testFleet, type FleetMachine, type TestFleet } from '../kit/fleet-machines.ts';
import { waitUntil } from '../kit/wait-until.ts';

let server: PostgresServer;
let fleet: TestFleet;

beforeAll(async () => {
  server = await postgresServer();
});

afterEach(() => fleet.close());
afterAll(() => server.remove());

/** Pages of the machine's daemon, as the browser of a person who logged in. */
async function pagesOf(machine: FleetMachine): Promise<(path: string) => Promise<string>> {
  const { link } = JSON.parse(machine.roundsman('page', '--json').stdout);
  const login = await fetch(link, { redirect: 'manual' });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return async (path) => (await fetch(new URL(path, link), { headers: { cookie } })).text();
}

it.each([5_000, 30_000, 120_000])(
  'lets the agents of workers go on while the database is away for %i ms',
  async (awayMs) => {
    fleet = testFleet(server.database(`away${awayMs}`), [{ id: 'look', ms: 900_000 }]);
    const [one, two] = [fleet.machine('one'), fleet.machine('two')];
    const worker = two.start('work');
    await waitUntil(() => (worker.said().includes('worker is up') ? true : null));
    const daemon = one.start('start', '--no-doctor');
    await waitUntil(() => (daemon.said().includes('this daemon plans') ? true : null));
    const page = await pagesOf(one);
    one.roundsman('emit', 'webhook:look', '--id', 'a');
    const begun = await waitUntil(() => fleet.read()[0] ?? null);
    await server.stop();
    const awaySince = Date.now();
    const told = 'cannot be reached (ECONNREFUSED)';
    expect(one.roundsman('status')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(told),
    });
    for (const path of ['/', '/status', '/runs', '/inbox'])
      expect(await page(path)).toContain(told);
    await pause(awayMs - (Date.now() - awaySince));
    await server.start();
    expect(one.roundsman('status').exitCode).toBe(0);
    one.roundsman('emit', 'webhook:look', '--id', 'b');
    const second = await waitUntil(() => fleet.read().find(({ run }) => run !== begun.run) ?? null);
    writeFileSync(`${fleet.journal}.go`, '');
    const runs = await waitUntil(() => {
      const found: readonly { id: string; state: string; attempt: number }[] = JSON.parse(
        one.roundsman('runs', '--json').stdout,
      );
      return found.every(({ state }) => state === 'ended') ? found : null;
    });
    expect(runs.map(({ id, attempt }) => [id, attempt])).toEqual([
      [second.run, 1],
      [begun.run, 1],
    ]);
    expect(fleet.read().filter(({ what }) => what === 'begun')).toHaveLength(2);
    const slots: readonly unknown[] = JSON.parse(one.roundsman('slots', '--json').stdout);
    expect(slots).toHaveLength(2);
  },
  600_000,
);

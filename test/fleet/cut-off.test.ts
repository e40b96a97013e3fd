/** A worker that the database no longer hears, while others work on. */
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { LEASE_MS, SILENCE_MS } from '../../src/store/dispatch-port.ts';
import { cuttableProxy, testFleet, type TestFleet } from '../kit/fleet-machines.ts';
import { waitUntil } from '../kit/wait-until.ts';

let server: PostgresServer;
let fleet: TestFleet;

beforeAll(async () => {
  server = await postgresServer();
});

afterEach(() => fleet.close());
afterAll(() => server.remove());

it('ends the agents of a worker that is cut off before another one begins its run', async () => {
  const proxy = await cuttableProxy(server);
  const address = server.database('cut');
  fleet = testFleet(address, [{ id: 'look', ms: 900_000 }]);
  const [one, three] = [fleet.machine('one'), fleet.machine('three')];
  const two = fleet.machine('two', {
    TEAM_STORE: address.replace(`:${server.port}/`, `:${proxy.port}/`),
  });
  const worker = two.start('work');
  await waitUntil(() => (worker.said().includes('worker is up') ? true : null));
  const daemon = one.start('start', '--no-doctor');
  await waitUntil(() => (daemon.said().includes('this daemon plans') ? true : null));
  one.roundsman('emit', 'webhook:look', '--id', 'a');
  const begun = await waitUntil(() => fleet.read()[0] ?? null);
  const other = three.start('work');
  await waitUntil(() => (other.said().split('worker is up').length === 2 ? true : null));
  proxy.cut();
  const cutAt = Date.now();
  await pause(SILENCE_MS);
  const again = await waitUntil(() => fleet.read().find(({ run }) => run !== begun.run) ?? null);
  const last = fleet.read().findLast(({ run }) => run === begun.run);
  const lastMs = (last?.at ?? 0) - cutAt;
  console.info(
    `cut off: its agent ended after ${lastMs} ms, the other began after ${again.at - cutAt} ms`,
  );
  expect(last?.what).toBe('works');
  expect(lastMs).toBeLessThan(again.at - cutAt - 5_000);
  expect(again.at - cutAt).toBeGreaterThan(LEASE_MS - 5_000);
  proxy.mend();
  writeFileSync(`${fleet.journal}.go`, '');
  const ended = await waitUntil(() => {
    const runs: readonly { state: string; attempt: number; failure: { code: string } | null }[] =
      JSON.parse(one.roundsman('runs', '--json').stdout);
    return runs.every(({ state }) => state === 'ended') ? runs : null;
  });
  expect(ended.map(({ attempt, failure }) => [attempt, failure?.code])).toEqual([
    [2, undefined],
    [1, 'lease-lost'],
  ]);
  proxy.close();
}, 600_000);

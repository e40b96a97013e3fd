/**
 * Two daemons and three workers, each killed again and again while slots come in. Repeat a round with the seed that it printed:
 * `FLEET_SEED=7 npm run test:fleet random-kills`.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { testFleet, type StartedProgram, type TestFleet } from '../kit/fleet-machines.ts';
import { postgresServer, type PostgresServer } from '../kit/postgres-server.ts';
import { waitUntil } from '../kit/wait-until.ts';

const SLOTS = 40;
const KILLS = 20;

let server: PostgresServer;
let fleet: TestFleet;

beforeAll(async () => {
  server = await postgresServer();
});

afterEach(() => fleet.close());
afterAll(() => server.remove());

interface SeenRun {
  readonly id: string;
  readonly state: string;
  readonly slot: { readonly key: string };
  readonly result: { readonly execution: string } | null;
}

it('runs each slot once at a time and to its end, whoever is killed', async () => {
  const seed = Number(process.env['FLEET_SEED'] ?? Date.now() % 100_000);
  const random = randomOf(seed);
  fleet = testFleet(server.database('kills'), [{ id: 'look', ms: 1_500 }]);
  const machines = ['one', 'two', 'three', 'four', 'five'].map((name) => fleet.machine(name));
  const begin = (index: number): StartedProgram | undefined =>
    index < 2
      ? machines[index]?.start('start', '--no-doctor')
      : machines[index]?.start('work', '--places', '2');
  const programs = machines.map((_, index) => begin(index));
  for (const [index, words] of [
    'is up',
    'is up',
    'worker is up',
    'worker is up',
    'worker is up',
  ].entries())
    await waitUntil(() => (programs[index]?.said().includes(words) === true ? true : null));

  const back: Promise<void>[] = [];
  const up = new Set(programs.keys());
  const comeBack = async (index: number, awayMs: number): Promise<void> => {
    await pause(awayMs);
    programs[index] = begin(index);
    up.add(index);
  };
  const kill = async (): Promise<void> => {
    const index = [...up][Math.floor(random() * up.size)];
    if (index === undefined) return;
    up.delete(index);
    await programs[index]?.end('SIGKILL');
    // Some come back before their leases are given away, some after.
    const awayMs = random() < 0.5 ? 300 : 12_000;
    back.push(comeBack(index, awayMs));
  };
  const killing = (async () => {
    for (let done = 0; done < KILLS; done += 1) {
      await pause(500 + random() * 2_500);
      await kill();
    }
    await Promise.all(back);
  })();
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const machine = machines[slot % 2];
    const told = machine?.start('emit', 'webhook:look', '--id', `s${slot}`);
    if (told === undefined) throw new Error('no machine');
    const [exitCode] = await once(told.child, 'exit');
    if (exitCode !== 0) throw new Error(told.said());
  }
  await killing;

  const [one] = machines;
  const asked = (...words: readonly string[]): string =>
    one?.roundsman(...words, '--all', '--json').stdout ?? '';
  const runs = await waitUntil(async () => {
    await pause(2_000);
    const found: readonly SeenRun[] = JSON.parse(asked('runs'));
    const good = found.filter(({ result }) => result?.execution === 'succeeded');
    return good.length >= SLOTS && found.every(({ state }) => state === 'ended') ? found : null;
  });
  const slots: readonly { readonly key: string }[] = JSON.parse(asked('slots'));
  const keys = Array.from({ length: SLOTS }, (_, slot) => `event:webhook:s${slot}`).toSorted();
  expect(slots.map(({ key }) => key).toSorted()).toEqual(keys);
  const good = runs.filter(({ result }) => result?.execution === 'succeeded');
  expect(good.map(({ slot }) => slot.key).toSorted()).toEqual(keys);
  console.info(`seed ${seed}: ${SLOTS} slots, ${KILLS} kills, ${runs.length} runs`);
  // No agent works beside another one of its slot, and none begins twice.
  const journal = fleet.read();
  for (const key of keys) {
    const spans = runs
      .filter(({ slot }) => slot.key === key)
      .map(({ id }) => journal.filter(({ run }) => run === id))
      .filter((lines) => lines.length > 0)
      .toSorted((a, b) => (a[0]?.at ?? 0) - (b[0]?.at ?? 0));
    for (const lines of spans) expect(lines.filter(({ what }) => what === 'begun')).toHaveLength(1);
    for (const [index, lines] of spans.slice(1).entries())
      expect(lines[0]?.at).toBeGreaterThan(spans[index]?.at(-1)?.at ?? Infinity);
  }
}, 900_000);

/** The same numbers for the same seed, from 0 up to 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

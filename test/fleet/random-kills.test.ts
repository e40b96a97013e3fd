/**
 * Two daemons and three workers, each killed again and again while webhooks come in, which are sent again until one of the
 * daemons took them. Repeat a round with the seed that it printed: `FLEET_SEED=7 npm run test:fleet random-kills`. A longer one:
 * `FLEET_SLOTS=600 FLEET_RATE=10`, which are webhooks and how many a second; `FLEET_KILLS` is how many kills. What takes more than
 * twenty minutes needs `--reporter=default` too: the other reporter ends it.
 */
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { HOOK_KEY, testFleet, type StartedProgram, type TestFleet } from '../kit/fleet-machines.ts';
import { standard } from '../kit/hook-senders.ts';
import { waitUntil } from '../kit/wait-until.ts';

const SLOTS = Number(process.env['FLEET_SLOTS'] ?? 40);
const RATE = Number(process.env['FLEET_RATE'] ?? 2);
const KILLS = Number(process.env['FLEET_KILLS'] ?? 20);
/** Between two kills, on average: as long as webhooks come in, or quicker than machines come back. */
const KILL_MS = Math.max(1_750, (1_000 * SLOTS) / RATE / KILLS);
/** Until all slots had their runs. */
const PATIENCE_MS = 180_000 + SLOTS * 3_000;
const WITHIN = { timeout: 720_000 + PATIENCE_MS };

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

it('runs each slot once at a time and to its end, whoever is killed', WITHIN, async () => {
  const seed = Number(process.env['FLEET_SEED'] ?? Date.now() % 100_000);
  const random = randomOf(seed);
  fleet = testFleet(
    server.database('kills'),
    [{ id: 'look', ms: 1_500 }],
    'hooks: { listen: "127.0.0.1:0" }\n',
  );
  const machines = ['one', 'two', 'three', 'four', 'five'].map((name) => fleet.machine(name));
  const begin = (index: number): StartedProgram | undefined =>
    index < 2
      ? machines[index]?.start('start', '--no-doctor')
      : machines[index]?.start('work', '--places', '2');
  const programs = machines.map((_, index) => begin(index));
  for (const [index, words] of [
    'webhooks are taken',
    'webhooks are taken',
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
      await pause(KILL_MS * (0.3 + 1.4 * random()));
      await kill();
    }
    await Promise.all(back);
  })();
  const sending: Promise<void>[] = [];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    sending.push(send([programs[slot % 2], programs[(slot + 1) % 2]], `s${slot}`));
    await pause(1_000 / RATE);
  }
  await Promise.all(sending);
  await killing;

  const [one] = machines;
  const asked = (...words: readonly string[]): string =>
    one?.roundsman(...words, '--all', '--json').stdout ?? '';
  const runs = await waitUntil(async () => {
    await pause(2_000);
    const found: readonly SeenRun[] = JSON.parse(asked('runs'));
    const good = found.filter(({ result }) => result?.execution === 'succeeded');
    return good.length >= SLOTS && found.every(({ state }) => state === 'ended') ? found : null;
  }, PATIENCE_MS);
  const slots: readonly { readonly key: string }[] = JSON.parse(asked('slots'));
  const keys = Array.from({ length: SLOTS }, (_, slot) => `event:webhook:s${slot}`).toSorted();
  expect(slots.map(({ key }) => key).toSorted()).toEqual(keys);
  const good = runs.filter(({ result }) => result?.execution === 'succeeded');
  expect(good.map(({ slot }) => slot.key).toSorted()).toEqual(keys);
  const most = Math.max(...keys.map((key) => runs.filter(({ slot }) => slot.key === key).length));
  console.info(
    `seed ${seed}: ${SLOTS} slots, ${KILLS} kills, ${runs.length} runs, at most ${most} of a slot`,
  );
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
});

/** The same numbers for the same seed, from 0 up to 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** To one daemon and the other in turn, until one has stored it. */
async function send(daemons: readonly (StartedProgram | undefined)[], id: string): Promise<void> {
  let tries = 0;
  await waitUntil(async () => {
    const said = daemons[tries % daemons.length]?.said() ?? '';
    tries += 1;
    // Each start has a port of its own.
    const address = said.split('webhooks are taken at ').at(-1)?.split('\n')[0] ?? '';
    const { path, headers, body } = standard('look', JSON.stringify({ id }), {
      id,
      at: new Date(),
      secret: HOOK_KEY,
    });
    const signal = AbortSignal.timeout(5_000);
    const { status } = await fetch(`http://${address}${path}`, {
      method: 'POST',
      headers,
      body: String(body),
      signal,
    });
    return status === 202 || status === 200 ? true : null;
  });
}

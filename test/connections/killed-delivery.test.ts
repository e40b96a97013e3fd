/** Processes that make and send messages, and die between any two things that a crash may separate. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

import { fileMessageStore } from '../../src/store/files/file-message-store.ts';
import { MESSAGE_PROBE_POINTS } from '../../src/words/step-probe.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const PROGRAM = fileURLToPath(new URL('../fixtures/probed/deliver.mjs', import.meta.url));

describe('a delivery that is killed', () => {
  it.each(MESSAGE_PROBE_POINTS)('loses nothing and doubles no id at %s', async (point) => {
    const world = await openWorld(3);
    const killed = await world.run(point);
    expect(killed).toEqual({ killed: point, done: false });
    expect(await world.run(null)).toMatchObject({ done: true });
    await expectAllTold(world, 3);
    // A second one of an id is told apart by that, and only the message that was under way can be one.
    expect(world.requests.length - new Set(world.requests).size).toBeLessThanOrEqual(1);
  });

  it('loses nothing when one after the other dies at every point', async () => {
    const world = await openWorld(4);
    const kills: (string | null)[] = [];
    for (const point of MESSAGE_PROBE_POINTS) kills.push((await world.run(point)).killed);
    expect(await world.run(null)).toMatchObject({ done: true });
    expect(kills).toEqual([...MESSAGE_PROBE_POINTS]);
    await expectAllTold(world, 4);
  });
});

describe('two processes that send the same', () => {
  it('send each message once', async () => {
    const world = await openWorld(12);
    const ran = await Promise.all([world.run(null), world.run(null), world.run(null)]);
    expect(ran.map(({ done }) => done)).toEqual([true, true, true]);
    await world.run(null);
    await expectAllTold(world, 12);
    expect(world.requests).toHaveLength(12);
    const states = (await world.messages.list()).map(({ state }) => state);
    expect(states.filter((state) => state.kind === 'sent' && state.again)).toEqual([]);
  });
});

interface DeliveryWorld {
  readonly folder: string;
  readonly messages: ReturnType<typeof fileMessageStore>;
  /** Ids in the order of their coming. */
  readonly requests: readonly string[];
  /** @param point where it dies; `null`: nowhere */
  run(point: string | null): Promise<{ readonly killed: string | null; readonly done: boolean }>;
}

async function openWorld(things: number): Promise<DeliveryWorld> {
  const [stateDir, home] = [temporaryFolder('rm-state-'), temporaryFolder('rm-home-')];
  const folder = join(home, 'digests');
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(String(request.headers['webhook-id']));
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}/`;
  const asked = JSON.stringify({ stateDir, things, folder, url });
  const run: DeliveryWorld['run'] = async (point) => {
    const plan = join(temporaryFolder('rm-plan-'), 'plan');
    mkdirSync(plan);
    if (point !== null) writeFileSync(join(plan, point.replace('/', '.')), '0');
    const child = spawn(process.execPath, [PROGRAM, asked], {
      env: { PATH: process.env['PATH'], HOME: home, CRASH_PLAN: plan },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Uint8Array) => {
      said += new TextDecoder().decode(chunk);
    });
    await new Promise((resolve) => child.once('close', resolve));
    const died = join(plan, 'killed');
    const killed = existsSync(died) ? readFileSync(died, 'utf8').trim() : null;
    return { killed, done: said === 'done\n' };
  };
  return { folder, messages: fileMessageStore(stateDir), requests, run };
}

async function expectAllTold(world: DeliveryWorld, things: number): Promise<void> {
  const all = await world.messages.list();
  expect(all.map(({ state }) => state.kind)).toEqual(
    Array.from({ length: things * 2 }, () => 'sent'),
  );
  const idsOf = (kind: string): readonly string[] =>
    all.filter(({ target }) => target.kind === kind).map(({ id }) => id);
  const files = readdirSync(world.folder).map((name) => /M-[0-9a-f]{12}/.exec(name)?.[0] ?? name);
  expect(files.toSorted()).toEqual(idsOf('file').toSorted());
  expect([...new Set(world.requests)].toSorted()).toEqual(idsOf('webhook').toSorted());
}

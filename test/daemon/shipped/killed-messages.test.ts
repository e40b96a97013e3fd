/** Real workers in the step `deliver`, and real daemons, that die at each moment of a message: nothing is lost or doubled. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { Message } from '../../../src/words/message.ts';
import { MESSAGE_PROBE_POINTS } from '../../../src/words/step-probe.ts';
import { crashWorld, type CrashWorld } from '../../kit/crash-world.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { waitUntil } from '../../kit/wait-until.ts';

const REPORT = String.raw`printf '## Summary\n\nDone.\n\n## Findings\n\nNone.\n' > "$ROUNDSMAN_OUT/report.md"`;
const LONG = { timeout: 600_000 };

describe('a worker that is killed in the step deliver', () => {
  it.each(MESSAGE_PROBE_POINTS)('at %s loses no message and doubles none', LONG, async (point) => {
    const { world, requests } = await openWorld();
    world.killAt([point]);
    const id = await world.launch();
    await world.untilEnded(id);
    expect(killedAt(world)).toEqual([point]);
    const run = await world.workspace.runs.read(id);
    expect(run?.record?.phase).toMatchObject({
      kind: 'ended',
      result: { execution: 'succeeded', report: 'valid' },
    });
    await sendTheRest(world);
    expectEachOnce(world, { requests, messages: await world.workspace.messages.list() });
  });
});

describe('a daemon that is killed', () => {
  it('at each moment of a message loses none and doubles none', LONG, async () => {
    const { world, requests } = await openWorld();
    await world.untilEnded(await world.launch());
    for (const point of MESSAGE_PROBE_POINTS) {
      // As if its supervisor had died before it told anybody.
      forget(world);
      requests.length = 0;
      rmSync(join(world.plan, 'killed'), { force: true });
      world.killAt([point]);
      await new Promise((resolve) => world.start('daemon').once('exit', resolve));
      expect(killedAt(world)).toEqual([point]);
      await sendTheRest(world);
      expectEachOnce(world, { requests, messages: await world.workspace.messages.list() });
    }
  });
});

interface MessageWorld {
  readonly world: CrashWorld;
  /** Ids, as they come. */
  readonly requests: string[];
}

async function openWorld(): Promise<MessageWorld> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(String(request.headers['webhook-id']));
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const template = gitRepo({
    'README.md': '# Small\n',
    'roundsman.yaml': `connections:\n  counter: { kind: webhook, url: "http://127.0.0.1:${address.port}/", private: true }\n`,
    'routines/busy.yaml': [
      'on: manual',
      `agent: { engine: command, command: ${JSON.stringify(['/bin/sh', '-c', REPORT])}, prompt: Report. }`,
      'workspace: { isolation: private }',
      'notify:',
      '  - { on: [always], webhook: { via: counter } }',
      '  - { on: [always], file: { folder: ~/digests } }',
      '',
    ].join('\n'),
  });
  return { world: await crashWorld(template), requests };
}

function killedAt({ plan }: CrashWorld): readonly string[] {
  const path = join(plan, 'killed');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

/** By the next daemon, which nobody kills. */
async function sendTheRest(world: CrashWorld): Promise<void> {
  const daemon = world.start('daemon');
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  await waitUntil(async () => {
    const all = await world.workspace.messages.list();
    return all.length === 2 && all.every(({ state }) => state.kind === 'sent') ? true : null;
  });
  daemon.kill('SIGTERM');
  await ended;
}

function expectEachOnce(
  world: CrashWorld,
  told: { readonly requests: readonly string[]; readonly messages: readonly Message[] },
): void {
  const idOf = (kind: string): string =>
    told.messages.find(({ target }) => target.kind === kind)?.id ?? `no ${kind}`;
  const files = readdirSync(digestsOf(world)).map((name) => /M-[0-9a-f]{12}/.exec(name)?.[0]);
  expect(files).toEqual([idOf('file')]);
  expect([...new Set(told.requests)]).toEqual([idOf('webhook')]);
  // A second one of that id only where nobody could know, and then its record says so.
  const isUnsure = told.messages.some(
    ({ target, state }) => target.kind === 'webhook' && state.kind === 'sent' && state.again,
  );
  expect(told.requests.length).toBeLessThanOrEqual(isUnsure ? 2 : 1);
}

function digestsOf({ workspace }: CrashWorld): string {
  return join(workspace.env['HOME'] ?? '', 'digests');
}

function forget(world: CrashWorld): void {
  const { stateDir } = world.workspace.location;
  for (const name of ['messages', 'told', 'deliveries.json'])
    rmSync(join(stateDir, name), { recursive: true, force: true });
  rmSync(digestsOf(world), { recursive: true, force: true });
}

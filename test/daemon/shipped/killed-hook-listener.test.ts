/** The listener for webhooks, killed while deliveries pour in. What got 202 is there, and nothing is there twice. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { fileEventStore } from '../../../src/store/files/file-definition-store.ts';
import { fileSlotStore } from '../../../src/store/files/file-slot-store.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { sendHook } from '../../kit/hook-listener.ts';
import { github, standard, type Sent } from '../../kit/hook-senders.ts';

const program = fileURLToPath(new URL('../../../bench/hook-server.mjs', import.meta.url));
const SECRET = 'a-secret-of-the-watch';
const DELIVERIES = 2_000;
const KILLS = 20;

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

function startServer(stateDir: string, port: number): Promise<Server> {
  const child = spawn(process.execPath, [program, stateDir, String(port)], {
    env: { PATH: process.env['PATH'], HOOK: SECRET },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    child.stdout.once('data', (line) => {
      resolve({ child, port: Number(String(line).trim().split(':').at(-1)) });
    });
  });
}

function delivery(n: number): Sent {
  const body = JSON.stringify({ type: 'load', n });
  return n % 2 === 0
    ? standard('by-standard', body, { id: `msg_${n}`, at: new Date(), secret: SECRET })
    : github('by-github', body, { delivery: `msg_${n}`, secret: SECRET });
}

/** Sends it until somebody answers. */
async function insist(port: number, n: number): Promise<number> {
  for (;;) {
    const answer = await sendHook(port, delivery(n)).catch(() => null);
    if (answer !== null) return answer.status;
    await pause(20);
  }
}

describe('a listener for webhooks that is killed again and again', () => {
  it('has a record and a payload of every delivery that it answered, once', async () => {
    const stateDir = join(temporaryFolder('rm-hook-crash-'), 'state');
    let server = await startServer(stateDir, 0);
    const { port } = server;
    const statuses: number[] = [];
    let next = 0;
    const sender = async (): Promise<void> => {
      while (next < DELIVERIES) {
        const n = next;
        next += 1;
        statuses.push(await insist(port, n));
      }
    };
    const senders = Promise.all(Array.from({ length: 50 }, sender));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while (statuses.length < (kill * DELIVERIES) / (KILLS + 2)) await pause(5);
      const gone = new Promise((resolve) => server.child.once('exit', resolve));
      server.child.kill('SIGKILL');
      await gone;
      server = await startServer(stateDir, port);
    }
    await senders;
    server.child.kill('SIGKILL');

    expect(statuses.filter((status) => status !== 202 && status !== 200)).toEqual([]);
    const { records, corrupt } = await fileSlotStore(stateDir).list();
    expect(corrupt).toEqual([]);
    expect(records).toHaveLength(DELIVERIES);
    expect(new Set(records.map(({ event }) => event?.id)).size).toBe(DELIVERIES);
    const events = fileEventStore(stateDir);
    for (const { event } of records) expect(await events.read(event?.payload ?? '')).not.toBeNull();
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import {
  startHeartbeat,
  type Heartbeat,
  type HeartbeatFacts,
} from '../../src/connections/heartbeat.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { ping } from '../../src/platform/outward/outward-request.ts';
import type { DaemonConfig } from '../../src/routines/definition-context.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

type Url = DaemonConfig['heartbeat']['url'];

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const GOOD: HeartbeatFacts = {
  lastTick: { at: '2026-11-21T08:59:00.000Z', error: null },
  wakeAt: '2026-11-21T10:00:00.000Z',
  running: 2,
  queued: 1,
};

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A monitor on loopback that answers so; gives its URL and the requests it got. */
async function monitor(
  status: number | 'never',
): Promise<{ readonly url: string; readonly got: string[] }> {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(`${request.method} ${request.url}`);
    if (status !== 'never') response.writeHead(status, { location: '/elsewhere' }).end('ok');
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return { url: `http://127.0.0.1:${address.port}/ping/secret`, got };
}

interface Beating {
  readonly heart: Heartbeat;
  readonly path: string;
  /** Lets the next beat come, and waits until it is done; gives how long the heart would have slept. */
  readonly next: (facts?: HeartbeatFacts) => Promise<number>;
}

/** Beats only when it is told to. */
async function beating(facts: HeartbeatFacts, url: Url = null, env = {}): Promise<Beating> {
  const path = join(temporaryFolder(), 'state', 'heartbeat.json');
  let wake: () => void = () => undefined;
  let slept: (ms: number) => void = () => undefined;
  let current = facts;
  let sleeping = new Promise<number>((resolve) => (slept = resolve));
  const clock: Clock = {
    now: () => new Date(NOW),
    monotonic: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        wake = resolve;
        signal?.addEventListener('abort', () => resolve());
        slept(ms);
      }),
  };
  const heart = startHeartbeat({
    config: () => ({ url, everyMs: 60_000 }),
    path,
    env,
    clock,
    facts: async () => current,
  });
  await sleeping;
  return {
    heart,
    path,
    next: (facts = current) => {
      current = facts;
      sleeping = new Promise<number>((resolve) => (slept = resolve));
      wake();
      return sleeping;
    },
  };
}

describe('the heartbeat', () => {
  it('writes the file again at each beat', async () => {
    const { heart, path, next } = await beating(GOOD);
    const content = {
      at: '2026-11-21T09:00:00.000Z',
      everyMs: 60_000,
      pid: process.pid,
      lastTick: '2026-11-21T08:59:00.000Z',
      wakeAt: '2026-11-21T10:00:00.000Z',
      running: 2,
      queued: 1,
    };
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(content);
    expect(await next({ ...GOOD, running: 3 })).toBe(60_000);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...content, running: 3 });
    expect(heart.status()).toEqual({
      everyMs: 60_000,
      lastBeatAt: '2026-11-21T09:00:00.000Z',
      silent: null,
      ping: null,
    });
    await heart.stop();
  });

  it.each([
    [{ lastTick: null }, 'the scheduler has not looked yet'],
    [
      { lastTick: { at: '2026-11-21T08:59:00.000Z', error: 'no space' } },
      'the scheduler fails: no space',
    ],
    [
      { lastTick: { at: '2026-11-21T08:50:00.000Z', error: null } },
      'the scheduler has not looked since 2026-11-21T08:50:00.000Z',
    ],
    [
      { wakeAt: '2026-11-21T08:58:00.000Z' },
      'the scheduler has not looked since 2026-11-21T08:59:00.000Z',
    ],
  ])('is silent while the scheduler fails or hangs: %j', async (change, silent) => {
    const { url, got } = await monitor(200);
    const { heart, path, next } = await beating({ ...GOOD, ...change }, { kind: 'url', text: url });
    expect(heart.status()).toMatchObject({ lastBeatAt: null, silent });
    expect(existsSync(path)).toBe(false);
    expect(got).toEqual([]);
    expect(await next()).toBe(5_000);
    await next(GOOD);
    expect(heart.status()).toMatchObject({ silent: null, ping: { error: null } });
    expect(got).toEqual(['GET /ping/secret']);
    await heart.stop();
  });

  it('pings the URL of an environment variable, and never shows more of it than its host', async () => {
    const { url, got } = await monitor(204);
    const { heart } = await beating(GOOD, { kind: 'env', text: 'PING' }, { PING: url });
    expect(got).toEqual(['GET /ping/secret']);
    expect(heart.status().ping).toEqual({
      host: new URL(url).host,
      at: '2026-11-21T09:00:00.000Z',
      error: null,
      failures: 0,
    });
    await heart.stop();
  });

  it('follows no redirect, counts failures in a row, and beats on', async () => {
    const { url, got } = await monitor(302);
    const { heart, path, next } = await beating(GOOD, { kind: 'url', text: url });
    await next();
    expect(got).toEqual(['GET /ping/secret', 'GET /ping/secret']);
    expect(heart.status()).toMatchObject({
      silent: null,
      ping: { error: 'answered 302', failures: 2 },
    });
    expect(existsSync(path)).toBe(true);
    await heart.stop();
  });

  it.each([
    [{ kind: 'env' as const, text: 'PING' }, 'the environment variable PING is not set'],
    [
      { kind: 'url' as const, text: 'ftp://example.com/' },
      'the heartbeat URL is not an http or https address',
    ],
    [
      { kind: 'url' as const, text: 'not a url' },
      'the heartbeat URL is not an http or https address',
    ],
    [
      { kind: 'url' as const, text: 'http://127.0.0.1:1/' },
      expect.stringMatching(/^(ECONNREFUSED|it takes no connections there)$/),
    ],
  ])('says why %j was not pinged', async (url, error) => {
    const { heart } = await beating(GOOD, url);
    expect(heart.status().ping).toMatchObject({ error, failures: 1 });
    await heart.stop();
  });

  it('ends at once, also while a monitor does not answer', async () => {
    const { url, got } = await monitor('never');
    const path = join(temporaryFolder(), 'heartbeat.json');
    const heart = startHeartbeat({
      config: () => ({ url: { kind: 'url', text: url }, everyMs: 60_000 }),
      path,
      env: {},
      clock: { now: () => new Date(NOW), monotonic: () => 0, sleep: () => Promise.resolve() },
      facts: async () => GOOD,
    });
    await expect.poll(() => got.length).toBe(1);
    await heart.stop();
    expect(got).toHaveLength(1);
  });
});

describe('a ping', () => {
  it('gives up on a monitor that does not answer in time', async () => {
    const { url } = await monitor('never');
    const signal = new AbortController().signal;
    const reach = { private: true, ca: null };
    expect(await ping({ url, reach, timeoutMs: 20, signal })).toEqual({
      kind: 'failed',
      why: `${new URL(url).host}: no answer in time`,
    });
  });
});

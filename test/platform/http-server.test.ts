import { afterEach, expect, it } from 'vitest';

import { serveHttp, type HttpAnswer, type HttpServer } from '../../src/platform/http-server.ts';

const LIMITS = {
  bodyBytes: 1_000,
  headerBytes: 8_192,
  connections: 10,
  headMs: 5_000,
  requestMs: 5_000,
  idleMs: 1_000,
};
let server: HttpServer | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

async function serving(whole: (target: string) => Promise<HttpAnswer>): Promise<{
  readonly url: string;
  readonly warnings: readonly string[];
}> {
  const warnings: string[] = [];
  server = await serveHttp({
    host: '127.0.0.1',
    port: 0,
    limits: LIMITS,
    warn: (problem) => warnings.push(problem),
    site: {
      head: () => null,
      whole: ({ target }) => whole(target),
      tooLarge: () => ({ status: 413, headers: {}, body: '' }),
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, warnings };
}

it('answers 500 for what its site throws, says so, and continues', async () => {
  const { url, warnings } = await serving(async (target) => {
    if (target === '/bad') throw new Error('the disk is gone');
    return { status: 200, headers: {}, body: 'fine' };
  });
  const bad = await fetch(`${url}/bad`);
  expect([bad.status, await bad.text()]).toEqual([
    500,
    'something went wrong here; the log of the daemon says what\n',
  ]);
  expect(warnings).toEqual(['GET /bad failed: the disk is gone']);
  expect(await (await fetch(`${url}/good`)).text()).toBe('fine');
});

it('ends the connection on an answer that cannot be written, and continues', async () => {
  const { url, warnings } = await serving(async (target) => ({
    status: 200,
    headers: target === '/bad' ? { 'x-title': 'a\nb' } : {},
    body: 'fine',
  }));
  await expect(fetch(`${url}/bad`)).rejects.toThrow('fetch failed');
  expect(warnings).toHaveLength(1);
  expect(await (await fetch(`${url}/good`)).text()).toBe('fine');
});

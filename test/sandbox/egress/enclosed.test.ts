/** Level `sandbox`, with a real one: what is reached from inside, and what is not. */
import { readdirSync, rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runProcess } from '../../../src/platform/process.ts';
import type { Purpose } from '../../../src/sandbox/contract.ts';
import { readEgressRecords, withEgress } from '../../../src/sandbox/egress/with-egress.ts';
import type { WorktreeRequest } from '../../../src/sandbox/run-worktree.ts';
import { workspacePaths } from '../../../src/store/state-paths.ts';
import type { Endpoint } from '../../../src/words/network-plan.ts';
import { commandEnvironment } from '../../../src/worktrees/command-environment.ts';
import { enclose } from '../../../src/worktrees/enclose.ts';
import { openRunRepository } from '../../../src/worktrees/open-run-repository.ts';
import { prepareWorktree } from '../../../src/worktrees/prepare-worktree.ts';
import { echoServer } from '../../kit/egress.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { permissions } from '../../kit/routine.ts';
import { worktreeRequest } from '../../kit/worktree-run.ts';

/** Prints a line of JSON for each thing that it tried to reach: `status` of an answer, or why there was none. */
const PROBE = `
import { connect } from 'node:net';
import { request } from 'node:http';
const ask = (options) => new Promise((resolve) => {
  const asked = request({ ...options, timeout: 5000 }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  asked.on('connect', (answer) => { asked.destroy(); resolve(answer.statusCode); });
  asked.on('error', (error) => resolve(error.code));
  asked.on('timeout', () => { asked.destroy(); resolve('silence'); });
  asked.end();
});
const direct = (host, port) => new Promise((resolve) => {
  const socket = connect({ host, port, timeout: 5000 }, () => resolve('connected'));
  socket.on('error', (error) => resolve(error.code));
  socket.on('timeout', () => resolve('silence'));
}).then((result) => result);
const proxy = process.env.HTTP_PROXY === undefined ? null : new URL(process.env.HTTP_PROXY);
const way = { host: proxy?.hostname, port: proxy?.port };
const results = {};
for (const [kind, target] of process.argv.slice(2).map((word) => word.split('='))) {
  const [, host, port] = /^(.*):(\\d+)$/.exec(target);
  results[kind + ' ' + target] =
    kind === 'direct' ? await direct(host.replace(/^\\[|\\]$/g, ''), Number(port))
    : kind === 'http' ? await ask({ host, port, path: '/' })
    : kind === 'proxied' ? await ask({ ...way, path: 'http://' + target + '/' })
    : await ask({ ...way, method: 'CONNECT', path: target });
}
console.log(JSON.stringify(results));
process.exit(0);
`;

async function prepared(
  options: Parameters<typeof worktreeRequest>[1] = {},
): Promise<WorktreeRequest> {
  const repo = gitRepo({ 'probe.mjs': PROBE });
  const workspace = { isolation: 'sandbox', ...options.workspace } as const;
  const request = await worktreeRequest(repo.path, { ...options, workspace });
  const opened = await openRunRepository(request);
  expect(opened.isolation).toBe('sandbox');
  await prepareWorktree(request, opened);
  return request;
}

/** As the part of the run would, with its way out open. */
async function inside(
  request: WorktreeRequest,
  purpose: Purpose,
  argv: readonly string[],
): Promise<string> {
  const plain = { argv, cwd: request.paths.worktree, env: commandEnvironment(request) };
  const {
    argv: [program = '', ...args],
    handedFiles,
    cwd,
    env,
    network,
  } = await enclose(request, purpose, plain);
  const ended = await withEgress(request, { purpose, network }, async () =>
    runProcess({ argv: [program, ...args], handedFiles, cwd, env }),
  );
  if (ended.exitCode !== 0) throw new Error(ended.stderr);
  return ended.stdout.toString('utf8');
}

async function probe(
  request: WorktreeRequest,
  purpose: Purpose,
  tries: readonly string[],
): Promise<unknown> {
  return JSON.parse(await inside(request, purpose, ['node', 'probe.mjs', ...tries]));
}

/** Of this machine, on its network; there is none where there is loopback only. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  const found = all.find(({ internal, family }) => !internal && family === 'IPv4');
  return found?.address ?? '127.0.0.2';
}

it('reaches the endpoint and nothing else of this machine or near it', async () => {
  const endpoint = await echoServer();
  const other = await echoServer();
  const at: Endpoint = { name: 'model', host: '127.0.0.1', port: endpoint.port, innerPort: 4_000 };
  const plain = await prepared({
    permissions: permissions({ network: { allow: ['localhost', '10.0.0.1'], setup: [] } }),
  });
  const request = { ...plain, endpoints: [at] };
  const own = ownAddress();
  const results = await probe(request, 'agent', [
    'http=127.0.0.1:4000',
    `direct=127.0.0.1:${other.port}`,
    `direct=127.0.0.1:${endpoint.port}`,
    `direct=${own}:${other.port}`,
    'direct=169.254.169.254:80',
    'direct=10.0.0.1:80',
    'direct=1.1.1.1:443',
    'direct=[2606:4700::1111]:443',
    'proxied=169.254.169.254:80',
    'proxied=localhost:80',
    'tunnel=localhost:443',
    `tunnel=127.0.0.1:${other.port}`,
    `tunnel=127.0.0.1:${endpoint.port}`,
    `tunnel=${own}:${other.port}`,
    'tunnel=10.0.0.1:443',
    'tunnel=[::1]:80',
    'tunnel=0x7f000001:80',
  ]);
  expect(results).toEqual({
    'http 127.0.0.1:4000': 200,
    [`direct 127.0.0.1:${other.port}`]: 'ECONNREFUSED',
    [`direct 127.0.0.1:${endpoint.port}`]: 'ECONNREFUSED',
    [`direct ${own}:${other.port}`]: expect.stringMatching(/^(ENETUNREACH|ECONNREFUSED)$/),
    'direct 169.254.169.254:80': 'ENETUNREACH',
    'direct 10.0.0.1:80': 'ENETUNREACH',
    'direct 1.1.1.1:443': 'ENETUNREACH',
    'direct [2606:4700::1111]:443': 'ENETUNREACH',
    'proxied 169.254.169.254:80': 403,
    'proxied localhost:80': 403,
    'tunnel localhost:443': 403,
    [`tunnel 127.0.0.1:${other.port}`]: 403,
    [`tunnel 127.0.0.1:${endpoint.port}`]: 403,
    [`tunnel ${own}:${other.port}`]: 403,
    'tunnel 10.0.0.1:443': 403,
    'tunnel [::1]:80': 403,
    'tunnel 0x7f000001:80': 403,
  });
  expect(endpoint.seen).toHaveLength(1);
  expect(other.seen).toEqual([]);
  const [record] = await readEgressRecords(request.paths.egress);
  expect(record?.purpose).toBe('agent');
  expect(record?.denied).toHaveLength(9);
});

it('has no way out at all where nothing is allowed', async () => {
  const other = await echoServer();
  const request = await prepared({
    permissions: permissions({ network: { allow: [], setup: [] } }),
  });
  expect(
    await probe(request, 'agent', [`direct=127.0.0.1:${other.port}`, 'direct=1.1.1.1:443']),
  ).toEqual({
    [`direct 127.0.0.1:${other.port}`]: 'ECONNREFUSED',
    'direct 1.1.1.1:443': 'ENETUNREACH',
  });
});

it('gives set-up the registry of this machine with its credential, and nothing of it to what comes after', async () => {
  const registry = await echoServer();
  const host = `127.0.0.1:${registry.port}`;
  const token = 'npm_0123456789abcdefghij0123456789abcdef';
  const home = gitRepo({ '.npmrc': `registry=http://${host}/\n//${host}/:_authToken=${token}\n` });
  const seen = `node probe.mjs http=${host} direct=1.1.1.1:443 > seen.json; cat "$NPM_CONFIG_USERCONFIG" > /dev/null`;
  const request = await prepared({
    // Whoever starts the tests by npm hands them settings of npm's own.
    env: { HOME: home.path, npm_config_userconfig: `${home.path}/.npmrc` },
    workspace: { setup: [seen, 'ls -a "$HOME" > home.txt'] },
    permissions: permissions({ network: { allow: ['ok.example'], setup: ['registries'] } }),
  });
  const shown = await inside(request, 'check', [
    'sh',
    '-c',
    'cat seen.json; env; ls -R /tmp "$HOME"; cat "$NPM_CONFIG_USERCONFIG" 2>&1; cat home.txt',
  ]);
  expect(shown).toContain(`"http ${host}":200`);
  expect(shown).toContain('"direct 1.1.1.1:443":"ENETUNREACH"');
  expect(shown).not.toContain(token);
  expect(shown).not.toContain('npmrc');
  const again = await probe(request, 'check', [`direct=${host}`, `tunnel=${host}`]);
  expect(again).toEqual({ [`direct ${host}`]: 'ECONNREFUSED', [`tunnel ${host}`]: 403 });
  const records = await readEgressRecords(request.paths.egress);
  expect(records.map(({ purpose, credentials }) => [purpose, credentials])).toEqual([
    ['setup', [host]],
    ['setup', [host]],
    ['check', []],
  ]);
  expect(request.redactor.text(`token ${token}`)).not.toContain(token);
});

it('serves a thousand connections at once from inside', async () => {
  const server = await echoServer();
  const at: Endpoint = { name: 'model', host: '127.0.0.1', port: server.port, innerPort: 4_000 };
  const plain = await prepared();
  const script = `
    const all = Array.from({ length: 1000 }, () => fetch('http://127.0.0.1:4000/').then((a) => a.text()));
    console.log(new Set(await Promise.all(all)).size, all.length);
  `;
  const argv = ['node', '--input-type=module', '-e', script];
  expect(await inside({ ...plain, endpoints: [at] }, 'agent', argv)).toBe('1 1000\n');
  expect(server.seen).toHaveLength(1_000);
});

it('has what it mounts over credentials made again where that is gone', async () => {
  const request = await prepared();
  const covers = join(workspacePaths(request.spec.workspace.stateDir).cache, 'covers');
  rmSync(covers, { recursive: true, force: true });
  expect(await inside(request, 'collect', ['echo', 'started'])).toBe('started\n');
  expect(readdirSync(covers).toSorted()).toEqual(['empty', 'empty.json', 'empty.xml']);
});

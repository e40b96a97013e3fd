import { spawn } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { readEnvironment } from '../../../src/platform/environment.ts';
import { connectArgv, relayCommand } from '../../../src/sandbox/inside-command.ts';
import { readOrder } from '../../../src/sandbox/inside/ports.ts';
import type { NetworkPlan } from '../../../src/words/network-plan.ts';
import { echoServer, madeUpWorld, networkPlan, openedEgress } from '../../kit/egress.ts';

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(
  argv: readonly string[],
  { stdin = '', kill }: { readonly stdin?: string; readonly kill?: NodeJS.Signals } = {},
): Promise<Ended> {
  const [file = '', ...args] = argv;
  const { PATH } = readEnvironment();
  const child = spawn(file, args, { env: { PATH }, cwd: '/' });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: unknown) => {
    stdout += String(chunk);
    if (kill !== undefined && stdout === 'ready\n') child.kill(kill);
  });
  child.stderr.on('data', (chunk: unknown) => (stderr += String(chunk)));
  child.stdin.end(stdin);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

function relayed(plan: NetworkPlan, ...argv: readonly string[]): readonly string[] {
  return relayCommand(plan, { argv, cwd: '/', env: {} }).argv;
}

const NOTHING = networkPlan();

describe('the program inside', () => {
  it('hands stdin on, and ends with the exit code of the command', async () => {
    const argv = relayed(NOTHING, 'sh', '-c', 'cat; echo err >&2; exit 7');
    expect(await start(argv, { stdin: 'in\n' })).toEqual({
      code: 7,
      signal: null,
      stdout: 'in\n',
      stderr: 'err\n',
    });
  });

  it('dies by the signal that the command died by', async () => {
    expect(await start(relayed(NOTHING, 'sh', '-c', 'kill -ABRT $$'))).toMatchObject({
      code: null,
      signal: 'SIGABRT',
    });
  });

  it('hands signals on', async () => {
    const script = 'trap "echo got; exit 3" INT; echo ready; while :; do sleep 0.02; done';
    expect(await start(relayed(NOTHING, 'sh', '-c', script), { kill: 'SIGINT' })).toMatchObject({
      code: 3,
      stdout: 'ready\ngot\n',
    });
  });

  it('says what is not there as a shell would', async () => {
    expect(await start(relayed(NOTHING, '/nowhere/program'))).toMatchObject({
      code: 127,
      stderr: 'roundsman: spawn /nowhere/program ENOENT\n',
    });
  });

  it('leads stdin and stdout to a socket of the folder', async () => {
    const { port } = await echoServer();
    const world = madeUpWorld({ 'model.corp': [['10.0.0.7']] }, port);
    const endpoint = { name: 'model', host: 'model.corp', port: 1, innerPort: 4_000 };
    const plan = networkPlan({ endpoints: [endpoint] });
    await openedEgress(plan, world.outside);
    const stdin = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const ended = await start(connectArgv(plan.socketFolder, 'model'), { stdin });
    expect(ended.code).toBe(0);
    expect(ended.stdout.startsWith('HTTP/1.1 200 OK')).toBe(true);
  });

  it('fails as itself when there is no such socket', async () => {
    const ended = await start(connectArgv('/nowhere', 'model'));
    expect(ended.code).toBe(125);
    expect(ended.stderr).toContain('roundsman: the way out of the sandbox failed: ');
  });
});

describe('what it is told', () => {
  it('is read whole', () => {
    const words = [
      'run',
      '/s',
      '--listen',
      '80=proxy',
      '--listen',
      '81=model',
      '--offer',
      '82=inward-82',
      '--',
      'a',
      '--',
      'b',
    ];
    expect(readOrder(words)).toEqual({
      kind: 'run',
      folder: '/s',
      leads: [
        { port: 80, name: 'proxy' },
        { port: 81, name: 'model' },
      ],
      offers: [{ port: 82, name: 'inward-82' }],
      argv: ['a', '--', 'b'],
    });
    expect(readOrder(['connect', '/s', 'mcp'])).toEqual({
      kind: 'connect',
      folder: '/s',
      name: 'mcp',
    });
  });

  it.each([
    [[]],
    [['run']],
    [['run', '/s', '--']],
    [['run', 'relative', '--', 'a']],
    [['run', '/s', '--listen', '80=../x', '--', 'a']],
    [['run', '/s', '--listen', 'x=proxy', '--', 'a']],
    [['run', '/s', '--listen', '--', 'a']],
    [['run', '/s', '--offer', '82=a', '--listen', '80=b', '--', 'a']],
    [['run', '/s', 'a']],
    [['connect', '/s']],
    [['connect', '/s', '../../run/docker']],
    [['connect', '/s', 'a', 'b']],
  ])('is nothing else: %j', (words) => expect(readOrder(words)).toBeNull());
});

describe('a command that is relayed', () => {
  const command = { argv: ['npm', 'ci'], cwd: '/w', env: { A: '1', HTTP_PROXY: 'http://other' } };

  it('finds the proxy by its variables, and itself on loopback', () => {
    const { env, cwd, argv } = relayCommand(networkPlan({ allow: ['a.example'] }), command);
    expect(cwd).toBe('/w');
    expect(argv.slice(-5)).toEqual(['--listen', '27831=proxy', '--', 'npm', 'ci']);
    expect(env).toMatchObject({
      A: '1',
      HTTP_PROXY: 'http://127.0.0.1:27831',
      https_proxy: 'http://127.0.0.1:27831',
      NO_PROXY: 'localhost,127.0.0.1,::1',
    });
  });

  it('has no proxy where endpoints are all there is, and none of their ports', () => {
    const endpoints = [{ name: 'model', host: 'h', port: 1, innerPort: 27_831 }];
    expect(relayCommand(networkPlan({ endpoints }), command).env).toEqual(command.env);
    const both = relayCommand(networkPlan({ allow: ['a.example'], endpoints }), command);
    expect(both.env['HTTP_PROXY']).toBe('http://127.0.0.1:27832');
  });
});

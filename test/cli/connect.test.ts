import { execFile } from 'node:child_process';

import { expect, test } from 'vitest';

import { countingServer } from '../kit/counting-server.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { PROGRAM } from '../kit/run-cli.ts';

interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const TIDY =
  'on: manual\ncollect: [{ tickets: { from: desk } }]\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';

/** In the background: the server it asks is of this process. */
function workspace(settings: string, env: Record<string, string> = {}, routine = TIDY) {
  const repo = gitRepo({ 'roundsman.yaml': settings, 'routines/tidy.yaml': routine });
  const stateDir = temporaryFolder();
  return async (...args: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const own = { HOME: stateDir, ROUNDSMAN_STATE_DIR: stateDir, NO_COLOR: '1', ...env };
      const child = execFile(
        process.execPath,
        [PROGRAM, ...args],
        { cwd: repo.path, env: { ...process.env, ...own } },
        (_error, stdout, stderr) => resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
      );
    });
}

const settingsFor = (origin: string): string =>
  `connections:\n  desk: { kind: http, url: "${origin}/list", private: true, token: env:DESK_TOKEN, headers: { authorization: "Bearer {secret}" } }\n  chat: { kind: webhook, url: file:/nowhere/hook }\n`;

test('an address that is none is not sent to', async () => {
  const roundsman = workspace(
    'connections:\n  mail: { kind: smtp, host: smtp.example.com, from: a@example.com }\n',
    {},
    'on: manual\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n',
  );
  expect(await roundsman('connect', 'mail', '--send', 'nobody')).toMatchObject({
    exitCode: 2,
    stderr:
      'error: --send: nobody is not a mail address\nhint: Write one such as me@example.com.\n',
  });
});

test('without a name it lists, asks nobody, and says which credentials are missing', async () => {
  const server = await countingServer();
  const roundsman = workspace(settingsFor(server.origin), { DESK_TOKEN: 'some-desk-token' });
  const listed = await roundsman('connect');
  expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(listed.stdout).toContain('file:/nowhere/hook (not there)');
  const { stdout } = await roundsman('connect', '--json');
  expect(JSON.parse(stdout)).toEqual([
    {
      name: 'desk',
      kind: 'http',
      where: `127.0.0.1:${server.port}`,
      usedBy: ['tidy'],
      credentials: [{ key: 'token', place: 'env:DESK_TOKEN', found: true }],
    },
    {
      name: 'chat',
      kind: 'webhook',
      where: 'file:/nowhere/hook',
      usedBy: [],
      credentials: [{ key: 'url', place: 'file:/nowhere/hook', found: false }],
    },
  ]);
  expect(stdout + listed.stdout).not.toContain('some-desk-token');
  expect(server.reached()).toBe(0);
  await server.close();
});

test('with a name it looks, and the exit code says whether all is well', async () => {
  const list = [{ id: 1, title: 'Broken', created_at: '2026-11-20T10:00:00Z' }];
  const server = await countingServer((request, response) => {
    // A server that says back what it was sent.
    if (request.headers.authorization === 'Bearer some-desk-token')
      response.end(JSON.stringify(list));
    else response.writeHead(401).end();
  });
  const good = workspace(settingsFor(server.origin), { DESK_TOKEN: 'some-desk-token' });
  const { exitCode, stdout } = await good('connect', 'desk');
  expect([exitCode, stdout]).toEqual([
    0,
    [
      `desk: http, 127.0.0.1:${server.port}`,
      'reached  yes',
      'sees     1 record on the first page of 30 days',
      '         found in them: id, title, created-at',
      'used by  tidy',
      '  yes      read tickets',
      '\n',
    ].join('\n'),
  ]);
  const bad = workspace(settingsFor(server.origin), { DESK_TOKEN: 'wrong-token-value' });
  const refused = await bad('connect', '--all', '--json');
  expect(refused.exitCode).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject([
    {
      name: 'desk',
      report: { reached: false, problems: [{ what: 'the token is not taken (401)' }] },
    },
    {
      name: 'chat',
      report: { reached: false, problems: [{ what: 'file:/nowhere/hook is not there' }] },
    },
  ]);
  expect(refused.stdout).not.toContain('wrong-token-value');
  await server.close();
});

test('a name that is not there, and words that do not go together, are told what to write', async () => {
  const roundsman = workspace(settingsFor('http://127.0.0.1:9'));
  expect(await roundsman('connect', 'dsk')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('Did you mean desk?'),
  });
  expect(await roundsman('connect', 'desk', '--all')).toMatchObject({ exitCode: 2 });
  expect(await roundsman('connect', '--send', 'a@example.com')).toMatchObject({ exitCode: 2 });
  expect(await roundsman('connect', 'desk', '--send', 'a@example.com')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--send is for mail servers'),
  });
  const none = workspace('timezone: UTC\n', {}, TIDY.replace('from: desk', 'path: t'));
  const { exitCode, stdout } = await none('connect');
  expect(exitCode).toBe(0);
  const [, example = ''] =
    /such as `(.*)`\. All kinds: roundsman schema workspace\n$/.exec(stdout) ?? [];
  expect(
    await workspace(`${example}\n`, {}, TIDY.replace('from: desk', 'path: t'))('validate'),
  ).toMatchObject({ exitCode: 0 });
  const broken = workspace('connections: { a: { kind: imap } }\n');
  expect(await broken('connect')).toMatchObject({ exitCode: 2 });
});

test('names are completed', async () => {
  const roundsman = workspace(settingsFor('http://127.0.0.1:9'));
  const { stdout } = await roundsman('__complete', 'words', 'connect', '');
  expect(stdout).toContain('desk');
});

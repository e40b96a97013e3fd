import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { reachOf } from '../../../src/platform/outward/reach-of.ts';
import { readCredential } from '../../../src/platform/outward/read-credential.ts';
import { makeRedactor } from '../../../src/words/redaction/redactor.ts';
import { secretsOfRun } from '../../../src/words/redaction/secret.ts';
import { makePrivateAuthority } from '../../kit/private-authority.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'credentials-'));
  writeFileSync(join(home, 'token'), 'from-a-file\nsecond line\n');
  writeFileSync(join(home, 'empty'), '\n');
  execFileSync('mkfifo', [join(home, 'pipe')]);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const env = (): Record<string, string> => ({
  HOME: home,
  PATH: process.env['PATH'] ?? '',
  TOKEN: ' from-the-environment ',
});

describe('a credential', () => {
  it('comes from a variable, a file or a command, and is known to the redactor from then on', async () => {
    const redactor = makeRedactor([]);
    const read = async (credential: Parameters<typeof readCredential>[0]): Promise<string> =>
      readCredential(credential, env(), redactor.learn);
    expect(await read({ kind: 'env', name: 'TOKEN' })).toBe('from-the-environment');
    expect(await read({ kind: 'file', path: '~/token' })).toBe('from-a-file');
    expect(await read({ kind: 'file', path: join(home, 'token') })).toBe('from-a-file');
    const command = 'printf "from-a-command\\nmore\\n"';
    expect(await read({ kind: 'command', command })).toBe('from-a-command');
    expect(redactor.text('from-the-environment, from-a-file and from-a-command')).toBe(
      '[redacted: TOKEN], [redacted: credential] and [redacted: credential]',
    );
  });

  it.each([
    ['no-credential', { kind: 'env', name: 'NOT_THERE' }, 'env:NOT_THERE is not set'],
    ['no-credential', { kind: 'file', path: '~/nothing' }, 'file:~/nothing is not there'],
    ['no-credential', { kind: 'file', path: '~/pipe' }, 'file:~/pipe is not there'],
    ['no-credential', { kind: 'file', path: '/dev/zero' }, 'file:/dev/zero is not there'],
    ['no-credential', { kind: 'file', path: '~/empty' }, 'file:~/empty is empty'],
    [
      'credential-not-now',
      { kind: 'command', command: 'exit 3' },
      'command:exit 3 ended with exit code 3',
    ],
    ['credential-not-now', { kind: 'command', command: 'true' }, 'command:true is empty'],
  ] as const)(
    'that is missing is named by its place: %s, %j',
    async (reason, credential, message) => {
      await expect(readCredential(credential, env(), makeRedactor([]).learn)).rejects.toMatchObject(
        {
          code: 'missing',
          reason,
          message,
        },
      );
    },
  );

  it('in a variable is a secret of each run, whatever it looks like', () => {
    const routine = {
      permissions: {
        env: [],
        network: { allow: [], setup: [] },
        read: [],
        write: [],
        onDenied: 'report' as const,
      },
      triggers: [],
      notify: [
        {
          on: ['failure' as const],
          targets: [{ kind: 'ping' as const, url: { kind: 'env' as const, name: 'PING_AT' } }],
          failureAfter: 1,
          cooldownMs: 0,
          quietHours: null,
          gatherAt: null,
        },
      ],
    };
    const connection = {
      kind: 'gitlab' as const,
      name: 'gl',
      private: false,
      ca: null,
      project: null,
      api: 'https://gitlab.com/api/v4',
      token: { kind: 'env' as const, name: 'LAB' },
    };
    const environment = {
      LAB: '1234567890',
      PING_AT: 'https://hc.example/x',
      OTHER: 'everyday-value',
    };
    expect(secretsOfRun(routine, environment, [connection]).map(({ name }) => name)).toEqual([
      'LAB',
      'PING_AT',
    ]);
  });
});

describe('the authority of a connection', () => {
  it('is the certificate in its file, and named when there is none', async () => {
    const authority = makePrivateAuthority();
    const core = { name: 'x', private: true };
    expect(await reachOf({ ...core, ca: authority.caFile }, {})).toEqual({
      private: true,
      ca: authority.ca,
    });
    authority.remove();
    await expect(reachOf({ ...core, ca: '/nowhere/ca.pem' }, {})).rejects.toMatchObject({
      message: 'connections.x.ca: there is no file /nowhere/ca.pem',
    });
    await expect(reachOf({ ...core, ca: '~/token' }, env())).rejects.toMatchObject({
      message: `connections.x.ca: no certificate in PEM form is in ${home}/token`,
    });
  });
});

import { describe, expect, it } from 'vitest';

import type { GitlabConnection } from '../../../src/words/connection.ts';
import { makeRedactor } from '../../../src/words/redaction/redactor.ts';
import { secretsOfEnvironment, secretsOfRun } from '../../../src/words/redaction/secret.ts';
import { secretsInFile } from '../../../src/worktrees/included-secrets.ts';
import { routineNamed } from '../../kit/routine.ts';

const EVERYDAY = [
  ['PGPASSWORD', 'postgres'],
  ['DB_PASSWORD', 'password'],
  ['SECRET_KEY', 'changeme'],
  ['MYSQL_ROOT_PASSWORD', 'Password1'],
  ['API_KEY', 'change_me_123'],
  ['PASSWORD', '12345678'],
  ['AUTH_TYPE', 'openid-connect'],
] as const;

const SECRET = [
  ['DB_PASSWORD', 'hunter2hunter2'],
  ['DB_PASSWORD', 'password8'],
  ['DB_PASSWORD', 'xkqjzvbnmwpt'],
  ['DB_PASSWORD', 'Kettle-otter'],
  ['DB_PASSWORD', 'kettle otter'],
  ['MAIL_PASSWORD', 'kettle-otter-lamp'],
  ['PASSWORD', '83920174'],
] as const;

describe('a variable that only its name calls a secret', () => {
  it.each(EVERYDAY)('%s=%s hides nothing', (name, value) => {
    expect(secretsOfEnvironment({ [name]: value })).toEqual([]);
    expect(secretsInFile('.env', `${name}=${value}\n`)).toEqual([]);
  });

  it.each(SECRET)('%s=%s is one', (name, value) => {
    expect(secretsOfEnvironment({ [name]: value })).toEqual([{ name, value }]);
    expect(secretsInFile('.env', `${name}=${value}\n`)).toEqual([{ name, value }]);
  });
});

it('what a routine was given by name, or a connection names, is a secret whatever it looks like', () => {
  const routine = routineNamed('tidy');
  const given = { ...routine, permissions: { ...routine.permissions, env: ['WORD'] } };
  const connection: GitlabConnection = {
    kind: 'gitlab',
    name: 'forge',
    project: null,
    api: 'https://forge.example/api/v4',
    private: false,
    ca: null,
    token: { kind: 'env', name: 'FORGE_TOKEN' },
  };
  const env = { WORD: 'openid-connect', FORGE_TOKEN: 'password', OTHER_TOKEN: 'password' };
  expect(secretsOfRun(given, env, [connection])).toEqual([
    { name: 'WORD', value: 'openid-connect' },
    { name: 'FORGE_TOKEN', value: 'password' },
  ]);
});

it('the usual password in an address is not looked for alone', () => {
  const name = 'DB_URL';
  const found = (password: string): boolean =>
    makeRedactor([{ name, value: `postgres://app:${password}@db/app` }]).findKnown(
      `ask for the ${password} here`,
    ).length > 0;
  expect(found('password')).toBe(false);
  expect(found('hunter2hunter2')).toBe(true);
});

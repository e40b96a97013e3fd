/** docs/compose.yaml: what it names is there. Docker itself is not needed. */
import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';
import { parse } from 'yaml';

import { allCommands } from '../src/cli/declare/all.ts';
import { parseWorkspace } from '../src/routines/parse-workspace.ts';
import { storeAddress } from '../src/store/postgres/database.ts';
import { stateFolder } from '../src/workspace/state-folder.ts';
import { bytesOf } from './kit/definitions.ts';

const TEXT = readFileSync('docs/compose.yaml', 'utf8');
const { services, volumes } = parse(TEXT);
const { db, roundsman } = services;

it('gives commands, verbs and options that there are', () => {
  const given = [...TEXT.matchAll(/\broundsman ((?:fleet|work|start)\b[a-z0-9 -]*)/g)];
  const wrong = given.flatMap(([, words = '']) => {
    const [name, ...rest] = words.trim().split(' ');
    const command = allCommands.find((one) => one.name === name);
    const verb = command?.verbs?.find((one) => one.name === rest[0]);
    const isBare = rest.length === 0 || rest[0]?.startsWith('--') === true;
    const known = (verb ?? command)?.options?.map(({ flags }) => flags.split(' ')[0]) ?? [];
    const unknown = rest.filter((word) => word.startsWith('--') && !known.includes(word));
    return command === undefined || (verb === undefined && !isBare) || unknown.length > 0
      ? [words]
      : [];
  });
  expect(given.map(([, words]) => words?.trim())).toEqual([
    'fleet',
    'work --places 2',
    'start',
    'fleet migrate',
    'fleet move --to postgres',
    'start',
  ]);
  expect(wrong).toEqual([]);
});

it('has the variables that Roundsman reads, and no secret', () => {
  const [, settings = ''] = /`(store: [^`]+)`/.exec(TEXT) ?? [];
  const { config, problems } = parseWorkspace(bytesOf(settings), {
    folderName: 'app',
    hostTimezone: 'UTC',
  });
  expect(problems).toEqual([]);
  const { ROUNDSMAN_STORE: store, ...rest } = roundsman.environment;
  expect(config.store).toBe('ROUNDSMAN_STORE');
  expect(stateFolder(rest, { name: 'app', commonDir: '/app/.git' })).toBe('/state');
  expect(store).toContain(':${POSTGRES_PASSWORD}@');
  const env = { ROUNDSMAN_STORE: store.replace('${POSTGRES_PASSWORD}', 'abc123') };
  const { url } = storeAddress(env, 'ROUNDSMAN_STORE');
  const { username, password, hostname, pathname } = new URL(url);
  expect({ username, password, hostname, pathname }).toEqual({
    username: db.environment.POSTGRES_USER,
    password: 'abc123',
    hostname: 'db',
    pathname: '/roundsman',
  });
});

it('keeps records and state in volumes that are declared', () => {
  const mounts: readonly string[] = [...db.volumes, ...roundsman.volumes];
  const named = mounts
    .map((mount) => mount.split(':')[0] ?? '')
    .filter((name) => !name.startsWith('.'));
  expect(named).toEqual(Object.keys(volumes));
  expect(roundsman.volumes).toContain('state:/state');
});

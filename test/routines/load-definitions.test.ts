import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { checkSchedule } from '../../src/calendar/next.ts';
import { readFreshCatalog } from '../../src/routines/catalog-cache.ts';
import { findRoutine } from '../../src/routines/find-routine.ts';
import { loadCatalog, type CatalogRequest } from '../../src/routines/load-definitions.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const good = 'on: manual\ncollect: [todos]\n';

function workspace(files: Readonly<Record<string, string>>): CatalogRequest {
  const root = mkdtempSync(join(tmpdir(), 'rm-definitions-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'routines'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  return {
    root,
    cachePath: join(root, 'state', 'catalog.json'),
    productBuild: '1.0.0',
    hostTimezone: 'UTC',
    engines: ['builtin'],
    checkSchedule,
  };
}

test('a broken file never takes the good ones down', async () => {
  const request = workspace({
    'roundsman.yaml': 'engine: builtin\n',
    'routines/good.yaml': good,
    'routines/broken.yml': 'on: [',
    'routines/notes.md': 'not a definition',
    'routines/twin.yaml': good,
    'routines/twin.yml': good,
  });
  symlinkSync('/etc/hostname', join(request.root, 'routines', 'link.yaml'));
  const catalog = await loadCatalog(request);
  expect(
    catalog.entries.map((entry) => [
      entry.file,
      entry.kind === 'routine' ? entry.routine.id : entry.problems[0]?.code,
    ]),
  ).toEqual([
    ['routines/broken.yml', 'syntax'],
    ['routines/good.yaml', 'good'],
    ['routines/link.yaml', 'unreadable'],
    ['routines/twin.yaml', 'duplicate-id'],
    ['routines/twin.yml', 'duplicate-id'],
  ]);
});

test('the cache is fresh until a file, the version or the zone changes', async () => {
  const request = workspace({ 'roundsman.yaml': 'engine: builtin\n', 'routines/good.yaml': good });
  expect(await readFreshCatalog(request)).toBeNull();
  const catalog = await loadCatalog(request);
  expect(await readFreshCatalog(request)).toEqual(catalog);
  expect(await readFreshCatalog({ ...request, productBuild: '1.0.1' })).toBeNull();
  expect(await readFreshCatalog({ ...request, hostTimezone: 'Asia/Tokyo' })).toBeNull();
  writeFileSync(join(request.root, 'routines', 'good.yaml'), `${good}# changed\n`);
  expect(await readFreshCatalog(request)).toBeNull();
  await loadCatalog(request);
  writeFileSync(join(request.root, 'routines', 'second.yaml'), good);
  expect(await readFreshCatalog(request)).toBeNull();
});

test.each(['', '{', '[]', '{"stamp":"x"}', 'null'])(
  'a cache that holds %j is not used',
  async (content) => {
    const request = workspace({
      'roundsman.yaml': 'engine: builtin\n',
      'routines/good.yaml': good,
    });
    await loadCatalog(request);
    writeFileSync(request.cachePath, content);
    expect(await readFreshCatalog(request)).toBeNull();
  },
);

test('a cache whose content was changed is not used', async () => {
  const request = workspace({ 'roundsman.yaml': 'engine: builtin\n', 'routines/good.yaml': good });
  await loadCatalog(request);
  const text = readFileSync(request.cachePath, 'utf8');
  writeFileSync(request.cachePath, text.replaceAll('"mode":"review"', '"mode":"auto"'));
  expect(await readFreshCatalog(request)).toBeNull();
});

test('reading the cache loads no package at all', () => {
  const record = join(temporaryFolder(), 'imports.txt');
  const cache = join(process.cwd(), '.build/modules/routines', 'catalog-cache.js');
  const hook = join(process.cwd(), 'test', 'fixtures', 'record-imports', 'main.mjs');
  execFileSync(process.execPath, ['--import', hook, cache], {
    env: { ...process.env, RECORD_IMPORTS: record },
  });
  const loaded = readFileSync(record, 'utf8').split('\n');
  expect(loaded.some((url) => url.endsWith('catalog-cache.js'))).toBe(true);
  expect(loaded.filter((url) => url.includes('node_modules'))).toEqual([]);
});

test('an unknown routine is answered with the ones there are', async () => {
  const request = workspace({
    'roundsman.yaml': 'engine: builtin\n',
    'routines/todo-sweep.yaml': good,
    'routines/other.yaml': 'on: 3\ncollect: [todos]\n',
  });
  const catalog = await loadCatalog(request);
  expect(findRoutine(catalog, 'todo-sweep').hash).toMatch(/^[0-9a-f]{64}$/);
  expect(() => findRoutine(catalog, 'todo-swep')).toThrow(
    expect.objectContaining({
      code: 'not-found',
      message: 'there is no routine "todo-swep"',
      hint: 'Did you mean todo-sweep? There are: other, todo-sweep. To write a new one: roundsman new todo-swep',
    }),
  );
  expect(() => findRoutine(catalog, 'other')).toThrow(
    expect.objectContaining({
      code: 'invalid-definition',
      message: 'routine other cannot be used: routines/other.yaml:1:5 `on` is the number 3',
    }),
  );
});

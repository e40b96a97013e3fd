import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { runCli } from '../kit/run-cli.ts';

/** The packages that a command loads, by name. */
function packagesLoadedBy(args: readonly string[], cwd: string): readonly string[] {
  const record = join(temporaryFolder(), 'imports.txt');
  const ran = runCli(args, {
    cwd,
    node: ['--import', resolve('test/fixtures/record-imports/main.mjs')],
    env: { RECORD_IMPORTS: record },
  });
  expect(ran.stderr).toBe('');
  const names = readFileSync(record, 'utf8')
    .split('\n')
    .flatMap((url) => [url, ...sourcesOf(url)])
    .flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

/** What a file of a bundle was made of. */
function sourcesOf(url: string): readonly string[] {
  const map = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
  if (!url.includes('/dist/') || !existsSync(map)) return [];
  return z.object({ sources: z.array(z.string()) }).parse(JSON.parse(readFileSync(map, 'utf8')))
    .sources;
}

describe('what a command loads', () => {
  it.each([[['--version']], [['--help']]])('is not a package at all for %j', (args) => {
    expect(packagesLoadedBy(args, process.cwd())).toEqual([]);
  });

  it('is commander alone for the help on a command', () => {
    expect(packagesLoadedBy(['help', 'run'], process.cwd())).toEqual(['commander']);
  });

  it.each(['runs', 'findings', 'outbox', 'items', 'reports'])(
    'is neither yaml nor zod nor anything that starts programs for %s',
    (name) => {
      const repo = gitRepo({ a: 'a' });
      const loaded = packagesLoadedBy([name], repo.path);
      const slow = ['yaml', 'zod', 'execa', 'simple-git', 'handlebars'];
      expect(loaded.filter((one) => slow.includes(one))).toEqual([]);
    },
  );

  it.each(['roundsman ru', 'roundsman run x --set ', 'roundsman schema ', 'roundsman run '])(
    'is nothing at all to complete %j',
    (line) => {
      const repo = gitRepo({ 'routines/tidy.yaml': 'on: manual\n' });
      expect(packagesLoadedBy(['__complete', 'line', line], repo.path)).toEqual([]);
    },
  );

  it.each(['roundsman show ', 'roundsman findings accept ', 'roundsman requests show '])(
    'is neither yaml nor zod nor anything that starts programs to complete %j',
    (line) => {
      const repo = gitRepo({ a: 'a' });
      const loaded = packagesLoadedBy(['__complete', 'line', line], repo.path);
      const slow = ['commander', 'yaml', 'zod', 'execa', 'simple-git', 'handlebars'];
      expect(loaded.filter((one) => slow.includes(one))).toEqual([]);
    },
  );

  it('is neither yaml nor zod for list once the routines were read', () => {
    const repo = gitRepo({
      'routines/tidy.yaml':
        'on: { schedule: "0 7 * * 1-5" }\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n',
      'roundsman.yaml': 'timezone: UTC\n',
    });
    runCli(['list'], { cwd: repo.path });
    const loaded = packagesLoadedBy(['list'], repo.path);
    const slow = ['yaml', 'zod', 'execa', 'simple-git', 'handlebars'];
    expect(loaded.filter((one) => slow.includes(one))).toEqual([]);
  });
});

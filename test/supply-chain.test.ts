/** The check that lists what the package installs, over copies of this project's own lock. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { temporaryFolder } from './kit/git-repo.ts';

function checked(change: (lock: string) => string): { status: number | null; said: string } {
  const folder = temporaryFolder('rm-supply-');
  for (const path of [
    'scripts/supply-chain.mjs',
    'scripts/build/programs.mjs',
    'package-lock.json',
    'docs/sbom.cdx.json',
  ])
    cpSync(path, join(folder, path));
  const lock = join(folder, 'package-lock.json');
  writeFileSync(lock, change(readFileSync(lock, 'utf8')));
  const ran = spawnSync(process.execPath, ['scripts/supply-chain.mjs', '--check'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status: ran.status, said: ran.stderr };
}

it('the bill of materials lists what the lock installs', () => {
  expect(checked((lock) => lock)).toEqual({ status: 0, said: '' });
  const other = checked((lock) => lock.replace('"version": "11.0.1"', '"version": "11.0.2"'));
  expect(other).toEqual({
    status: 1,
    said: 'docs/sbom.cdx.json is out of date: run node scripts/supply-chain.mjs\n',
  });
});

it('a shipped package that gains an install script fails the check', () => {
  const { status, said } = checked((lock) =>
    lock.replace(
      '"node_modules/croner": {',
      '"node_modules/croner": {\n      "hasInstallScript": true,',
    ),
  );
  expect(status).toBe(1);
  expect(said).toContain(
    'node_modules/croner runs a script when Roundsman is installed\ncroner runs a script at install',
  );
});

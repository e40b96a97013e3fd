import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import {
  npmContents,
  keepDownloads,
  layOutDownloads,
  sharedDownloads,
  type DownloadPlaces,
} from '../../src/sandbox/shared-downloads.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

function places(stateDir = temporaryFolder('rm-state-')): DownloadPlaces {
  return { stateDir, packages: temporaryFolder('rm-packages-') };
}

/** Where npm keeps a content of that text. */
function placeOf(text: string): string {
  const hash = createHash('sha512').update(text).digest('hex');
  return join(hash.slice(0, 2), hash.slice(2, 4), hash.slice(4));
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function shared({ stateDir }: DownloadPlaces): readonly string[] {
  const all = readdirSync(sharedDownloads(stateDir), { recursive: true, withFileTypes: true });
  return all.filter((one) => !one.isDirectory()).map((one) => join(one.parentPath, one.name));
}

it('hands on what has the hash that it is named by, as a link that another run reads', async () => {
  const one = places();
  put(join(npmContents(one.packages), placeOf('package')), 'package');
  await keepDownloads(one);
  const next = places(one.stateDir);
  await layOutDownloads(next);
  const laid = join(npmContents(next.packages), placeOf('package'));
  expect(lstatSync(laid).isSymbolicLink()).toBe(true);
  expect(readFileSync(laid, 'utf8')).toBe('package');
  await keepDownloads(next);
  expect(shared(one)).toEqual([join(sharedDownloads(one.stateDir), placeOf('package'))]);
});

it('are marked as used by each run that sees them', async () => {
  const run = places();
  put(join(sharedDownloads(run.stateDir), placeOf('package')), 'package');
  utimesSync(sharedDownloads(run.stateDir), 0, 0);
  await layOutDownloads(run);
  expect(Date.now() - lstatSync(sharedDownloads(run.stateDir)).mtimeMs).toBeLessThan(60_000);
});

it('takes in no content of another hash, no link and nothing of another name, and mends what was spoiled', async () => {
  const run = places();
  const own = npmContents(run.packages);
  const secret = temporaryFolder();
  put(join(secret, placeOf('secret')), 'secret');
  put(join(own, placeOf('package')), 'package');
  put(join(own, placeOf('expected')), 'something else');
  put(join(own, 'aa/bb/config.toml'), 'settings');
  put(join(own, dirname(placeOf('linked')), 'x'), '');
  symlinkSync(join(secret, placeOf('secret')), join(own, placeOf('linked')));
  const [first = ''] = placeOf('secret').split('/');
  if (!existsSync(join(own, first))) symlinkSync(join(secret, first), join(own, first));
  put(join(sharedDownloads(run.stateDir), placeOf('package')), 'spoiled');
  await keepDownloads(run);
  const kept = join(sharedDownloads(run.stateDir), placeOf('package'));
  expect(shared(run)).toEqual([kept]);
  expect(readFileSync(kept, 'utf8')).toBe('package');
});

it('follows no link that stands in place of the folder of npm, neither to read nor to write', async () => {
  const run = places();
  const elsewhere = temporaryFolder();
  put(join(sharedDownloads(run.stateDir), placeOf('package')), 'package');
  symlinkSync(elsewhere, join(run.packages, 'npm'));
  await layOutDownloads(run);
  expect(readdirSync(elsewhere)).toEqual([]);
  const other = places();
  put(join(elsewhere, '_cacache/content-v2/sha512', placeOf('secret')), 'secret');
  symlinkSync(elsewhere, join(other.packages, 'npm'));
  await keepDownloads(other);
  expect(existsSync(sharedDownloads(other.stateDir))).toBe(false);
});

import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { folderTree, watchFolders, type WatchedFolder } from '../../src/platform/folder-watch.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { waitUntil } from '../kit/wait-until.ts';

function watched(path: string): WatchedFolder {
  return { path, inode: lstatSync(path).ino };
}

test('a change in a folder is told with the name, and one in a folder that is not watched is not', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const told: string[] = [];
  const watch = watchFolders((path, name) => void told.push(`${path} ${name}`));
  onTestFinished(() => watch.close());
  expect(watch.set([watched(folder), watched(other)])).toBe(true);
  expect(watch.set([watched(folder)])).toBe(true);
  writeFileSync(join(other, 'b'), '1');
  writeFileSync(join(folder, 'a'), '1');
  await waitUntil(() => (told.length > 0 ? true : null));
  expect(new Set(told)).toEqual(new Set([`${folder} a`]));
});

test('a folder that was made again is watched again', async () => {
  const folder = join(temporaryFolder(), 'inner');
  mkdirSync(folder);
  const told: (string | null)[] = [];
  const watch = watchFolders((_, name) => void told.push(name));
  onTestFinished(() => watch.close());
  watch.set([watched(folder)]);
  renameSync(folder, `${folder}-old`);
  mkdirSync(folder);
  expect(watch.set([watched(folder)])).toBe(true);
  writeFileSync(join(folder, 'fresh'), '1');
  await waitUntil(() => (told.includes('fresh') ? true : null));
  rmSync(folder, { recursive: true });
  expect(watch.set([])).toBe(true);
});

test('a folder that is not there cannot be watched', () => {
  const watch = watchFolders(() => undefined);
  onTestFinished(() => watch.close());
  expect(watch.set([{ path: join(temporaryFolder(), 'none'), inode: 1 }])).toBe(false);
});

test('a tree is a folder with all below it, without what is left out', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  mkdirSync(join(folder, 'skip/c'), { recursive: true });
  writeFileSync(join(folder, 'file'), '1');
  const tree = await folderTree(folder, (name) => name === 'skip');
  expect(tree.map(({ path }) => path)).toEqual([folder, join(folder, 'a'), join(folder, 'a/b')]);
  expect(await folderTree(join(folder, 'none'))).toEqual([]);
  expect(await folderTree(join(folder, 'file'))).toEqual([]);
});

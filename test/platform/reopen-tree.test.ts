import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { reopenFile, reopenTree } from '../../src/platform/reopen-tree.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

function modeOf(path: string): number {
  return statSync(path).mode & 0o7777;
}

describe('opening what a program closed to itself', () => {
  it('gives the owner of folders all rights, at any depth, and takes none away', async () => {
    const root = temporaryFolder();
    const deep = join(root, 'a', 'b');
    mkdirSync(deep, { recursive: true });
    chmodSync(deep, 0o055);
    chmodSync(join(root, 'a'), 0);
    chmodSync(root, 0o1500);
    expect(await reopenTree(root)).toBe(true);
    expect([root, join(root, 'a'), deep].map(modeOf)).toEqual([0o1700, 0o700, 0o755]);
    expect(await reopenTree(root)).toBe(false);
  });

  it('leaves files alone unless it is to open them, and as many as that', async () => {
    const root = temporaryFolder();
    for (const name of ['one', 'two']) writeFileSync(join(root, name), name, { mode: 0 });
    await reopenTree(root);
    expect(['one', 'two'].map((name) => modeOf(join(root, name)))).toEqual([0, 0]);
    await reopenTree(root, { files: 1 });
    expect(
      ['one', 'two'].map((name) => modeOf(join(root, name))).toSorted((a, b) => a - b),
    ).toEqual([0, 0o600]);
    await reopenTree(root, { files: 2 });
    expect(readFileSync(join(root, 'two'), 'utf8')).toBe('two');
  });

  it('neither follows links nor changes what they lead to', async () => {
    const [root, other] = [temporaryFolder(), temporaryFolder()];
    chmodSync(other, 0o500);
    writeFileSync(join(root, 'file'), '', { mode: 0o400 });
    symlinkSync(other, join(root, 'link'));
    symlinkSync('/etc/passwd', join(root, 'file-link'));
    await reopenTree(root, { files: 10 });
    expect(modeOf(other)).toBe(0o500);
    expect(reopenFile(join(root, 'link'))).toBe(false);
    expect(await reopenTree(join(root, 'link'))).toBe(false);
    expect(modeOf(other)).toBe(0o500);
  });

  it('leaves a file alone that has another name, which may lie elsewhere', async () => {
    const [root, other] = [temporaryFolder(), temporaryFolder()];
    for (const [name, mode] of [
      ['key', 0o400],
      ['closed', 0],
    ] as const) {
      writeFileSync(join(other, name), name, { mode });
      linkSync(join(other, name), join(root, name));
    }
    await reopenTree(root, { files: 10 });
    expect(reopenFile(join(root, 'key'))).toBe(false);
    expect(reopenFile(join(root, 'closed'))).toBe(false);
    expect(['key', 'closed'].map((name) => modeOf(join(other, name)))).toEqual([0o400, 0]);
  });

  it('is content with nothing', async () => {
    expect(await reopenTree('/nowhere/at/all')).toBe(false);
    expect(reopenFile('/nowhere/at/all')).toBe(false);
  });
});

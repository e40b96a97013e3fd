import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  createExclusively,
  inspectPath,
  makeFolder,
  readText,
  readTextIfThere,
  writeDurably,
} from '../../src/platform/files.ts';
import { readUntrusted } from '../../src/platform/read-untrusted.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

describe('many small files', () => {
  it.each([
    ['read', readTextIfThere],
    ['looked at', inspectPath],
  ])('leave others their turn while they are %s', async (_, look) => {
    const path = join(temporaryFolder(), 'small');
    writeFileSync(path, 'text');
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for (let at = 0; at < 1_000; at += 1) expect(await look(path)).not.toBeNull();
    clearImmediate(next);
    expect(turns).toBeGreaterThan(10);
  });
});

describe('readUntrusted', () => {
  it('refuses links, pipes, folders and what is too large, and reads a plain file', async () => {
    const folder = temporaryFolder();
    const path = (name: string): string => join(folder, name);
    writeFileSync(path('plain'), 'text');
    symlinkSync('/etc/passwd', path('link'));
    mkdirSync(path('folder'));
    execFileSync('mkfifo', [path('pipe')]);
    const read = async (name: string, max = 100): Promise<unknown> => {
      const result = await readUntrusted(path(name), max);
      return result.kind === 'content' ? result.bytes.toString() : result;
    };
    expect(await read('plain')).toBe('text');
    expect(await read('plain', 3)).toEqual({
      kind: 'refused',
      reason: 'it has 4 bytes, the limit is 3',
    });
    expect(await read('link')).toEqual({ kind: 'refused', reason: 'it is a symbolic link' });
    expect(await read('folder')).toEqual({ kind: 'refused', reason: 'it is not a regular file' });
    expect(await read('pipe')).toEqual({ kind: 'refused', reason: 'it is not a regular file' });
    expect(await read('nothing')).toEqual({ kind: 'nothing' });
  });
});

describe('durable writes', () => {
  it('replace the whole content and leave no temporary file behind', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'record.json');
    await writeDurably(path, 'first');
    await writeDurably(path, 'second');
    expect(await readText(path)).toBe('second');
    expect(readdirSync(folder)).toEqual(['record.json']);
  });

  it('create a file for exactly one of many that try at once', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'claim');
    const won = await Promise.all(
      Array.from({ length: 20 }, (_, index) => createExclusively(path, String(index))),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await readText(path)).toBe(String(won.indexOf(true)));
    expect(readdirSync(folder)).toEqual(['claim']);
  });
});

describe('makeFolder', () => {
  it('makes what is missing above, and is content with what is there', async () => {
    const path = join(temporaryFolder(), 'a', 'b', 'c');
    await makeFolder(path);
    await makeFolder(path);
    expect(readdirSync(join(path, '..'))).toEqual(['c']);
  });

  it('says so where a file stands in the way, instead of trying for ever', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, 'file'))).rejects.toThrow('EEXIST');
    await expect(makeFolder(join(folder, 'file', 'below'))).rejects.toThrow('ENOTDIR');
  });

  it('ends where a file system makes no folders', async () => {
    await expect(makeFolder('/proc/nope/below')).rejects.toThrow(/cannot be made|EROFS|EACCES/);
  });
});

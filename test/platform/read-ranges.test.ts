import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { readRanges } from '../../src/platform/read-ranges.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

it('reads no more than there is, whatever lengths a damaged file tells', async () => {
  const path = join(temporaryFolder(), 'facts');
  writeFileSync(path, 'abcdef');
  const read = await readRanges(path, [
    { offset: 4, length: 4_000_000_000 },
    { offset: 900, length: 4_000_000_000 },
  ]);
  expect(read.map(String)).toEqual(['ef', '']);
});

it('waits at no pipe and follows no link', async () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect((await readRanges(join(folder, 'pipe'), [{ offset: 0, length: 9 }])).map(String)).toEqual([
    '',
  ]);
  symlinkSync('/etc/passwd', join(folder, 'link'));
  await expect(readRanges(join(folder, 'link'), [])).rejects.toThrow('ELOOP');
});

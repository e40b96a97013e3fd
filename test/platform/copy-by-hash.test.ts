import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { copyByHash } from '../../src/platform/read-untrusted.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const OURS = fileURLToPath(
  new URL('../../.build/modules/platform/read-untrusted.js', import.meta.url),
);

function content(bytes: number): { readonly folder: string; readonly sha512: string } {
  const folder = temporaryFolder();
  const data = Buffer.alloc(bytes, 'x');
  writeFileSync(join(folder, 'from'), data);
  return { folder, sha512: createHash('sha512').update(data).digest('hex') };
}

it('copies a file of several pieces whole', async () => {
  const { folder, sha512 } = content(2_500_000);
  const copied = await copyByHash(join(folder, 'from'), join(folder, 'to'), {
    sha512,
    maxBytes: 3_000_000,
  });
  expect(copied).toBe(2_500_000);
  expect(readFileSync(join(folder, 'to')).equals(readFileSync(join(folder, 'from')))).toBe(true);
});

it('leaves nothing of a file that the disk takes only in part', () => {
  const { folder, sha512 } = content(15_000);
  const script = `
    const { copyByHash } = await import(${JSON.stringify(OURS)});
    const known = { sha512: '${sha512}', maxBytes: 100_000 };
    await copyByHash('from', 'to', known).then(console.log, ({ code }) => console.log(code));`;
  // 20 blocks of 512 bytes: as on a full disk, the first write takes less than it is given.
  const bounded = ['-c', 'ulimit -f 20; exec "$@"', 'sh', process.execPath];
  const ran = spawnSync('sh', [...bounded, '--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([ran.stdout.trim(), ran.stderr]).toEqual(['EFBIG', '']);
  expect(readdirSync(folder)).toEqual(['from']);
});

import { mkdtempSync, realpathSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { holdsFileOf } from '../../src/platform/watch-resources.ts';

function folderWithFileOf(bytes: number): string {
  const folder = realpathSync(mkdtempSync('/tmp/rm-limits-'));
  writeFileSync(join(folder, 'a'), '');
  truncateSync(join(folder, 'a'), bytes);
  return folder;
}

it.each([
  [500_000_000, 499_999_744],
  [10_240, 10_240],
])('under a limit of %i bytes, a file of %i met it', async (limit, size) => {
  expect(await holdsFileOf([folderWithFileOf(size)], limit)).toBe(true);
  expect(await holdsFileOf([folderWithFileOf(size - 1)], limit)).toBe(false);
});

it('an empty file tells nothing of a limit below one block', async () => {
  expect(await holdsFileOf([folderWithFileOf(0)], 100)).toBe(false);
});

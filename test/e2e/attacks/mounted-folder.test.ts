/** A run below level `sandbox` may leave something mounted in its worktree: a clean-up is not to follow it there. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../kit/git-repo.ts';

const SCRIPT = `
mount --bind "$1/mine" "$1/trash/worktree/deep/mounted" || exit 3
exec "$2" "$1/remove.mjs"
`;

test('what is mounted in a worktree is not emptied with it, and the rest is named as stuck there', () => {
  const folder = temporaryFolder();
  const mounted = join(folder, 'trash/worktree/deep/mounted');
  mkdirSync(mounted, { recursive: true });
  mkdirSync(join(folder, 'mine/inner'), { recursive: true });
  writeFileSync(join(folder, 'mine/inner/precious'), 'mine');
  writeFileSync(
    join(folder, 'remove.mjs'),
    `import { removeSlowly } from ${JSON.stringify(resolve('.build/modules/platform/remove-slowly.js'))};
const removal = await removeSlowly(${JSON.stringify(join(folder, 'trash'))}, { batch: 10, rest: async () => true });
console.log(JSON.stringify(removal));
`,
  );
  // Mounts of its own, so that nothing of this stays; an ordinary user gets them with a user namespace.
  const asUser = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const words = ['--mount', ...asUser, 'sh', '-c', SCRIPT, 'sh', folder, process.execPath];
  const { stdout, stderr, status } = spawnSync('unshare', words, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toEqual({
    kind: 'stuck',
    path: mounted,
    why: 'something is mounted there',
  });
  expect(existsSync(join(folder, 'mine/inner/precious'))).toBe(true);
});

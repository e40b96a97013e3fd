import { existsSync } from 'node:fs';

import { expect, it } from 'vitest';

import { procMounts } from '../../../src/worktrees/sandbox/proc-mounts.ts';

it('settings of the kernel are read-only, and its memory and keys are empty, where there are any', () => {
  const mounts = new Map(procMounts().map((mount) => [mount.path, mount]));
  expect([...mounts.keys()].filter((path) => !existsSync(path))).toEqual([]);
  const settings = mounts.get('/proc/sys');
  expect(settings).toEqual(
    existsSync('/proc/sys') ? { kind: 'read', path: '/proc/sys' } : undefined,
  );
  const keys = mounts.get('/proc/keys');
  expect(keys).toEqual(
    existsSync('/proc/keys') ? { kind: 'read', path: '/proc/keys', from: '/dev/null' } : undefined,
  );
});

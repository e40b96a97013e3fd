import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import { runIds } from '../../../src/store/files/file-run-store.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

/** The folder's last change lies some time back. */
const later = { ...systemClock, now: () => new Date(Date.now() + 10_000) };

it('lists a folder again only when a name in it changed', async () => {
  const folder = temporaryFolder();
  const [one, two] = [newRunId(new Date(1_000)), newRunId(new Date(2_000))];
  mkdirSync(join(folder, one));
  mkdirSync(join(folder, 'notes'));
  const list = runIds(folder, later);
  const first = await list();
  expect(first).toEqual([one]);
  expect(await list()).toBe(first);
  mkdirSync(join(folder, two));
  expect(await list()).toEqual([two, one]);
  rmdirSync(join(folder, one));
  expect(await list()).toEqual([two]);
});

it('trusts no folder that changed a moment ago', async () => {
  const folder = temporaryFolder();
  const list = runIds(folder, systemClock);
  expect(await list()).not.toBe(await list());
});

it('finds none where there is no folder', async () => {
  expect(await runIds(join(temporaryFolder(), 'runs'), systemClock)()).toEqual([]);
});

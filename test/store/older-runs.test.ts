import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { fileRunStore } from '../../src/store/files/file-run-store.ts';
import { readOlderRuns, writeOlderRuns } from '../../src/store/files/older-runs.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { runIdOf } from '../kit/review-branches.ts';
import { routineId } from '../kit/slots.ts';

const OLDER = {
  routine: routineId('nightly'),
  branch: null,
  endedAt: '2026-11-20T06:00:00.000Z',
  isPart: false,
};

test('ended runs that the index has no place for are told with the branches that they made', async () => {
  const stateDir = temporaryFolder();
  const runs = new Map([
    [runIdOf('one'), { ...OLDER, branch: 'work/one' }],
    [runIdOf('two'), { ...OLDER, endedAt: null, isPart: true }],
  ]);
  await writeOlderRuns(stateDir, runs);
  expect(await readOlderRuns(stateDir)).toEqual(runs);
});

test.each([
  '',
  '{',
  '[]',
  '{"generation":2}',
  '{"generation":2,"runs":[]}',
  '{"generation":2,"runs":{"01kdvrh6t0yyrstzb4rmtctsf0":["nightly",1,null,false]}}',
  '{"generation":1,"runs":{"01kdvrh6t0yyrstzb4rmtctsf0":null}}',
  '{"generation":9,"runs":{}}',
])('a file that holds %j holds none', async (text) => {
  const stateDir = temporaryFolder();
  mkdirSync(join(stateDir, 'cache'), { recursive: true });
  writeFileSync(join(stateDir, 'cache', 'older-runs.json'), text);
  expect(await readOlderRuns(stateDir)).toEqual(new Map());
});

test('what nobody wants is not opened, and what has ended is not asked whether it has', async () => {
  const stateDir = temporaryFolder();
  const ids = Array.from({ length: 150 }, (_, index) => runIdOf(`run ${index}`));
  // Whoever opens one of these finds a record that does not parse.
  for (const id of ids) {
    const path = runPaths(stateDir, id).spec;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{');
  }
  const store = fileRunStore(stateDir, {
    read: async () => new Map(),
    older: async () =>
      new Map(
        ids.map((id, index) => [id, { ...OLDER, branch: index === 7 ? 'work/seven' : null }]),
      ),
    add: async () => undefined,
  });
  const { views, corrupt } = await store.listViews({
    only: ({ branch }) => branch === 'work/seven',
  });
  expect(views).toEqual([]);
  expect(corrupt.map(({ path }) => path)).toEqual([runPaths(stateDir, ids[7] ?? runIdOf('')).spec]);
  expect((await store.listViews({ routine: routineId('weekly') })).corrupt).toEqual([]);
  expect(await store.survey()).toEqual({ unfinished: [], corrupt: [] });
  expect((await store.listViews()).corrupt).toHaveLength(ids.length);
});

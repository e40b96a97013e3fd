import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { fileRunStore } from '../../src/store/files/file-run-store.ts';
import { olderRunsOf, writeOlderRuns, type OlderRun } from '../../src/store/files/run-index.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { runIdOf } from '../kit/review-branches.ts';
import { routineId } from '../kit/slots.ts';

function older(run: Pick<OlderRun, 'id'> & Partial<OlderRun>): OlderRun {
  const endedAt = '2026-09-01T03:00:00.000Z';
  return { routine: 'work', branch: null, endedAt, item: null, part: null, ...run };
}

test('ended runs that the index has no place for are told with the branches that they made', async () => {
  const stateDir = temporaryFolder();
  const runs = new Map([
    [runIdOf('one'), older({ id: runIdOf('one'), branch: 'work/one', item: { key: 'RM-1' } })],
    [runIdOf('two'), older({ id: runIdOf('two'), part: { of: runIdOf('one') } })],
  ]);
  await writeOlderRuns(stateDir, runs);
  expect(await olderRunsOf(stateDir)()).toEqual(runs);
});

test.each([
  '',
  '{',
  '[]',
  '{"generation":3}',
  '{"generation":3,"runs":[]}',
  '{"generation":2,"runs":{"01m8fm0ygyy5x6a1xetwtq4xnx":["work","work/one"]}}',
  '{"generation":3,"runs":{"01m8fm0ygyy5x6a1xetwtq4xnx":"work/one","x":["a",null,null,null,null]}}',
  '{"generation":9,"runs":{}}',
])('a file that holds %j holds none', async (text) => {
  const stateDir = temporaryFolder();
  mkdirSync(join(stateDir, 'cache'), { recursive: true });
  writeFileSync(join(stateDir, 'cache', 'older-runs.json'), text);
  expect(await olderRunsOf(stateDir)()).toEqual(new Map());
});

test('what is not asked for is not opened, and what has ended is not asked whether it has', async () => {
  const stateDir = temporaryFolder();
  const ids = Array.from({ length: 150 }, (_, index) => runIdOf(`run ${index}`));
  // To open one of these is to find a record that does not parse.
  for (const id of ids) {
    const path = runPaths(stateDir, id).spec;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{');
  }
  const store = fileRunStore(stateDir, {
    read: async () => new Map(),
    older: async () =>
      new Map(
        ids.map((id, index) => [
          id,
          older({
            id,
            routine: index === 9 ? 'rare' : 'work',
            branch: index === 7 ? 'work/seven' : null,
          }),
        ]),
      ),
    findOlder: () => async () => undefined,
    forget: async () => undefined,
    add: async () => undefined,
  });
  const { views, corrupt } = await store.listViews({
    only: ({ branch }) => branch === 'work/seven',
  });
  expect(views).toEqual([]);
  expect(corrupt.map(({ path }) => path)).toEqual([runPaths(stateDir, ids[7] ?? runIdOf('')).spec]);
  const rare = await store.listViews({ routine: routineId('rare') });
  expect(rare.corrupt.map(({ path }) => path)).toEqual([
    runPaths(stateDir, ids[9] ?? runIdOf('')).spec,
  ]);
  expect(await store.survey()).toEqual({ unfinished: [], corrupt: [] });
  expect((await store.listViews()).corrupt).toHaveLength(ids.length);
});

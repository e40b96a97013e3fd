import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { newRunId } from '../../src/platform/ids.ts';
import { fileRunStore } from '../../src/store/files/file-run-store.ts';
import { runIndex } from '../../src/store/files/run-index.ts';
import { workspacePaths } from '../../src/store/state-paths.ts';
import type { RunId } from '../../src/words/ids.ts';
import { toRunView } from '../../src/words/run-view.ts';
import type { RunView } from '../../src/words/run.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { runSpec } from '../kit/report-source.ts';
import { routineId } from '../kit/slots.ts';

const RUNS = 3_100;

/** Folders of runs that hold nothing: a list that opens one of them has a run less. */
async function world(): Promise<{
  readonly stateDir: string;
  readonly ids: readonly RunId[];
  readonly store: ReturnType<typeof fileRunStore>;
}> {
  const stateDir = temporaryFolder();
  const base: RunView = { ...toRunView({ spec: runSpec(1), record: null }), state: 'ended' };
  const views = Array.from({ length: RUNS }, (_, number): RunView => {
    const id = newRunId(new Date(Date.UTC(2026, 0, 1) + number * 60_000));
    const routine = routineId(number === 5 ? 'rare' : 'work');
    return { ...base, id, routine, part: null };
  });
  for (const { id } of views)
    mkdirSync(join(workspacePaths(stateDir).runs, id), { recursive: true });
  const index = runIndex(stateDir, systemClock);
  await index.add(views);
  return {
    stateDir,
    ids: views.map(({ id }) => id).toReversed(),
    store: fileRunStore(stateDir, index),
  };
}

function segmentsOf(stateDir: string): readonly string[] {
  return readdirSync(join(workspacePaths(stateDir).cache, 'runs'));
}

it('lists thousands of ended runs without opening one of them', async () => {
  const { stateDir, ids, store } = await world();
  const { views, corrupt } = await store.listViews();
  expect(views.map(({ id }) => id)).toEqual(ids);
  expect(corrupt).toEqual([]);
  expect(segmentsOf(stateDir)).toHaveLength(3);
  const rare = await store.listViews({ routine: routineId('rare'), limit: 1 });
  expect(rare.views.map(({ routine }) => routine)).toEqual(['rare']);
  expect((await store.survey()).unfinished).toEqual([]);
});

it('keeps those that come later in the index until there are enough for another segment', async () => {
  const { stateDir, ids, store } = await world();
  const index = runIndex(stateDir, systemClock);
  const [newest] = (await store.listViews({ limit: 1 })).views;
  if (newest === undefined) throw new TypeError('no run');
  const later = Array.from({ length: 499 }, (_, number) => ({
    ...newest,
    id: newRunId(new Date(Date.UTC(2026, 5, 1) + number * 60_000)),
  }));
  await index.add(later);
  expect(segmentsOf(stateDir)).toHaveLength(3);
  expect((await index.read()).size).toBe(2_499);
  await index.add([{ ...newest, id: newRunId(new Date()) }]);
  expect(segmentsOf(stateDir)).toHaveLength(4);
  expect((await index.read()).size).toBe(2_000);
  expect((await store.listViews()).views).toHaveLength(ids.length);
});

it.each(['', '{', '{"runs":7}'])('a segment that holds %j costs only time', async (text) => {
  const { stateDir, ids, store } = await world();
  const [name = ''] = segmentsOf(stateDir);
  writeFileSync(join(workspacePaths(stateDir).cache, 'runs', name), text);
  const { views } = await store.listViews();
  expect(ids.length - views.length).toBe(
    name.includes(ids.at(-1) ?? '') ? RUNS - 2_000 - 1_000 : 500,
  );
});

it('drops the segments of runs that are gone, and of other generations', async () => {
  const { stateDir, ids, store } = await world();
  const folder = join(workspacePaths(stateDir).cache, 'runs');
  writeFileSync(join(folder, `1-${ids[0]}-${ids[9]}.json`), '{"runs":[]}');
  for (const id of ids.slice(2_500))
    rmSync(join(workspacePaths(stateDir).runs, id), { recursive: true });
  expect((await store.listViews()).views.map(({ id }) => id)).toEqual(ids.slice(0, 2_500));
  await store.survey();
  expect(segmentsOf(stateDir)).toHaveLength(1);
});

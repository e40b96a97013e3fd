import { readdirSync, rmSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { newRunId } from '../../src/platform/ids.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { fileRunStore } from '../../src/store/files/file-run-store.ts';
import { runIndex } from '../../src/store/files/run-index.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { workspacePaths } from '../../src/store/state-paths.ts';
import { isRoutineId, isSlotKey, type RoutineId, type SlotKey } from '../../src/words/ids.ts';
import { RUN_PROTOCOL, type RunSpec } from '../../src/words/run-spec.ts';
import { EMPTY_PROGRESS, type RunRecord } from '../../src/words/run.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { routineNamed } from '../kit/routine.ts';

const NOW = '2026-11-21T02:00:00.000Z';

function routineId(text: string): RoutineId {
  if (!isRoutineId(text)) throw new TypeError(text);
  return text;
}

function slotKey(text: string): SlotKey {
  if (!isSlotKey(text)) throw new TypeError(text);
  return text;
}

function specFor(stateDir: string, routine = 'sweep'): RunSpec {
  const id = newRunId(new Date());
  return {
    protocol: RUN_PROTOCOL,
    id,
    routine: routineNamed(routine),
    definition: { path: '/x.yaml', hash: '0', source: 'working-tree', overrides: [] },
    slot: { key: slotKey(`manual:${id}`), scheduledFor: NOW, trigger: 'manual' },
    event: null,
    inputs: {},
    attempt: 1,
    workspace: { name: 'x', root: '/x', gitDir: '/x/.git', bare: false, stateDir },
    settings: {
      timezone: 'UTC',
      trackReports: false,
      diskFloorBytes: 0,
      engines: {},
      budget: null,
    },
    window: { from: null, to: NOW, uncovered: null },
    admittedAt: NOW,
    admittedBy: ownIdentity(),
    limits: { maxOutputBytes: 1 },
  };
}

function end(stateDir: string, spec: RunSpec): void {
  const record: RunRecord = {
    protocol: RUN_PROTOCOL,
    sequence: 1,
    id: spec.id,
    phase: { kind: 'ended', result: null, endedAt: NOW },
    startedAt: NOW,
    agentExit: null,
    session: null,
    earlier: [],
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: 'nothing to do',
  };
  writeFileSync(runPaths(stateDir, spec.id).state, JSON.stringify(record));
}

describe('the run store', () => {
  it('lists runs newest first, with and without its index, and after the index was torn', async () => {
    const stateDir = temporaryFolder();
    const store = fileRunStore(stateDir, runIndex(stateDir, systemClock));
    const specs = [specFor(stateDir), specFor(stateDir, 'digest'), specFor(stateDir)];
    for (const spec of specs) await store.create(spec);
    for (const spec of specs.slice(0, 2)) end(stateDir, spec);
    const expected = specs.map((spec) => spec.id).toReversed();

    const ids = async (): Promise<readonly string[]> =>
      (await store.listViews()).views.map((view) => view.id);
    expect(await ids()).toEqual(expected);
    const index = workspacePaths(stateDir).index;
    expect(readdirSync(stateDir)).toContain('index.json');
    expect(await ids()).toEqual(expected);
    writeFileSync(index, '{"generation":1,"runs":[{"id":');
    expect(await ids()).toEqual(expected);
    rmSync(index);
    expect(await ids()).toEqual(expected);
    expect((await store.listUnfinished()).map((run) => run.spec.id)).toEqual([specs[2]?.id]);
    expect((await store.listViews({ routine: routineId('digest') })).views).toHaveLength(1);
  });

  it('reports a run whose files do not parse, and lists the others', async () => {
    const stateDir = temporaryFolder();
    const store = fileRunStore(stateDir, runIndex(stateDir, systemClock));
    const good = specFor(stateDir);
    const bad = specFor(stateDir);
    await store.create(good);
    await store.create(bad);
    const path = runPaths(stateDir, bad.id).spec;
    writeFileSync(path, '{"protocol":1,');
    const { views, corrupt } = await store.listViews();
    expect(views.map((view) => view.id)).toEqual([good.id]);
    expect(corrupt).toEqual([{ path, problem: 'it is not JSON' }]);
  });
});

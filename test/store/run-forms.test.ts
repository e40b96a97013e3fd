/** Folders of runs that another Roundsman wrote; `form-1` is one that the first version left, as it was. */
import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { makeFolder } from '../../src/platform/files.ts';
import { parseJson } from '../../src/platform/json.ts';
import { sortUnfinished, verdictOf } from '../../src/runtime/live-runs.ts';
import { fileRunStore } from '../../src/store/files/file-run-store.ts';
import { runIndex } from '../../src/store/files/run-index.ts';
import type { RunStore, StoredRun } from '../../src/store/ports.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { isRunId, type RunId } from '../../src/words/ids.ts';
import { formatOutcome } from '../../src/words/run-outcome.ts';
import { RUN_PROTOCOL } from '../../src/words/run-spec.ts';
import { toRunView } from '../../src/words/run-view.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const FORM_1 = new URL('../fixtures/runs/form-1/', import.meta.url);

type Fields = Record<string, unknown>;

function fixture(name: string): Fields {
  return { ...Object(parseJson(readFileSync(new URL(name, FORM_1), 'utf8'))) };
}

/** A store with that run in it. */
async function storeWith(
  spec: Fields,
  state: Fields | null,
): Promise<{ readonly store: RunStore; readonly id: RunId }> {
  const stateDir = temporaryFolder();
  const id = String(spec['id']);
  if (!isRunId(id)) throw new TypeError(id);
  const paths = runPaths(stateDir, id);
  await makeFolder(paths.folder);
  writeFileSync(paths.spec, JSON.stringify(spec));
  if (state !== null) writeFileSync(paths.state, JSON.stringify(state));
  return { store: fileRunStore(stateDir, runIndex(stateDir, systemClock)), id };
}

async function stored(spec: Fields, state: Fields | null): Promise<StoredRun> {
  const { store, id } = await storeWith(spec, state);
  const run = await store.read(id);
  if (run === null) throw new TypeError('it cannot be read');
  return run;
}

describe('a run of the first form', () => {
  it('is shown whole, and what it did not know yet is filled in', async () => {
    const run = await stored(fixture('spec.json'), fixture('state.json'));
    expect(run.spec.routine).toMatchObject({
      id: 'tidy',
      acceptRisk: null,
      permissions: {
        env: ['SLEEP'],
        network: { allow: [], setup: ['registries'] },
        read: [],
        write: [],
        onDenied: 'report',
      },
    });
    expect(run.spec.settings.diskFloorBytes).toBe(500_000_000);
    expect(run.record).toMatchObject({ sequence: 0, agentExit: { exitCode: 0, denied: [] } });
    const view = toRunView(run);
    expect(view).toMatchObject({
      protocol: 1,
      state: 'ended',
      branch: run.record?.progress.branch,
    });
    expect(view.notices).toEqual([
      'isolation auto is private here: there is no sandbox in this version',
    ]);
  });

  it('that goes on is left to its own supervisor; one that was cut off is interrupted', async () => {
    const running = await stored(fixture('spec.json'), fixture('state.running.json'));
    expect(toRunView(running).notices[0]).toBe(
      'it was begun by an older Roundsman (form 1), whose supervisor finishes it',
    );
    // Its boot is long over.
    expect(verdictOf(running)).toMatchObject({ kind: 'rebooted', lost: true });
    expect(sortUnfinished([running]).orphaned).toEqual([running]);
  });

  it('that never began can be begun', async () => {
    expect(verdictOf(await stored(fixture('spec.json'), null))).toMatchObject({
      kind: 'rebooted',
      finished: [],
      lost: false,
    });
  });
});

describe('a run of a newer form', () => {
  const protocol = RUN_PROTOCOL + 1;

  it('is shown as far as it can be read, and is nobody’s to touch', async () => {
    const { policy: _policy, agent: _agent, ...routine } = Object(fixture('spec.json')['routine']);
    const spec = { ...fixture('spec.json'), protocol, routine: { ...routine, agent: {} } };
    const phase = { kind: 'dreaming', of: 'sheep' };
    const run = await stored(spec, { ...fixture('state.running.json'), protocol, phase });
    expect(sortUnfinished([run])).toEqual({ live: [], resting: [], orphaned: [], foreign: [run] });
    const view = toRunView(run);
    expect(view).toMatchObject({ routine: 'tidy', engine: 'unknown', state: 'queued' });
    expect(view.notices[0]).toBe(
      `it was made by a newer Roundsman (form ${protocol}): shown as far as it can be read, and not touched`,
    );
    expect(formatOutcome(view)).toBe('of a newer Roundsman');
  });

  it('that has ended is shown like any other', async () => {
    const run = await stored(
      { ...fixture('spec.json'), protocol },
      { ...fixture('state.json'), protocol },
    );
    expect(formatOutcome(toRunView(run))).toBe('succeeded, report missing');
  });
});

describe('what is not a run', () => {
  it.each([
    ['a spec that is cut off', '{"protocol":2,"id":', null, 'it is not JSON'],
    ['a spec of something else', '{"protocol":2}', null, 'it is not a record of this kind'],
    ['an empty record', JSON.stringify(fixture('spec.json')), '', 'it is not JSON'],
    [
      'a record of nothing',
      JSON.stringify(fixture('spec.json')),
      '[]',
      'it is not a record of this kind',
    ],
  ])('%s is reported, and stops nothing else', async (...given) => {
    const [, spec, state, problem] = given;
    const { store, id } = await storeWith(fixture('spec.json'), null);
    const stateDir = temporaryFolder();
    const paths = runPaths(stateDir, id);
    await makeFolder(paths.folder);
    writeFileSync(paths.spec, spec);
    if (state !== null) writeFileSync(paths.state, state);
    const broken = fileRunStore(stateDir, runIndex(stateDir, systemClock));
    const path = state === null ? paths.spec : paths.state;
    expect(await broken.survey()).toEqual({ unfinished: [], corrupt: [{ id, path, problem }] });
    expect((await broken.listViews()).corrupt).toEqual([{ path, problem }]);
    expect(await broken.read(id)).toBe(null);
    expect(await store.read(id)).not.toBe(null);
  });
});

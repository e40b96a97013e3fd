import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openRunBook } from '../../src/daemon/run-book.ts';
import { liveRunsOf } from '../../src/runtime/live-runs.ts';
import { openRunStarter } from '../../src/runtime/run-starter.ts';
import { slotSpec } from '../../src/scheduler/build-run-spec.ts';
import { sharedCalendar } from '../../src/scheduler/calendar.ts';
import type { RunStarter } from '../../src/scheduler/contract.ts';
import { isCommitSha, isSlotKey, type CommitSha } from '../../src/words/ids.ts';
import type { Routine } from '../../src/words/routine.ts';
import type { RunSpec } from '../../src/words/run-spec.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import type { ScheduleTrigger } from '../../src/words/trigger.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { paperSupervisor, type PaperSupervisor } from '../kit/paper-supervisor.ts';
import { routineNamed } from '../kit/routine.ts';
import { stillClock } from '../kit/still-clock.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const COMMIT = commitNamed('c'.repeat(40));
const HASH = 'a'.repeat(64);
const SLOT = '2026-11-21T02:00:00.000Z';

interface Here {
  readonly workspace: Workspace;
  readonly starter: RunStarter;
  readonly supervisor: PaperSupervisor;
  readonly started: RunSpec[];
}

async function here(routine: Routine = routineNamed('sweep')): Promise<Here> {
  const repo = gitRepo({ a: 'a' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({ folder: repo.path, env, clock: stillClock() });
  await workspace.definitions.put({
    hash: HASH,
    routine,
    file: 'routines/sweep.yaml',
    settings: {
      timezone: 'Europe/Berlin',
      trackReports: true,
      diskFloorBytes: 0,
      engines: {},
      budget: null,
    },
  });
  await storeEndedRun(workspace, { at: '2026-11-20T02:00:00.000Z' });
  const book = await openRunBook({
    ...workspace,
    onEnded: () => undefined,
    onLook: () => undefined,
  });
  const supervisor = paperSupervisor();
  const started: RunSpec[] = [];
  const starter = openRunStarter({
    workspace,
    by: 'daemon',
    live: async () => liveRunsOf((await book.look()).unfinished),
    specOf: (request) =>
      slotSpec(
        {
          workspace,
          calendar: sharedCalendar(),
          coverageOf: (id) => book.coverageOf(id),
          active: (id) =>
            id === routine.id
              ? { ...routine, definition: HASH, source: 'enabled', triggers: routine.triggers }
              : null,
          commit: () => COMMIT,
        },
        request,
      ),
    supervisor: () => supervisor,
    onStarted: (spec) => void started.push(spec),
  });
  return { workspace, starter, supervisor, started };
}

function slotOf(key: string, change: Partial<SlotRecord> = {}): SlotRecord {
  if (!isSlotKey(key)) throw new TypeError(key);
  return {
    routine: routineNamed('sweep').id,
    slot: { key, scheduledFor: SLOT, trigger: 'schedule' },
    state: { kind: 'due', notBefore: null },
    recordedAt: SLOT,
    changedAt: SLOT,
    definition: HASH,
    event: null,
    inputs: { since: 'yesterday' },
    anyway: false,
    covers: null,
    attempts: 1,
    ...change,
  };
}

function daily(expression: string, timezone: string): ScheduleTrigger {
  return { kind: 'schedule', when: { kind: 'cron', expression }, timezone };
}

describe('a run starter', () => {
  it('makes the run of a slot from its record and the definition that it is pinned to', async () => {
    const { workspace, starter, supervisor, started } = await here();
    const runId = starter.newRunId();
    await starter.start({ runId, record: slotOf(`at:${SLOT}`) });
    expect(supervisor.specs).toEqual(started);
    expect(started).toMatchObject([
      {
        id: runId,
        routine: { id: 'sweep' },
        definition: {
          path: join(workspace.location.root, 'routines/sweep.yaml'),
          hash: HASH,
          source: 'enabled',
          overrides: [],
          commit: COMMIT,
        },
        slot: { key: `at:${SLOT}`, scheduledFor: SLOT, trigger: 'schedule' },
        inputs: { since: 'yesterday' },
        attempt: 1,
        settings: {
          timezone: 'Europe/Berlin',
          trackReports: true,
          diskFloorBytes: 0,
          engines: {},
          budget: null,
        },
        window: { from: '2026-11-20T02:00:00.000Z', to: SLOT, uncovered: null },
      },
    ]);
  });

  it('does nothing the second time, and knows what it made', async () => {
    const { starter, started } = await here();
    const runId = starter.newRunId();
    expect(await starter.has(runId)).toBe(false);
    await starter.start({ runId, record: slotOf(`at:${SLOT}`) });
    await starter.start({ runId, record: slotOf(`at:${SLOT}`) });
    expect(started.length).toBe(1);
    expect(await starter.has(runId)).toBe(true);
  });

  it('reckons a day in the zone of the schedule that made the slot due', async () => {
    const { starter, started } = await here(
      routineNamed('sweep', {
        window: { kind: 'previous-day' },
        triggers: [daily('0 6 * * *', 'Asia/Tokyo'), daily('0 21 * * *', 'America/New_York')],
      }),
    );
    await starter.start({ runId: starter.newRunId(), record: slotOf(`at:${SLOT}`) });
    expect(started[0]?.window).toEqual({
      from: '2026-11-19T05:00:00.000Z',
      to: '2026-11-20T05:00:00.000Z',
      uncovered: null,
    });
  });

  it('covers the time up to now for what a person put into the queue', async () => {
    const { starter, started } = await here();
    const runId = starter.newRunId();
    const slot = { scheduledFor: SLOT, trigger: 'manual' as const };
    const record = slotOf(`manual:${runId}`);
    await starter.start({ runId, record: { ...record, slot: { ...slot, key: record.slot.key } } });
    expect(started[0]?.window.to).toBe('2026-11-21T09:00:00.000Z');
  });

  it('leaves nothing of a run that cannot be made', async () => {
    const { workspace, starter } = await here();
    const record = slotOf(`at:${SLOT}`, { definition: 'b'.repeat(64) });
    const before = readdirSync(join(workspace.location.stateDir, 'runs'));
    await expect(starter.start({ runId: starter.newRunId(), record })).rejects.toMatchObject({
      reason: 'definition-missing',
      message: `the definition that the slot at:${SLOT} of sweep is pinned to, bbbbbbbbbbbb, is not in the state folder`,
    });
    expect(readdirSync(join(workspace.location.stateDir, 'runs'))).toEqual(before);
  });

  it('counts a run as live until its record says that it ended, and stops what has ended without a word', async () => {
    const { starter, supervisor } = await here();
    const runId = starter.newRunId();
    await starter.start({ runId, record: slotOf(`at:${SLOT}`) });
    // The supervisor of paper ends its run at once.
    expect(supervisor.specs.map(({ id }) => id)).toEqual([runId]);
    expect(await starter.live()).toEqual([]);
    await expect(starter.stop(runId, 'terminate', 'newer')).resolves.toBe(undefined);
    await expect(starter.stop(starter.newRunId(), 'cancel', 'newer')).resolves.toBe(undefined);
  });
});

function commitNamed(text: string): CommitSha {
  if (!isCommitSha(text)) throw new TypeError(text);
  return text;
}

import { expect, it } from 'vitest';

import { cancelSlots } from '../../src/scheduler/cancel-slots.ts';
import { isRoutineId, isSlotKey } from '../../src/words/ids.ts';
import { newSlotRecord, type SlotRecord } from '../../src/words/slot.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { stillClock } from '../kit/still-clock.ts';

async function here(): Promise<Workspace> {
  const repo = gitRepo({ 'roundsman.yaml': 'timezone: UTC\n' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  return openWorkspace({ actor: 'ada', folder: repo.path, env, clock: stillClock() });
}

function slotOf(routine: string, key: string, state: SlotRecord['state']): SlotRecord {
  if (!isRoutineId(routine) || !isSlotKey(key)) throw new TypeError(`${routine} ${key}`);
  return newSlotRecord({
    routine,
    slot: { key, scheduledFor: '2026-11-21T02:00:00.000Z', trigger: 'manual' },
    state,
    recordedAt: '2026-11-21T02:00:00.000Z',
    definition: '0'.repeat(64),
  });
}

const QUEUED = { kind: 'queued', reason: 'waits for its turn' } as const;
const MISSED = { kind: 'missed', cause: 'deadline', reason: 'too old' } as const;

async function statesOf({ slots }: Workspace): Promise<readonly string[]> {
  const { records } = await slots.list();
  return records
    .map(({ routine, slot, state }) => `${routine} ${slot.key} ${state.kind}`)
    .toSorted();
}

it('takes what waits of a routine out of the queue, and leaves a record of why', async () => {
  const workspace = await here();
  await workspace.slots.createAll([
    slotOf('sweep', 'manual:1', QUEUED),
    slotOf('sweep', 'manual:2', { kind: 'due', notBefore: null }),
    slotOf('sweep', 'manual:3', MISSED),
    slotOf('tidy', 'manual:1', QUEUED),
  ]);
  const ended = await cancelSlots(workspace, { routine: 'sweep', key: null, reason: 'by ada' });
  expect(ended.map(({ slot }) => slot.key).toSorted()).toEqual(['manual:1', 'manual:2']);
  expect(ended[0]?.state).toEqual({ kind: 'skipped', cause: 'cancelled', reason: 'by ada' });
  expect(await statesOf(workspace)).toEqual([
    'sweep manual:1 skipped',
    'sweep manual:2 skipped',
    'sweep manual:3 missed',
    'tidy manual:1 queued',
  ]);
});

it('takes one slot when its key is named, and says so when none waits', async () => {
  const workspace = await here();
  await workspace.slots.createAll([
    slotOf('sweep', 'manual:1', QUEUED),
    slotOf('sweep', 'manual:2', QUEUED),
  ]);
  await cancelSlots(workspace, { routine: 'sweep', key: 'manual:2', reason: 'by ada' });
  expect(await statesOf(workspace)).toEqual(['sweep manual:1 queued', 'sweep manual:2 skipped']);
  await expect(
    cancelSlots(workspace, { routine: 'sweep', key: 'manual:2', reason: 'by ada' }),
  ).rejects.toThrow('no slot of sweep with the key manual:2 waits');
});

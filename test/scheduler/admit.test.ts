import { describe, expect, it } from 'vitest';

import { admit, type Admitted } from '../../src/scheduler/admit.ts';
import { isRunId, type RunId } from '../../src/words/ids.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import { openSlot, scheduled } from '../kit/plan.ts';
import { scheduleStores } from '../kit/schedule-stores.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');

function runId(last: string): RunId {
  const id = `01kaaaaaaaaaaaaaaaaaaaaaa${last}`;
  if (!isRunId(id)) throw new TypeError(id);
  return id;
}

/** @param start told of each slot whose run is made, with its record as it is stored then */
async function admitted(
  starts: readonly { readonly record: SlotRecord; readonly created: boolean }[],
  {
    before = [],
    start = () => undefined,
  }: {
    readonly before?: readonly SlotRecord[];
    readonly start?: (stored: SlotRecord | null) => void;
  } = {},
): Promise<{ readonly outcome: Admitted; readonly states: readonly string[] }> {
  const stores = scheduleStores();
  const { slots } = stores;
  await slots.createAll(before);
  const starter = {
    start: async ({ record }: { readonly record: SlotRecord }) =>
      start(await slots.read(record.routine, record.slot.key)),
  };
  const outcome = await admit(
    { slots, starter },
    {
      by: 'command',
      now: NOW,
      starts: starts.map((one, at) => ({ ...one, runId: runId(String(at)) })),
    },
  );
  const states = stores
    .records()
    .map(({ slot, state, attempts }) => `${slot.key} ${state.kind} ${attempts}`);
  return { outcome, states };
}

describe('admit', () => {
  const sweep = scheduled('sweep');
  const record = openSlot(sweep, 'manual:one');

  it('has a record say `started` with the id of its run before that run is made', async () => {
    const seen: unknown[] = [];
    const { outcome } = await admitted([{ record, created: false }], {
      start: (stored) => seen.push(stored?.state, stored?.changedAt),
    });
    expect(seen).toEqual([{ kind: 'started', runId: runId('0') }, '2026-11-21T09:00:00.000Z']);
    expect(outcome.started.map((one) => one.runId)).toEqual([runId('0')]);
  });

  it('makes no run for a slot that another process recorded meanwhile', async () => {
    const made: unknown[] = [];
    const { outcome, states } = await admitted([{ record, created: false }], {
      before: [record],
      start: (stored) => made.push(stored),
    });
    expect(made).toEqual([]);
    expect([...outcome.lost]).toEqual(['sweep manual:one']);
    expect(outcome.started).toEqual([]);
    expect(states).toEqual(['manual:one queued 0']);
  });

  it('counts a further run of a slot that has a record', async () => {
    const known = { ...record, attempts: 2 };
    const { states } = await admitted([{ record: known, created: true }], { before: [known] });
    expect(states).toEqual(['manual:one started 3']);
  });

  it('makes the other runs when one cannot be made, whose slot says why', async () => {
    const other = openSlot(sweep, 'manual:two');
    const { outcome, states } = await admitted(
      [
        { record, created: false },
        { record: other, created: false },
      ],
      {
        start: (stored) => {
          if (stored?.slot.key === 'manual:one') throw new Error('no space is left');
        },
      },
    );
    expect(outcome.problems.map(({ message }) => message)).toEqual(['no space is left']);
    expect(outcome.started.map((one) => one.record.slot.key)).toEqual(['manual:two']);
    expect(states).toEqual(['manual:one skipped 0', 'manual:two started 1']);
  });
});

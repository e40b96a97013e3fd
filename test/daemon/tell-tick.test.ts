import { describe, expect, it } from 'vitest';

import { terminalLog } from '../../src/daemon/daemon-log.ts';
import { tellTick } from '../../src/daemon/tell-tick.ts';
import type { Decision } from '../../src/scheduler/contract.ts';
import { isRunId, isSlotKey } from '../../src/words/ids.ts';
import type { SlotRecord, SlotState } from '../../src/words/slot.ts';
import { routineNamed } from '../kit/routine.ts';
import { stillClock } from '../kit/still-clock.ts';

const SWEEP = routineNamed('sweep').id;

function recordOf(minute: number, state: SlotState): SlotRecord {
  const instant = `2026-11-21T09:0${minute}:00.000Z`;
  const key = `at:${instant}`;
  if (!isSlotKey(key)) throw new TypeError(key);
  return {
    routine: SWEEP,
    slot: { key, scheduledFor: instant, trigger: 'schedule' },
    state,
    recordedAt: instant,
    changedAt: instant,
    definition: '0',
    event: null,
    inputs: {},
    anyway: false,
    covers: null,
    attempts: 0,
  };
}

function missed(minute: number): Decision {
  const state = { kind: 'missed', cause: 'deadline', reason: `${minute} min late` } as const;
  return { kind: 'record', record: recordOf(minute, state) };
}

describe('tellTick', () => {
  it('tells what came of each slot, and nothing of those that start', () => {
    const due = recordOf(1, { kind: 'due', notBefore: '2026-11-21T09:01:30.000Z' });
    expect(
      tellTick([
        { kind: 'record', record: due },
        { kind: 'start', record: due, created: true },
        { kind: 'move', record: due, to: { kind: 'queued', reason: 'waits for a place' } },
        missed(2),
      ]),
    ).toEqual([
      {
        level: 'info',
        text: 'sweep at:2026-11-21T09:01:00.000Z: due, not before 2026-11-21T09:01:30.000Z',
      },
      { level: 'info', text: 'sweep at:2026-11-21T09:01:00.000Z: queued, waits for a place' },
      { level: 'warning', text: 'sweep at:2026-11-21T09:02:00.000Z: missed, 2 min late' },
    ]);
  });

  it('tells many slots of a routine that came to the same as one line', () => {
    expect(tellTick([1, 2, 3, 4].map(missed))).toEqual([
      {
        level: 'warning',
        text: 'sweep: 4 slots missed, at:2026-11-21T09:01:00.000Z to at:2026-11-21T09:04:00.000Z; of the last: 4 min late',
      },
    ]);
  });

  it('tells of runs that make room, and of a pause', () => {
    const run = '01m7zct9kbb26vfjzrfgwtce9f';
    const { key } = recordOf(1, { kind: 'due', notBefore: null }).slot;
    if (!isRunId(run)) throw new TypeError(run);
    expect(
      tellTick([
        { kind: 'stop', run, how: 'terminate', routine: SWEEP, forSlot: key },
        { kind: 'pause', pause: { routine: SWEEP, by: 'roundsman', at: '', reason: '5 failures' } },
      ]),
    ).toEqual([
      {
        level: 'info',
        text: 'ending run wtce9f of sweep, for its newer slot at:2026-11-21T09:01:00.000Z',
      },
      { level: 'warning', text: 'paused sweep: 5 failures' },
    ]);
  });
});

describe('the log on a terminal', () => {
  it('is one clean line each, whatever the text holds', () => {
    const lines: string[] = [];
    const log = terminalLog((line) => void lines.push(line), stillClock());
    log.say('info', 'a\u001b[31m\nb');
    log.say('error', 'no');
    expect(lines).toEqual(['2026-11-21 09:00:00  a b\n', '2026-11-21 09:00:00  error: no\n']);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { formatSilence, slotColumns } from '../../src/cli/commands/slots.ts';
import { paintFor } from '../../src/cli/output/style.ts';
import { renderTable } from '../../src/cli/output/table.ts';
import type { ListedSlot, SlotListing } from '../../src/scheduler/list-slots.ts';
import { fileSlotStore } from '../../src/store/files/file-slot-store.ts';
import { slotFileName } from '../../src/store/files/slot-record.ts';
import { slotPaths } from '../../src/store/state-paths.ts';
import { SKIPPED, slotRecord } from '../kit/slots.ts';
import { smallWorkspace } from '../kit/workspace.ts';

const NOW = new Date('2026-11-21T09:30:00.000Z');

function row(change: Partial<ListedSlot>): SlotListing['slots'][number] {
  const slot: ListedSlot = {
    routine: 'todo-sweep',
    key: 'at:2026-11-21T02:00:00.000Z',
    scheduledFor: '2026-11-21T02:00:00.000Z',
    trigger: 'schedule',
    state: 'due',
    reason: null,
    runId: null,
    item: null,
    cause: null,
    notBefore: null,
    covers: null,
    runOutcome: null,
    attempts: 0,
    recorded: true,
    ...change,
  };
  return { slot, run: null };
}

const ROWS = [
  row({ state: 'due', recorded: false, reason: 'not looked at yet: no daemon was running' }),
  row({ notBefore: '2026-11-21T09:33:00.000Z' }),
  row({ state: 'queued', reason: 'group tracker is full' }),
  row({ state: 'started', runId: '01kaaaaaaaaaaaaaaaaa4k2v9x', runOutcome: 'succeeded, quiet' }),
  row({
    state: 'started',
    runId: '01kaaaaaaaaaaaaaaaaa4k2v9x',
    key: 'backfill:2026-11-20T02:00:00.000Z',
    trigger: 'manual',
  }),
  row({
    state: 'missed',
    reason: 'older than its deadline',
    covers: { from: '2026-11-19T02:00:00.000Z', to: '2026-11-21T02:00:00.000Z', count: 12 },
  }),
];

describe('the table of slots', () => {
  it('says of each what came of it', () => {
    const table = renderTable(slotColumns(NOW, 'UTC'), ROWS, {
      paint: paintFor(false),
      width: null,
    });
    expect(table).toBe(`\
DUE                   ROUTINE     ON        STATE     RESULT                                    RUN
2026-11-21 02:00 UTC  todo-sweep  schedule  expected  not looked at yet: no daemon was running  -
2026-11-21 02:00 UTC  todo-sweep  schedule  due       starts in 3 min                           -
2026-11-21 02:00 UTC  todo-sweep  schedule  queued    group tracker is full                     -
2026-11-21 02:00 UTC  todo-sweep  schedule  started   succeeded, quiet                          4k2v9x
2026-11-21 02:00 UTC  todo-sweep  backfill  started   its run is not here any more              4k2v9x
2026-11-21 02:00 UTC  todo-sweep  schedule  missed    12 slots: older than its deadline         -
`);
  });

  it('names the item that a run is for, where there is one', () => {
    const rows = [row({ state: 'queued', reason: 'group tracker is full', item: 'RM-5' }), row({})];
    const paint = paintFor(false);
    expect(renderTable(slotColumns(NOW, 'UTC', rows), rows, { paint, width: null })).toBe(`\
DUE                   ROUTINE     ITEM  ON        STATE   RESULT                 RUN
2026-11-21 02:00 UTC  todo-sweep  RM-5  schedule  queued  group tracker is full  -
2026-11-21 02:00 UTC  todo-sweep  -     schedule  due     starts now             -
`);
  });

  it('fits a terminal of 80 columns', () => {
    const table = renderTable(slotColumns(NOW, 'UTC'), ROWS, { paint: paintFor(false), width: 80 });
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('sums up the silence of a routine', () => {
    const silence = {
      routine: 'todo-sweep',
      slots: 3,
      lastStarted: '2026-11-18T02:00:00.000Z',
      reasons: [
        { words: 'missed (downtime)', count: 2 },
        { words: 'without a record', count: 1 },
      ],
    };
    expect(formatSilence(silence, 'UTC')).toBe(
      'todo-sweep: silent for 3 slots since 2026-11-18 02:00 UTC: 2 missed (downtime), 1 without a record',
    );
    expect(formatSilence({ ...silence, slots: 1, lastStarted: null }, 'UTC')).toBe(
      'todo-sweep: silent for 1 slot, none was started: 2 missed (downtime), 1 without a record',
    );
  });
});

describe('roundsman slots', () => {
  it('says that nothing was due yet, and what to do', () => {
    const workspace = smallWorkspace();
    expect(workspace.roundsman('slots')).toEqual({
      exitCode: 0,
      stdout: 'No slots yet: no daemon is running. Start one: roundsman start\n',
      stderr: '',
    });
    expect(workspace.roundsman('slots', '--json').stdout).toBe('[]\n');
    expect(workspace.roundsman('slots', 'sweep', '--state', 'missed').stdout).toBe(
      'No such slots of sweep.\n',
    );
  });

  it('lists records newest first, and names one that cannot be read', async () => {
    const workspace = smallWorkspace();
    const store = fileSlotStore(workspace.stateDir);
    const [early, late, bad] = ['01', '02', '03'].map((hour) =>
      slotRecord(`2026-11-01T${hour}:00:00.000Z`, { state: SKIPPED }),
    );
    if (early === undefined || late === undefined || bad === undefined)
      throw new TypeError('three');
    await store.createAll([early, late, bad]);
    const path = join(
      slotPaths(workspace.stateDir).records,
      slotFileName(bad.routine, bad.slot.key),
    );
    writeFileSync(path, '{');
    const ran = workspace.roundsman('slots', '--json', '--since', '2026-11-01');
    expect(JSON.parse(ran.stdout)).toMatchObject([
      {
        routine: 'sweep',
        key: late.slot.key,
        state: 'skipped',
        cause: 'overlap',
        reason: 'an earlier run was still going on',
        runId: null,
        item: null,
      },
      { key: early.slot.key },
    ]);
    expect(ran.stderr).toBe(
      `note: 1 slot record cannot be read, the first is ${path}: it is not JSON\n`,
    );
    expect(ran.exitCode).toBe(0);
    const { stdout: table, stderr } = workspace.roundsman('slots', 'sweep', '--limit', '1');
    expect(stderr).toContain('note: 1 of 2; the rest: --all\n');
    expect(table.split('\n')[1]).toBe(
      '2026-11-01 02:00 UTC  sweep    schedule  skipped  an earlier run was still going on  -',
    );
  });

  it.each([
    [['slots', 'NO'], '"NO" cannot be the id of a routine'],
    [['slots', '--since', 'soon'], '--since soon is not a day, an instant or a duration'],
    [['slots', '--state', 'lost'], '--state lost is not a state of a slot'],
    [['slots', '--limit', '0'], '--limit 0 is not a whole number from 1 to 100000'],
  ])('refuses %j', (args, message) => {
    const ran = smallWorkspace().roundsman(...args);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain(message);
  });
});

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { fileScheduleStore } from '../../src/store/files/file-schedule-store.ts';
import { workspacePaths } from '../../src/store/state-paths.ts';
import { idOf, liveRun, openSlot, scheduled } from '../kit/plan.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schedule-store-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const SEVEN = '2026-11-21T07:00:00.000Z';

describe('the schedule in files', () => {
  it('is empty at first', async () => {
    const store = fileScheduleStore(folder);
    expect([await store.readCursor(), await store.readStarts()]).toEqual([
      { plannedTo: null },
      new Map(),
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps the cursor, with the starts of a tick that is under way', async () => {
    const todo = scheduled('todo');
    const { slot } = openSlot(todo, `at:${SEVEN}`);
    const starting = [{ routine: todo.id, key: slot.key, runId: liveRun(todo).id }];
    const store = fileScheduleStore(folder);
    await store.writeCursor({ plannedTo: SEVEN, starting });
    expect(await store.readCursor()).toEqual({ plannedTo: SEVEN, starting });
    await store.writeCursor({ plannedTo: SEVEN });
    expect(await store.readCursor()).toEqual({ plannedTo: SEVEN });
  });

  it('keeps from when each schedule counts, and since when a routine is gone', async () => {
    const starts = new Map([
      [idOf('here'), { schedule: 'a', since: SEVEN }],
      [idOf('gone'), { schedule: 'b', since: SEVEN, gone: { at: SEVEN, plannedTo: null } }],
    ]);
    const store = fileScheduleStore(folder);
    await store.writeStarts(starts);
    expect(await store.readStarts()).toEqual(starts);
  });

  it('passes over what is not an instant, no routine and no start', async () => {
    const paths = workspacePaths(folder);
    const torn = { plannedTo: 'soon', starting: [{ routine: 'A B', key: 'x', runId: 1 }, 7] };
    await writeFile(paths.scheduleCursor, JSON.stringify(torn));
    await writeFile(paths.scheduleStarts, '{"a b":{},"todo":{"schedule":"x","since":"never"}}');
    const store = fileScheduleStore(folder);
    expect(await store.readCursor()).toEqual({ plannedTo: null });
    expect(await store.readStarts()).toEqual(new Map());
  });
});

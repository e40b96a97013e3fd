import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { foldLedger } from '../../src/scheduler/fold-ledger.ts';
import { fileLocks } from '../../src/store/files/file-locks.ts';
import { slotPaths, workspacePaths } from '../../src/store/state-paths.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { SKIPPED, slotKey, slotRecord } from '../kit/slots.ts';
import { stillClock, type StillClock } from '../kit/still-clock.ts';

const DAY_MS = 86_400_000;
const LONG_AGO = new Date('2001-01-01T00:00:00.000Z');

async function opened(): Promise<{ readonly workspace: Workspace; readonly clock: StillClock }> {
  const clock = stillClock('2026-11-21T09:00:00.000Z');
  const state = join(temporaryFolder('rm-state-'), 'state');
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ROUNDSMAN_STATE_DIR: state };
  return {
    workspace: await openWorkspace({ actor: 'ada', folder: gitRepo().path, env, clock }),
    clock,
  };
}

function fold(workspace: Workspace, keepDays: number): ReturnType<typeof foldLedger> {
  const exclusively = fileLocks(workspace.location.stateDir, workspace.clock).admission;
  return foldLedger({ workspace, exclusively, keepSlotsMs: keepDays * DAY_MS });
}

function eventSlot(at: string, payload: string, definition: string): SlotRecord {
  return slotRecord(at, {
    slot: { key: slotKey(`event:webhook:${at}`), scheduledFor: at, trigger: 'webhook' },
    state: SKIPPED,
    event: { kind: 'webhook', id: at, summary: 'x', payload, deployment: null },
    definition,
  });
}

describe('keeping the ledger small', () => {
  it('folds what ended two days ago, in turns, and leaves the rest', async () => {
    const { workspace } = await opened();
    const old = Array.from({ length: 1_200 }, (_, minute) =>
      slotRecord(new Date(Date.UTC(2026, 10, 10, 0, minute)).toISOString(), { state: SKIPPED }),
    );
    const young = slotRecord('2026-11-20T00:00:00.000Z', { state: SKIPPED });
    const open = slotRecord('2026-11-09T00:00:00.000Z');
    await workspace.slots.createAll([...old, young, open]);
    expect(await fold(workspace, 400)).toEqual({ folded: 1_200, droppedMonths: [], sweptFiles: 0 });
    expect(readdirSync(slotPaths(workspace.location.stateDir).records)).toHaveLength(2);
    expect((await workspace.slots.list()).records).toHaveLength(1_202);
    expect(await workspace.slots.listOpen()).toEqual([open]);
  });

  it('takes payloads and definitions along that nothing names any more, once they are old', async () => {
    const { workspace } = await opened();
    const { definitions, events, ...paths } = workspacePaths(workspace.location.stateDir);
    const put = (text: string): Promise<string> => workspace.events.put(Buffer.from(text));
    const [gone, kept, deployed, active] = [
      await put('gone'),
      await put('kept'),
      await put('deployed'),
      'a'.repeat(64),
    ];
    const [used, unused] = ['1'.repeat(64), '2'.repeat(64)];
    mkdirSync(definitions);
    mkdirSync(paths.deployments);
    for (const hash of [used, unused, active])
      writeFileSync(join(definitions, `${hash}.json`), '{}');
    const all = [gone, kept, deployed].map((hash) => join(events, hash));
    for (const path of [
      ...all,
      ...[used, unused, active].map((hash) => join(definitions, `${hash}.json`)),
    ])
      utimesSync(path, LONG_AGO, LONG_AGO);
    const young = await put('young');
    writeFileSync(
      join(paths.deployments, 'production.json'),
      JSON.stringify({ payload: deployed }),
    );
    writeFileSync(paths.active, JSON.stringify({ routines: [{ definition: active }] }));
    await workspace.slots.createAll([
      eventSlot('2025-08-10T00:00:00.000Z', gone, unused),
      eventSlot('2026-11-10T00:00:00.000Z', kept, used),
    ]);
    expect(await fold(workspace, 400)).toEqual({
      folded: 2,
      droppedMonths: ['2025-08'],
      sweptFiles: 2,
    });
    expect(readdirSync(events)).toEqual([kept, deployed, young].toSorted());
    expect(readdirSync(definitions)).toEqual([`${used}.json`, `${active}.json`].toSorted());
  });

  it('takes none while a record cannot be read, and none that was written lately', async () => {
    const { workspace } = await opened();
    const { stateDir } = workspace.location;
    const hash = await workspace.events.put(Buffer.from('payload'));
    const path = join(workspacePaths(stateDir).events, hash);
    await workspace.slots.create(slotRecord('2020-01-01T00:00:00.000Z', { state: SKIPPED }));
    expect(await fold(workspace, 400)).toMatchObject({ droppedMonths: ['2020-01'], sweptFiles: 0 });
    expect(existsSync(path)).toBe(true);
    await workspace.slots.create(slotRecord('2020-01-01T00:00:00.000Z', { state: SKIPPED }));
    writeFileSync(join(slotPaths(stateDir).records, `sweep.x.${'0'.repeat(24)}.json`), '{');
    const future = { ...workspace, clock: stillClock('2030-01-01T00:00:00.000Z') };
    expect(await fold(future, 400)).toMatchObject({ droppedMonths: ['2020-01'], sweptFiles: 0 });
    expect(existsSync(path)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';

import type { Workspace } from '../../../src/app/contract.ts';
import { dropOldMessages } from '../../../src/app/messages/drop-old-messages.ts';
import { tellMissed } from '../../../src/app/messages/tell-missed.ts';
import { tellPauses } from '../../../src/app/messages/tell-pauses.ts';
import { tellEndedRuns } from '../../../src/app/messages/tell-runs.ts';
import { openWorkspace } from '../../../src/app/open-workspace.ts';
import type { TellParts } from '../../../src/delivery/tell-run.ts';
import { isSlotKey } from '../../../src/domain/ids.ts';
import type { NotifyRule, Occasion } from '../../../src/domain/notify.ts';
import type { SlotRecord } from '../../../src/domain/slot.ts';
import { noProbe } from '../../../src/domain/step-probe.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { writeDurably } from '../../../src/platform/files.ts';
import { messageLock } from '../../../src/store/files/message-lock.ts';
import { runPaths } from '../../../src/store/state-paths.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { messageTo, routineIdOf } from '../../kit/messages.ts';
import { routineNamed } from '../../kit/routine.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const EARLIER = '2026-11-18T09:00:00.000Z';

describe('slots that were missed', () => {
  it('are told together where they were recorded together, once', async () => {
    const { workspace, parts } = await openWorld(['missed']);
    await missed(workspace, ['06:00', '07:00'], '2026-11-21T08:00:00.000Z');
    await missed(workspace, ['08:30'], '2026-11-21T08:59:00.000Z');
    expect(await tellMissed(workspace, parts, EARLIER)).toBe('done');
    expect(await tellMissed(workspace, parts, EARLIER)).toBe('done');
    const told = (await workspace.messages.list()).flatMap(({ contents }) => contents);
    expect(told.map(({ title }) => title).toSorted()).toEqual(['1 slot missed', '2 slots missed']);
    expect(told.map(({ tone }) => tone)).toEqual(['bad', 'bad']);
  });

  it('wait a moment, until all of them are recorded', async () => {
    const { workspace, parts } = await openWorld(['missed']);
    await missed(workspace, ['08:30'], '2026-11-21T08:59:58.000Z');
    expect(await tellMissed(workspace, parts, EARLIER)).toBe('more');
    expect(await workspace.messages.list()).toEqual([]);
  });

  it('are told to nobody where no rule asks for it', async () => {
    const { workspace, parts } = await openWorld(['failure']);
    await missed(workspace, ['06:00'], '2026-11-21T08:00:00.000Z');
    await tellMissed(workspace, parts, EARLIER);
    expect(await workspace.messages.list()).toEqual([]);
  });
});

describe('a pause', () => {
  it('after failures is told once; one of a person never', async () => {
    const { workspace, parts, find } = await openWorld(['paused']);
    const pause = { routine: routineIdOf('sweep'), at: NOW, reason: '5 failures in a row' };
    await workspace.pauses.write({ ...pause, by: 'ana' });
    await tellPauses(workspace, parts, find);
    expect(await workspace.messages.list()).toEqual([]);
    await workspace.pauses.write({ ...pause, by: 'roundsman' });
    await tellPauses(workspace, parts, find);
    await tellPauses(workspace, parts, find);
    const told = (await workspace.messages.list()).flatMap(({ contents }) => contents);
    expect(told).toMatchObject([{ title: 'paused after failures', key: `paused:sweep:${NOW}` }]);
  });
});

describe('a run that nobody told of', () => {
  it('is told from its record, with its report, once', async () => {
    const { workspace, parts } = await openWorld([]);
    const spec = await storeEndedRun(workspace, {
      at: '2026-11-21T08:00:00.000Z',
      result: { execution: 'lost', report: 'missing' },
    });
    const notify = rulesFor(['failure']);
    const stored = { ...spec, routine: routineNamed('sweep', { notify }) };
    const paths = runPaths(workspace.location.stateDir, spec.id);
    await writeDurably(paths.spec, JSON.stringify(stored));
    await writeDurably(paths.report, '---\nid: x\n---\n# Lost\n\n![x](https://evil.example/?a)\n');
    for (const seen of [new Set<string>(), new Set<string>()])
      await tellEndedRuns(workspace, parts, { since: EARLIER, seen });
    const told = (await workspace.messages.list()).flatMap(({ contents }) => contents);
    expect(told).toMatchObject([
      {
        key: `run:${spec.id}`,
        occasions: ['failure'],
        title: 'lost, report missing',
        tone: 'bad',
        markdown: '# Lost\n\n[x](https://evil.example/?a)\n',
        run: { id: spec.id, outcome: 'lost, report missing' },
      },
    ]);
  });
});

describe('old messages', () => {
  it('go when they were sent or dropped, and stay when they were not', async () => {
    const { workspace } = await openWorld([]);
    const at = '2026-08-01T00:00:00.000Z';
    const file = { kind: 'file', folder: '/x' } as const;
    const states = [
      { kind: 'sent', at, receipt: '', again: false },
      { kind: 'dropped', at, why: 'x' },
      { kind: 'given-up', at, failure: 'x' },
      { kind: 'sent', at: NOW, receipt: '', again: false },
    ] as const;
    for (const [index, state] of states.entries())
      await workspace.messages.create(messageTo(file, { id: `M-00000000000${index}`, state }));
    await dropOldMessages(workspace);
    expect(await workspace.messages.listIds()).toEqual(['M-000000000002', 'M-000000000003']);
  });
});

interface World {
  readonly workspace: Workspace;
  readonly parts: TellParts;
  readonly find: Parameters<typeof tellPauses>[2];
}

const HASH = 'a'.repeat(64);

async function openWorld(on: readonly Occasion[]): Promise<World> {
  const repo = gitRepo({ 'README.md': '# x\n' });
  const home = temporaryFolder('rm-home-');
  const env = { PATH: process.env['PATH'], HOME: home, ROUNDSMAN_STATE_DIR: `${home}/state` };
  const opened = await openWorkspace({ folder: repo.path, env, clock: systemClock });
  const workspace = { ...opened, clock: { ...systemClock, now: () => new Date(NOW) } };
  const routine = routineNamed('sweep', { notify: rulesFor(on) });
  await workspace.definitions.put({
    hash: HASH,
    routine,
    file: 'routines/sweep.yaml',
    settings: {
      timezone: 'UTC',
      trackReports: false,
      diskFloorBytes: 0,
      engines: {},
      budget: null,
    },
  });
  const exclusively = messageLock(workspace.location.stateDir, systemClock);
  const { id, name, triggers, policy } = routine;
  return {
    workspace,
    parts: { ...workspace, exclusively, probe: noProbe },
    find: () => ({ id, name, definition: HASH, source: 'ref', enabled: true, triggers, policy }),
  };
}

function rulesFor(on: readonly Occasion[]): readonly NotifyRule[] {
  const targets = [{ kind: 'file', folder: '~/digests' }] as const;
  return [{ on, targets, failureAfter: 1, cooldownMs: 0, quietHours: null, gatherAt: null }];
}

async function missed(
  workspace: Workspace,
  times: readonly string[],
  changedAt: string,
): Promise<void> {
  for (const time of times) {
    const scheduledFor = `2026-11-21T${time}:00.000Z`;
    const key = `at:2026-11-21T${time}:00Z`;
    if (!isSlotKey(key)) throw new TypeError(key);
    const record: SlotRecord = {
      routine: routineIdOf('sweep'),
      slot: { key, scheduledFor, trigger: 'schedule' },
      state: { kind: 'missed', cause: 'downtime', reason: 'no daemon ran' },
      recordedAt: changedAt,
      changedAt,
      definition: HASH,
      event: null,
      inputs: {},
      anyway: false,
      covers: null,
      attempts: 0,
    };
    await workspace.slots.create(record);
  }
}

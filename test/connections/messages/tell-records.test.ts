import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

import { dropOldMessages } from '../../../src/connections/messages/drop-old-messages.ts';
import {
  tellEndedRuns,
  tellMissed,
  tellNews,
  tellPauses,
} from '../../../src/connections/messages/tell-news.ts';
import type { TellParts } from '../../../src/connections/tell-run.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { makeFolder, writeDurably } from '../../../src/platform/files.ts';
import { fileLocks } from '../../../src/store/files/file-locks.ts';
import { runPaths } from '../../../src/store/run-folder/run-paths.ts';
import { findingLedgerPath } from '../../../src/store/state-paths.ts';
import { isSlotKey } from '../../../src/words/ids.ts';
import type { NotifyRule, Occasion } from '../../../src/words/notify.ts';
import type { RunSpec } from '../../../src/words/run-spec.ts';
import type { SlotRecord } from '../../../src/words/slot.ts';
import { noProbe } from '../../../src/words/step-probe.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { messageTo, routineIdOf } from '../../kit/messages.ts';
import { routineNamed } from '../../kit/routine.ts';
import { type StoredRunOptions, storeEndedRun } from '../../kit/stored-run.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const EARLIER = '2026-11-18T09:00:00.000Z';

describe('slots that were missed', () => {
  it('are told together where they were recorded together, once', async () => {
    const { workspace, parts } = await openWorld(['missed']);
    await missed(workspace, ['06:00', '07:00'], '2026-11-21T08:00:00.000Z');
    await missed(workspace, ['08:30'], '2026-11-21T08:59:00.000Z');
    const all = { more: false, problems: [] };
    expect(await tellMissed(workspace, parts, EARLIER)).toEqual(all);
    expect(await tellMissed(workspace, parts, EARLIER)).toEqual(all);
    const told = (await workspace.messages.list()).flatMap(({ contents }) => contents);
    expect(told.map(({ title }) => title).toSorted()).toEqual(['1 slot missed', '2 slots missed']);
    expect(told.map(({ tone }) => tone)).toEqual(['bad', 'bad']);
  });

  it('wait a moment, until all of them are recorded', async () => {
    const { workspace, parts } = await openWorld(['missed']);
    await missed(workspace, ['08:30'], '2026-11-21T08:59:58.000Z');
    expect(await tellMissed(workspace, parts, EARLIER)).toMatchObject({ more: true });
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
    await tellPauses(workspace, parts, { find, since: EARLIER });
    expect(await workspace.messages.list()).toEqual([]);
    await workspace.pauses.write({ ...pause, by: 'roundsman' });
    await tellPauses(workspace, parts, { find, since: EARLIER });
    await tellPauses(workspace, parts, { find, since: EARLIER });
    const told = (await workspace.messages.list()).flatMap(({ contents }) => contents);
    expect(told).toMatchObject([{ title: 'paused after failures', key: `paused:sweep:${NOW}` }]);
  });
});

describe('what has stood for longer than three days', () => {
  it('is no news any more: neither a pause nor a wait', async () => {
    const { workspace, parts, find } = await openWorld(['paused', 'waiting']);
    const pause = { routine: routineIdOf('sweep'), reason: 'failures', by: 'roundsman' };
    await workspace.pauses.write({ ...pause, at: '2026-07-21T09:00:00.000Z' });
    const runs = await Promise.all(
      ['2026-11-17T09:00:00.000Z', '2026-11-20T09:00:00.000Z'].map((at) =>
        waitingRun(workspace, at),
      ),
    );
    const news = { since: EARLIER, seen: new Set<string>(), find };
    expect(await tellNews(workspace, parts, news)).toEqual({ more: false, problems: [] });
    expect(await toldKeys(workspace)).toEqual([`waiting:${runs[1]?.id}:0`]);
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

describe('one that cannot be told', () => {
  it('keeps no other run, pause or slot from it, and is named', async () => {
    const { workspace, parts, find } = await openWorld(['failure', 'missed', 'paused']);
    const broken = await failedRun(workspace, '2026-11-21T07:00:00.000Z');
    const whole = await failedRun(workspace, '2026-11-21T08:00:00.000Z');
    // A report that cannot be read as a file.
    mkdirSync(runPaths(workspace.location.stateDir, broken.id).report, { recursive: true });
    await missed(workspace, ['06:00'], '2026-11-21T08:00:00.000Z');
    const pause = { routine: routineIdOf('sweep'), at: NOW, reason: '5 failures in a row' };
    await workspace.pauses.write({ ...pause, by: 'roundsman' });
    const seen = new Set<string>();
    const told = await tellNews(workspace, parts, { since: EARLIER, seen, find });
    expect(told).toMatchObject({ more: true, problems: [{ code: 'EISDIR' }] });
    expect([...seen]).toEqual([whole.id]);
    expect(await toldKeys(workspace)).toEqual([
      'missed:sweep:2026-11-21T08:00:00.000Z',
      `paused:sweep:${NOW}`,
      `run:${whole.id}`,
    ]);
  });

  it('is not a run whose ledger of findings is corrupt: it is told without them', async () => {
    const { workspace, parts, find } = await openWorld(['failure']);
    const { id } = await failedRun(workspace, '2026-11-21T08:00:00.000Z');
    const ledger = findingLedgerPath(workspace.location.stateDir, routineIdOf('sweep'));
    await makeFolder(dirname(ledger));
    await writeDurably(ledger, '{"half');
    const told = await tellNews(workspace, parts, { since: EARLIER, seen: new Set(), find });
    expect(told).toEqual({ more: false, problems: [] });
    expect(await toldKeys(workspace)).toEqual([`run:${id}`]);
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
    const ping = { kind: 'ping', url: { kind: 'env', name: 'PING' } } as const;
    for (const [id, day] of [
      ['M-000000000004', '13'],
      ['M-000000000005', '15'],
    ] as const) {
      const sent = { kind: 'sent', at: `2026-11-${day}T00:00:00.000Z`, receipt: '' } as const;
      const state = { ...sent, again: false };
      await workspace.messages.create(messageTo(ping, { id, state }));
    }
    await dropOldMessages(workspace);
    expect(await workspace.messages.listIds()).toEqual([
      'M-000000000002',
      'M-000000000003',
      'M-000000000005',
    ]);
  });
});

async function failedRun(workspace: Workspace, at: string): Promise<RunSpec> {
  const result = { execution: 'lost', report: 'missing' } as const;
  return runWithRule(workspace, 'failure', { at, result });
}

async function waitingRun(workspace: Workspace, at: string): Promise<RunSpec> {
  const question = { question: 'Which?', options: [], default: null };
  const phase = { kind: 'waiting', question, since: at, until: null } as const;
  return runWithRule(workspace, 'waiting', { at, change: { phase } });
}

async function runWithRule(
  workspace: Workspace,
  on: Occasion,
  options: StoredRunOptions,
): Promise<RunSpec> {
  const spec = await storeEndedRun(workspace, options);
  const notify = rulesFor([on]);
  const stored = { ...spec, routine: routineNamed('sweep', { notify }) };
  await writeDurably(runPaths(workspace.location.stateDir, spec.id).spec, JSON.stringify(stored));
  return stored;
}

async function toldKeys(workspace: Workspace): Promise<readonly string[]> {
  const contents = (await workspace.messages.list()).flatMap((message) => message.contents);
  return contents.map(({ key }) => key).toSorted();
}

interface World {
  readonly workspace: Workspace;
  readonly parts: TellParts;
  readonly find: Parameters<typeof tellPauses>[2]['find'];
}

const HASH = 'a'.repeat(64);

async function openWorld(on: readonly Occasion[]): Promise<World> {
  const repo = gitRepo({ 'README.md': '# x\n' });
  const home = temporaryFolder('rm-home-');
  const env = { PATH: process.env['PATH'], HOME: home, ROUNDSMAN_STATE_DIR: `${home}/state` };
  const opened = await openWorkspace({ actor: 'ada', folder: repo.path, env, clock: systemClock });
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
  const exclusively = fileLocks(workspace.location.stateDir, systemClock).messages;
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

import { describe, expect, it } from 'vitest';

import { runCare } from '../../src/daemon/run-care.ts';
import type { StoredRun } from '../../src/store/ports.ts';
import type { Policy } from '../../src/words/policy.ts';
import type { RunSpec } from '../../src/words/run-spec.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { stillClock } from '../kit/still-clock.ts';
import { storedRun } from '../kit/stored-run-data.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

/** A run of which nothing is recorded yet; admitted by this process unless told otherwise. */
async function silentRun(change: Partial<RunSpec> = {}): Promise<StoredRun> {
  const repo = gitRepo({ a: 'a' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: stillClock(),
  });
  return { spec: { ...(await storeEndedRun(workspace)), ...change }, record: null };
}

describe('care for runs', () => {
  it('sends a supervisor to a run that lost its own, once in half a minute', async () => {
    const run = await silentRun({ admittedBy: { pid: 1, startTime: 'gone', bootId: 'gone' } });
    const clock = stillClock();
    const sent: string[] = [];
    const care = runCare({ clock, send: (id) => void sent.push(id), maxRunning: () => 4 });
    const look = { unfinished: [run], orphaned: [run], resting: [] };
    expect(care(look)).toEqual([run]);
    expect(care(look)).toEqual([]);
    clock.move(30_000);
    expect(care(look)).toEqual([run]);
    expect(sent).toEqual([run.spec.id, run.spec.id]);
  });

  it('waits for half a minute for one whose supervisor is on its way', async () => {
    const run = await silentRun();
    const clock = stillClock();
    const care = runCare({ clock, send: () => undefined, maxRunning: () => 4 });
    const look = { unfinished: [run], orphaned: [], resting: [] };
    expect(care(look)).toEqual([]);
    clock.move(29_999);
    expect(care(look)).toEqual([]);
    clock.move(1);
    expect(care(look)).toEqual([run]);
  });

  it('sends one to a run whose rest is over, not before, and again after its next rest', () => {
    const clock = stillClock();
    const now = clock.now().getTime();
    const sent: string[] = [];
    const care = runCare({ clock, send: (id) => void sent.push(id), maxRunning: () => 4 });
    const early = parkedRun('a', now + 1);
    expect(care(lookAt(early))).toEqual([]);
    const due = parkedRun('a', now);
    expect(care(lookAt(due))).toEqual([due]);
    expect(care(lookAt(due))).toEqual([]);
    expect(sent).toEqual([due.spec.id]);
  });

  it('lets no more of those go on that waited for one reset than have a place', () => {
    const clock = stillClock();
    const now = clock.now().getTime();
    const runs = [parkedRun('a', now, 1), parkedRun('b', now, 2), parkedRun('c', now, 3)] as const;
    const care = runCare({ clock, send: () => undefined, maxRunning: () => 2 });
    expect(care(lookAt(...runs))).toEqual(runs.slice(0, 2));
    expect(care(lookAt(...runs))).toEqual([]);
    // The first two have ended.
    expect(care(lookAt(runs[2]))).toEqual([runs[2]]);
  });

  it('lets one of a full group wait, unless a person wants it to continue', () => {
    const clock = stillClock();
    const now = clock.now().getTime();
    const policy = { concurrency: { group: 'writers', max: 1 } };
    const first = parkedRun('a', now, 1, policy);
    const second = parkedRun('b', now, 2, policy);
    const wanted: StoredRun = { ...second, wish: { kind: 'go-on', by: 'ada', at: '' } };
    const care = runCare({ clock, send: () => undefined, maxRunning: () => 9 });
    expect(care(lookAt(first, second))).toEqual([first]);
    expect(care(lookAt(first, wanted))).toEqual([wanted]);
  });
});

function lookAt(...resting: readonly StoredRun[]): Parameters<ReturnType<typeof runCare>>[0] {
  return { unfinished: resting, orphaned: [], resting };
}

/* oxlint-disable-next-line eslint/max-params -- whose run, until when, which, and its rules */
function parkedRun(
  routine: string,
  until: number,
  number = 1,
  policy: Partial<Policy> = {},
): StoredRun {
  const { spec, record } = storedRun({ routine, at: `2026-11-21T02:00:0${number}.000Z` });
  if (record === null) throw new TypeError(routine);
  const since = '2026-11-21T02:00:00.000Z';
  const phase = {
    kind: 'parked',
    until: new Date(until).toISOString(),
    since,
    reason: '',
  } as const;
  return {
    spec: { ...spec, routine: { ...spec.routine, policy: { ...spec.routine.policy, ...policy } } },
    record: { ...record, phase, rests: 1 },
  };
}

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { isRoutineId, isSlotKey } from '../../src/words/ids.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const TIDY =
  'on: { schedule: "0 7 * * 1-5" }\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';

function project(): TestWorkspace {
  return workspaceOf(
    gitRepo({
      'roundsman.yaml': 'timezone: UTC\n',
      'routines/tidy.yaml': TIDY,
      'routines/sweep.yaml': TIDY,
    }),
  );
}

async function queue(workspace: TestWorkspace, id: string, key: string): Promise<void> {
  if (!isRoutineId(id) || !isSlotKey(key)) throw new Error(`${id} ${key}`);
  const { slots } = await openWorkspace({
    actor: 'ada',
    folder: workspace.repo.path,
    env: { PATH: process.env['PATH'], ROUNDSMAN_STATE_DIR: workspace.stateDir },
    clock: systemClock,
  });
  const record: SlotRecord = {
    routine: id,
    slot: { key, scheduledFor: '2026-11-20T07:00:00.000Z', trigger: 'schedule' },
    state: { kind: 'queued', reason: 'one runs' },
    recordedAt: '2026-11-20T07:00:00.000Z',
    changedAt: '2026-11-20T07:00:00.000Z',
    definition: 'a'.repeat(64),
    event: null,
    inputs: {},
    anyway: false,
    covers: null,
    attempts: 0,
  };
  await slots.create(record);
}

function pauseOf(workspace: TestWorkspace, id: string): unknown {
  const all: readonly { readonly id: string; readonly paused: boolean; readonly pause: unknown }[] =
    JSON.parse(workspace.roundsman('list', '--json').stdout);
  const found = all.find((one) => one.id === id);
  return found?.paused === true ? found.pause : null;
}

describe('next and a pause', () => {
  it('leaves out what is paused, begins after an end of it, and says so of one routine', () => {
    const workspace = project();
    const from = ['--from', '2026-11-20T00:00:00Z', '--count', '2'];
    workspace.roundsman('pause', 'tidy', '--reason', 'code freeze');
    const all = workspace.roundsman('next', ...from);
    expect(all.stdout.match(/^\w+/gm)).toEqual(['ROUTINE', 'sweep', 'sweep']);
    expect(all.stderr).toBe('note: left out: 1 paused (roundsman resume --all)\n');
    const one = workspace.roundsman('next', 'tidy', ...from);
    expect(one.stdout).toContain('2026-11-20T07:00Z');
    expect(one.stderr).toMatch(
      /^note: tidy is paused by \S+: its slots start nothing \(roundsman resume tidy\)\n/,
    );
    workspace.roundsman('resume', 'tidy');
    workspace.roundsman('pause', 'tidy', '--until', '2099-01-01T07:00:00Z');
    workspace.roundsman('pause', 'sweep');
    expect(workspace.roundsman('next', ...from).stdout).toContain('2099-01-01T07:00Z');
    workspace.roundsman('resume', 'tidy');
    workspace.roundsman('pause', 'tidy');
    expect(workspace.roundsman('next').stdout).toBe(
      'No slots ahead: every routine that starts by itself is paused.\n',
    );
  });
});

describe('pause', () => {
  it('keeps by whom, when and why, names what will be skipped, and shows in the list', async () => {
    const workspace = project();
    await queue(workspace, 'tidy', 'at:2026-11-20T07:00:00.000Z');
    const { stdout, exitCode } = workspace.roundsman('pause', 'tidy', '--reason', 'code freeze');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      'paused tidy: code freeze; 1 slot of it waits\n  will be skipped: at:2026-11-20T07:00:00.000Z\n',
    );
    expect(pauseOf(workspace, 'tidy')).toMatchObject({ reason: 'code freeze' });
    expect(workspace.roundsman('list').stdout).toMatch(
      /^tidy .* paused +never +paused by \S+ since just now: code freeze$/m,
    );
    expect(JSON.parse(workspace.roundsman('list', '--json').stdout)[1]).toMatchObject({
      id: 'tidy',
      active: true,
      paused: true,
      next: null,
    });
  });

  it('stays as it is when it is given again, but for another reason', () => {
    const workspace = project();
    workspace.roundsman('pause', 'tidy', '--reason', 'first');
    const first = pauseOf(workspace, 'tidy');
    expect(workspace.roundsman('pause', 'tidy').stdout).toMatch(
      /^tidy is paused already, by \S+ since just now: first\n$/,
    );
    expect(pauseOf(workspace, 'tidy')).toEqual(first);
    expect(workspace.roundsman('pause', 'tidy', '--reason', 'second').stdout).toBe(
      'paused tidy: second\n',
    );
  });

  it.each([
    [['tidy', 'for', '1w'], 7 * 24],
    [['tidy', '7d'], 7 * 24],
    [['tidy', '--for', '2 hours'], 2],
  ])('lasts as long as it says: %j', (words, hours) => {
    const workspace = project();
    const { stdout, exitCode } = workspace.roundsman('pause', ...words);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^paused tidy until \w{3} \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC\n$/),
    ]);
    const [, listed] = JSON.parse(workspace.roundsman('list', '--json').stdout);
    const left = (Date.parse(listed.pause.until) - Date.now()) / 3_600_000;
    expect(left).toBeGreaterThan(hours - 0.1);
    expect(left).toBeLessThanOrEqual(hours);
    expect(Date.parse(listed.next)).toBeGreaterThanOrEqual(Date.parse(listed.pause.until));
    expect(workspace.roundsman('list').stdout).toMatch(/paused by \S+ since just now until \w{3} /);
    expect(workspace.roundsman('status').stdout).toMatch(/paused +tidy \(by \S+ until \w{3} /);
    expect(workspace.roundsman('pause', 'tidy', '--reason', 'x').stdout).toBe('paused tidy: x\n');
  });

  it('without a name pauses all, with or without an end, and resume all again', () => {
    const workspace = project();
    for (const [words, end] of [
      [[], ''],
      [['for', '1w'], ' until .*'],
      [['--until', '2099-01-05'], ' until Mon 2099-01-05 .*'],
    ] as const) {
      expect(workspace.roundsman('pause', ...words).stdout).toMatch(
        new RegExp(`^paused sweep${end}\npaused tidy${end}\n$`),
      );
      expect(workspace.roundsman('resume').stdout).toMatch(/^resumed sweep .*\nresumed tidy .*\n$/);
    }
    expect(workspace.roundsman('resume').stdout).toBe('Nothing is paused.\n');
  });

  it('skips the next slot alone', () => {
    const workspace = project();
    const [first, second] = JSON.parse(workspace.roundsman('next', 'tidy', '--json').stdout);
    expect(workspace.roundsman('pause', 'tidy', '--once').stdout).toMatch(
      new RegExp(`^tidy skips its next slot, \\w{3} ${first.slice(0, 10)} 07:00 UTC\n$`),
    );
    const [, listed] = JSON.parse(workspace.roundsman('list', '--json').stdout);
    expect(listed).toMatchObject({ paused: true, next: second });
    expect(workspace.roundsman('pause', 'tidy', '--once', '--for', '1w').stderr).toMatch(
      /^error: --once is an end of its own\n/,
    );
    workspace.repo.commit({
      files: { 'routines/tidy.yaml': TIDY.replace(/on: .*/, 'on: manual') },
    });
    workspace.roundsman('resume', 'tidy');
    expect(workspace.roundsman('pause', 'tidy', '--once').stderr).toBe(
      'error: tidy has no slot ahead that could be skipped\nhint: See the coming slots: roundsman next\n',
    );
    expect(workspace.roundsman('pause', '--all', '--once').stdout).toMatch(
      /^sweep skips [^\n]*\n$/,
    );
  });

  it('takes a day behind the name as its end', () => {
    const workspace = project();
    expect(workspace.roundsman('pause', 'tidy', 'monday').stdout).toMatch(/^paused tidy until /);
  });

  it('refuses an end that has passed or is none, and pauses nothing', () => {
    const workspace = project();
    expect(workspace.roundsman('pause', 'tidy', '--until', '2026-01-01').stderr).toContain(
      'error: --until 2026-01-01 has passed',
    );
    expect(workspace.roundsman('pause', 'tidy', 'until', 'the', 'merge').stderr).toContain(
      'error: --until the merge is not a day, an instant or a duration',
    );
    expect(pauseOf(workspace, 'tidy')).toBeNull();
  });

  it('promises nothing of later routines where each was paused alone before', () => {
    const workspace = project();
    for (const id of ['sweep', 'tidy']) workspace.roundsman('pause', id);
    const { stdout } = workspace.roundsman('pause', '--all');
    expect(stdout).toMatch(/^sweep is paused already, .*\ntidy is paused already, .*\n$/);
  });

  it('takes all that are active, and also one that is not yet', () => {
    const workspace = project();
    expect(workspace.roundsman('pause', '--all').stdout).toBe(
      'paused sweep\npaused tidy\nA routine that is committed later is paused with them.\n',
    );
    workspace.repo.write('routines/third.yaml', TIDY);
    expect(workspace.roundsman('pause', 'third').stdout).toBe(
      'paused third (it is not active yet; the pause counts once it is)\n',
    );
  });

  it('is what `why` says first, and that no daemon runs, also of what never ran', () => {
    const workspace = project();
    const why = (): string => {
      const { stdout, stderr, exitCode } = workspace.roundsman('why', 'tidy');
      expect([exitCode, stderr.split('\n')[0]]).toEqual([3, 'error: tidy has not run yet']);
      return stdout;
    };
    expect(why()).toBe('No daemon is running, so nothing starts by itself: roundsman start\n\n');
    workspace.roundsman('pause', 'tidy', '-m', 'code freeze');
    expect(why()).toMatch(/^tidy is paused by \S+ since just now: code freeze\n$/);
    workspace.roundsman('resume', 'tidy');
    workspace.repo.commit({ files: { 'routines/tidy.yaml': `enabled: false\n${TIDY}` } });
    expect(why()).toBe('tidy is disabled: it starts only by hand\n');
  });

  it('pauses nothing when one of the names is unknown', () => {
    const workspace = project();
    expect(workspace.roundsman('pause', 'tidy', 'tydi').exitCode).toBe(3);
    expect(pauseOf(workspace, 'tidy')).toBeNull();
  });
});

describe('resume', () => {
  it('says the next slot, and does nothing twice', () => {
    const workspace = project();
    workspace.roundsman('pause', 'tidy');
    expect(workspace.roundsman('resume', 'tidy').stdout).toMatch(
      /^resumed tidy \(paused by \S+ just now\); next slot in \d+ (h|d|min)\n$/,
    );
    expect(pauseOf(workspace, 'tidy')).toBeNull();
    expect(workspace.roundsman('resume', 'tidy').stdout).toMatch(
      /^tidy was not paused; next slot in /,
    );
    expect(workspace.roundsman('resume', '--all').stdout).toBe('Nothing is paused.\n');
    expect(workspace.roundsman('resume', 'tydi').exitCode).toBe(3);
  });

  it('says of a routine that its own file keeps it from starting', () => {
    const workspace = project();
    workspace.repo.commit({ files: { 'routines/off.yaml': `enabled: false\n${TIDY}` } });
    expect(workspace.roundsman('pause', 'off').stdout).toBe(
      'paused off (its file has `enabled: false` already: it starts only by hand)\n',
    );
    const byHand = 'it starts only by hand: roundsman edit off --set enabled=true changes that\n';
    expect(workspace.roundsman('resume', 'off').stdout).toMatch(/^resumed off /);
    expect(workspace.roundsman('resume', 'off').stdout).toBe(`off was not paused; ${byHand}`);
  });

  it('takes all that are paused, also one that is gone by now', () => {
    const workspace = project();
    workspace.roundsman('pause', '--all');
    workspace.repo.commit({ files: { 'routines/sweep.yaml': null } });
    const { stdout } = workspace.roundsman('resume', '--all', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 'sweep', outcome: 'resumed', active: false, next: null },
      { id: 'tidy', outcome: 'resumed', active: true },
    ]);
  });
});

describe('a reason', () => {
  it('comes to one clean line', () => {
    const workspace = project();
    const reason = 'a\u001b[2Kb\u202e\nc';
    expect(workspace.roundsman('pause', 'tidy', '--reason', reason).stdout).toBe(
      'paused tidy: ab c\n',
    );
  });
});

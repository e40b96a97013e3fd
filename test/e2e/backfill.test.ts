/** Slots of the past and runs by hand that a daemon starts, one after another, each with its own window. */
import { describe, expect, it, onTestFinished } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { agentProgram } from '../kit/agent-program.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const DAY = 86_400_000;

/** Midnight UTC, that many days ago. */
function daysAgo(days: number): string {
  return new Date(Math.floor(Date.now() / DAY) * DAY - days * DAY).toISOString();
}

function scheduled(): TestWorkspace {
  const agent = JSON.stringify(agentProgram('noop'));
  return workspaceOf(
    gitRepo({
      'roundsman.yaml': 'timezone: UTC\n',
      'routines/sweep.yaml': `on: { schedule: "0 0 * * *" }\nwindow: { since: last-success }\nagent: { engine: command, command: ${agent}, prompt: Look around. }\n`,
    }),
  );
}

function runsOf(workspace: TestWorkspace): readonly RunView[] {
  return JSON.parse(workspace.roundsman('runs', '--json').stdout);
}

describe('backfill', () => {
  it('queues each instant once, and a daemon runs them oldest first, each from where the one before ended', async () => {
    const workspace = scheduled();
    const stretch = ['--from', daysAgo(3), '--to', daysAgo(1)];
    const dry = workspace.roundsman('backfill', 'sweep', ...stretch, '--dry-run');
    expect(dry.stdout).toContain('  to queue');
    expect(dry.stdout).toMatch(/\nWould queue 3 slots, left out 0\.\n$/);
    const first = workspace.roundsman('backfill', 'sweep', ...stretch);
    expect(first.stdout).toMatch(/\nQueued 3 slots, left out 0\.\n$/);
    expect(first.stderr).toBe(
      'note: no daemon runs here, so 3 slots wait until one does: roundsman start\n',
    );
    expect(workspace.roundsman('backfill', 'sweep', ...stretch).stdout).toMatch(
      /waits in the queue already\nQueued 0 slots, left out 3\.\n$/,
    );

    workspace.roundsman('start', '--detach');
    onTestFinished(() => void workspace.roundsman('stop'));
    const runs = await waitUntil(() => {
      const all = runsOf(workspace);
      return all.length === 3 && all.every(({ state }) => state === 'ended') ? all : null;
    });
    workspace.roundsman('stop');
    expect(
      runs
        .toReversed()
        .map(({ slot, window, result }) => [slot.key, window.from, result?.execution]),
    ).toEqual([
      [`backfill:${daysAgo(3)}`, daysAgo(10), 'succeeded'],
      [`backfill:${daysAgo(2)}`, daysAgo(3), 'succeeded'],
      [`backfill:${daysAgo(1)}`, daysAgo(2), 'succeeded'],
    ]);
    const done = JSON.parse(workspace.roundsman('backfill', 'sweep', ...stretch, '--json').stdout);
    expect(done).toMatchObject({ routine: 'sweep', queued: [], daemon: true });
    expect(done.leftOut.map(({ reason }: { reason: string }) => reason)).toEqual(
      Array.from({ length: 3 }, () => 'had a run that went well'),
    );
    const again = workspace.roundsman('backfill', 'sweep', ...stretch, '--again', '--json');
    expect(JSON.parse(again.stdout).queued.map(({ key }: { key: string }) => key)).toEqual(
      [3, 2, 1].map((days) => `backfill:${daysAgo(days)}:2`),
    );
  });

  it('says what is wrong with a stretch or a routine', () => {
    const workspace = scheduled();
    const { repo } = workspace;
    repo.write('routines/fresh.yaml', 'on: { schedule: "0 0 * * *" }\ncollect: [todos]\n');
    repo.commit({
      files: {
        'routines/manual.yaml': 'on: manual\ncollect: [todos]\nagent: { engine: builtin }\n',
        'routines/off.yaml':
          'enabled: false\non: { schedule: "0 0 * * *" }\ncollect: [todos]\nagent: { engine: builtin }\n',
        'routines/fresh.yaml': null,
      },
    });
    repo.write('routines/fresh.yaml', 'on: manual\ncollect: [todos]\nagent: { engine: builtin }\n');
    const stretch = ['--from', '2026-11-01', '--to', '2026-11-02'];
    const said = (...args: readonly string[]): readonly [number | null, string] => {
      const { exitCode, stderr } = workspace.roundsman('backfill', ...args);
      return [exitCode, stderr.split('\n')[0] ?? ''];
    };
    expect([
      said('manual', ...stretch),
      said('off', ...stretch),
      said('fresh', ...stretch),
      said('swep', ...stretch),
      said('sweep', '--from', '2026-11-02', '--to', '2026-11-01'),
      said('sweep', '--from', 'yesterday', '--to', '2026-11-01'),
      said('sweep', '--from', '2026-11-01'),
      said('sweep', '--from', '2020-01-01', '--to', '2026-11-01'),
    ]).toEqual([
      [4, 'error: manual has no schedule, so no slots that were missed'],
      [4, 'error: off is `enabled: false`: nothing starts it by itself, slots of the past neither'],
      [4, 'error: fresh is not active: it is in the working tree only, not at refs/heads/main'],
      [3, 'error: no active routine is named "swep"'],
      [2, 'error: --from 2026-11-02 is after --to 2026-11-01'],
      [2, 'error: --from yesterday is not a date and no instant'],
      [2, 'error: --to is missing: a backfill needs --from and --to'],
      [4, 'error: that would be 2,497 slots of sweep at once; at most 100 are queued unasked'],
    ]);
  });

  it('takes a date for the whole day in the zone of the schedule', () => {
    const workspace = scheduled();
    workspace.repo.commit({
      files: {
        'routines/sweep.yaml':
          'on: { schedule: { cron: "0 */6 * * *", timezone: Pacific/Auckland } }\ncollect: [todos]\nagent: { engine: builtin }\n',
      },
    });
    const { stdout } = workspace.roundsman(
      'backfill',
      'sweep',
      '--from',
      '2026-11-02',
      '--to',
      '2026-11-02',
      '--dry-run',
      '--json',
    );
    const { queued } = JSON.parse(stdout);
    expect(queued.map(({ scheduledFor }: { scheduledFor: string }) => scheduledFor)).toEqual([
      '2026-11-01T11:00:00.000Z',
      '2026-11-01T17:00:00.000Z',
      '2026-11-01T23:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
    ]);
  });
});

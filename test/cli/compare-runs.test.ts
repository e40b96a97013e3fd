import { expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import type { FindingEvent } from '../../src/words/finding.ts';
import { shortIdOf, type RunId } from '../../src/words/ids.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { openFinding } from '../kit/findings.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { runCli } from '../kit/run-cli.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

it('of two runs of a routine is told what came, went, came back and was left out between them', async () => {
  const repo = gitRepo({ a: 'a' });
  const env = { ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env: { ...process.env, ...env },
    clock: systemClock,
  });
  const cli = (...args: readonly string[]) => runCli(args, { cwd: repo.path, env });
  const ran = (day: number) => storeEndedRun(workspace, { at: `2026-01-0${day}T02:00:00.000Z` });
  const { id: first, routine: ranBy } = await ran(1);
  const routine = ranBy.id;
  const { id: second } = await ran(2);
  const { id: third } = await ran(3);
  const found = (run: RunId): FindingEvent => ({ kind: 'found', at: '', run });
  const gone = (run: RunId): FindingEvent => ({ kind: 'resolved', at: '', run });
  const lives: Record<string, readonly FindingEvent[]> = {
    'F-new': [found(third)],
    'F-kept': [found(first)],
    'F-gone': [found(first), gone(third)],
    'F-back': [
      found(first),
      gone(second),
      { kind: 'regressed', at: '', run: third, resolvedAt: null },
    ],
    'F-out': [found(second), { kind: 'resolved', at: '', run: third, why: 'left-out' }],
    'F-old': [found(first), gone(second)],
  };
  const findings = Object.entries(lives).map(([id, history]) =>
    openFinding({ id, routine, history }),
  );
  const empty = await workspace.findings.read(routine);
  await workspace.findings.replace(empty, { ...empty, lastRun: third, findings });
  const { stdout } = cli('compare', routine);
  const told = stdout.split('\n\n').map((part) => part.trim().split('\n'));
  expect(told[0]?.map((line) => line.slice(0, 6))).toEqual([
    'RUN   ',
    shortIdOf(second),
    shortIdOf(third),
  ]);
  expect(told.slice(1)).toEqual([
    ['New', '  F-new: finding F-new'],
    ['Back again', '  F-back: finding F-back'],
    ['Gone', '  F-gone: finding F-gone'],
    ['Left out by the settings of the routine', '  F-out: finding F-out'],
    ['As before: 1 finding'],
  ]);
  // In whatever order they are named; what came and went again in between did neither.
  const wide = JSON.parse(cli('compare', third, first, '--json').stdout);
  expect(wide.runs.map(({ id }: { id: string }) => id)).toEqual([first, third]);
  expect(wide.findings).toMatchObject({
    new: [{ id: 'F-new' }],
    regressed: [],
    resolved: [{ id: 'F-gone' }, { id: 'F-old' }],
    leftOut: [],
    kept: 2,
  });
  // One that is still at it is passed over where the routine is named.
  const { id: fourth } = await storeEndedRun(workspace, {
    at: '2026-01-04T02:00:00.000Z',
    change: { phase: { kind: 'queued' } },
  });
  expect(cli('compare', routine).stdout).toBe(stdout);
  expect(cli('compare', fourth).exitCode).not.toBe(0);
  const alone = cli('compare', first);
  expect(alone.exitCode).not.toBe(0);
  expect(alone.stderr).toContain('no run stands before it');
});

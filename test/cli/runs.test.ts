import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { isBranchName, isCommitSha, shortIdOf } from '../../src/words/ids.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

interface Here {
  readonly workspace: Workspace;
  readonly cli: (...args: readonly string[]) => CliResult;
}

async function here(): Promise<Here> {
  const repo = gitRepo({ a: 'a' });
  const state = { ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const env = { ...process.env, ...state };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  return { workspace, cli: (...args) => runCli(args, { cwd: repo.path, env: state }) };
}

describe('runs', () => {
  it('lists what ran, newest first, with the parts of the outcome', async () => {
    const { workspace, cli } = await here();
    const old = await storeEndedRun(workspace, { at: '2026-01-01T02:00:00.000Z' });
    const bad = await storeEndedRun(workspace, {
      routine: 'other',
      at: '2026-01-02T02:00:00.000Z',
      result: { report: 'missing' },
    });
    const quiet = await storeEndedRun(workspace, {
      at: '2026-01-03T02:00:00.000Z',
      change: { progress: { ...EMPTY_PROGRESS, report: { kind: 'valid', quiet: true } } },
    });
    const { stdout, exitCode } = cli('runs');
    expect(exitCode).toBe(0);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['RUN', 'ROUTINE', 'STARTED', 'TOOK', 'OUTCOME', 'FINDINGS', 'BRANCH'],
      [shortIdOf(quiet.id), 'sweep', '2026-01-03', '0 ms', 'succeeded, quiet', '-', '-'],
      [shortIdOf(bad.id), 'other', '2026-01-02', '0 ms', 'failed: no report', '-', '-'],
      [shortIdOf(old.id), 'sweep', '2026-01-01', '0 ms', 'succeeded', '-', '-'],
      [''],
    ]);
    const listed: { id: string }[] = JSON.parse(cli('runs', 'sweep', '--json').stdout);
    expect(listed.map((run) => run.id)).toEqual([quiet.id, old.id]);
    // From the index, which the first list wrote.
    expect(cli('show', quiet.id).stdout).toContain('sweep  succeeded, quiet\n');
    const cut = cli('runs', '--limit', '1', '--json');
    expect(JSON.parse(cut.stdout)).toMatchObject([{ quiet: true }]);
    expect(cut.stderr).toBe('note: 1 of 3; the rest: --all\n');
    expect(cli('runs', 'sweep', '--limit', '1').stderr).toBe('note: 1 of 2; the rest: --all\n');
    expect(cli('runs', '--all').stderr).toBe('');
    const recent = cli('runs', '--since', '2026-01-02', '--json');
    expect(JSON.parse(recent.stdout)).toMatchObject([{ id: quiet.id }, { id: bad.id }]);
    expect(cli('runs', '--all', '--limit', '1')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--all and --limit exclude each other'),
    });
  });
});

describe('show', () => {
  it('gives every part of the result, the notices, and the way on', async () => {
    const { workspace, cli } = await here();
    const branch = 'roundsman/sweep/2026-01-01-abc123';
    const base = 'a'.repeat(40);
    if (!isBranchName(branch) || !isCommitSha(base)) throw new TypeError(branch);
    const run = await storeEndedRun(workspace, {
      at: '2026-01-01T02:00:00.000Z',
      result: { changes: 'branch', review: 'pending' },
      change: {
        progress: {
          ...EMPTY_PROGRESS,
          base,
          branch,
          diffstat: { files: 1, insertions: 2, deletions: 3 },
          isolation: 'private',
          findings: { new: 1, known: 2, resolved: 0, regressed: 0 },
          reportPath: '/r/report.md',
          notices: ['the source is shallow \u001b[31m!'],
        },
      },
    });
    const { stdout } = cli('show');
    for (const line of [
      'sweep  succeeded',
      `run         ${run.id}`,
      'slot        manual, for Thu 2026-01-01 02:00 UTC',
      'isolation   private',
      'window      the beginning to Thu 2026-01-01 02:00 UTC',
      'changes     branch',
      'review      pending',
      'findings    1 new, 2 known',
      'note  the source is shallow !',
      'report  /r/report.md',
      `branch  ${branch} (1 file, +2 −3)`,
      `next    roundsman diff ${run.id.slice(-6)}`,
    ]) {
      expect(stdout.split('\n')).toContain(line);
    }
  });

  it('names files as one would type them, also with -C', async () => {
    const { workspace } = await here();
    const { root, stateDir } = workspace.location;
    const reportPath = `${root}/reports/sweep/x.md`;
    await storeEndedRun(workspace, { change: { progress: { ...EMPTY_PROGRESS, reportPath } } });
    const env = { ROUNDSMAN_STATE_DIR: stateDir };
    const inside = runCli(['show'], { cwd: root, env });
    expect(inside.stdout).toContain('report  reports/sweep/x.md\n');
    const outside = runCli(['-C', root, 'show'], { cwd: dirname(root), env });
    expect(outside.stdout).toContain(`report  ${basename(root)}/reports/sweep/x.md\n`);
    const elsewhere = runCli(['-C', root, 'show'], { cwd: stateDir, env });
    expect(elsewhere.stdout).toContain(`report  ${reportPath}\n`);
  });

  it('has the shape that scripts rely on', async () => {
    const { workspace, cli } = await here();
    await storeEndedRun(workspace);
    const view: object = JSON.parse(cli('show', '--json').stdout);
    expect(Object.keys(view)).toEqual(
      expect.arrayContaining(
        `id routine definition slot attempt engine isolation state waitingFor result base head branch parts
         reportPath window findings usage startedAt endedAt failure`.split(/\s+/),
      ),
    );
  });

  it('shows what failed, with the next step', async () => {
    const { workspace, cli } = await here();
    const run = await storeEndedRun(workspace, {
      result: { execution: 'failed', report: 'missing' },
      change: { failure: { code: 'agent-failed', message: 'it broke', hint: 'mend it' } },
    });
    const { stdout } = cli('show', 'sweep');
    expect(stdout).toContain('failure  it broke [agent-failed]\nhint     mend it\n');
    expect(stdout).toContain('report  none: missing\n');
    // The last line that the agent printed says mostly why.
    const { agentErrors } = runPaths(workspace.location.stateDir, run.id);
    mkdirSync(dirname(agentErrors), { recursive: true });
    writeFileSync(agentErrors, 'reading\nfeed.csv:3: no \u001b[31mpostcode\n\n');
    expect(cli('show', 'sweep').stdout).toContain(
      'failure    it broke [agent-failed]\nlast line  feed.csv:3: no postcode\nhint       mend it\n',
    );
  });
});

describe('logs', () => {
  it('prints what the agent printed, without what could steer a terminal', async () => {
    const { workspace, cli } = await here();
    const run = await storeEndedRun(workspace);
    const path = runPaths(workspace.location.stateDir, run.id).agentLog;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'one\n\u001b]0;owned\u0007two \u001b[31m');
    appendFileSync(path, 'red\n');
    expect(cli('logs').stdout).toBe('one\ntwo red\n');
    expect(cli('logs', '-f').stdout).toBe('one\ntwo red\n');
    expect(JSON.parse(cli('logs', '--json').stdout)).toEqual({
      run: run.id,
      told: null,
      agent: 'one\n\u001b]0;owned\u0007two \u001b[31mred\n',
      errors: '',
      worker: '',
    });
  });

  it('says so when there is nothing', async () => {
    const { workspace, cli } = await here();
    const run = await storeEndedRun(workspace);
    expect(cli('logs', shortIdOf(run.id))).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `The agent of run ${shortIdOf(run.id)} has printed nothing.\n`,
    });
  });

  it('does not promise one document of something that continues', async () => {
    const { cli } = await here();
    expect(cli('logs', '-f', '--json').exitCode).toBe(2);
  });
});

describe('colours', () => {
  it('are left out in a pipe, and with NO_COLOR even when forced', async () => {
    const { workspace } = await here();
    await storeEndedRun(workspace);
    const options = (env: Record<string, string>): Parameters<typeof runCli>[1] => ({
      cwd: workspace.location.root,
      env: { ROUNDSMAN_STATE_DIR: workspace.location.stateDir, ...env },
    });
    expect(runCli(['runs'], options({})).stdout).not.toContain('\u001b');
    expect(runCli(['runs'], options({ FORCE_COLOR: '1' })).stdout).toContain('\u001b[32m');
    const both = { FORCE_COLOR: '1', NO_COLOR: '1' };
    expect(runCli(['runs'], options(both)).stdout).not.toContain('\u001b');
    expect(runCli(['runs', '--no-color'], options({ FORCE_COLOR: '1' })).stdout).not.toContain(
      '\u001b',
    );
  });
});

describe('reports', () => {
  it('says when a run has left none', async () => {
    const { workspace, cli } = await here();
    const run = await storeEndedRun(workspace);
    expect(cli('reports', 'show')).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `error: run ${shortIdOf(run.id)} of sweep has no report\nhint: See how it went: roundsman show ${shortIdOf(run.id)}\n`,
    });
  });

  it('shows the original, whatever became of the copy', async () => {
    const { workspace, cli } = await here();
    const run = await storeEndedRun(workspace);
    writeFileSync(runPaths(workspace.location.stateDir, run.id).report, '# Hello\n\u001b[31mx\n');
    expect(cli('reports', 'show', '--raw').stdout).toBe('# Hello\nx\n');
    expect(JSON.parse(cli('reports', 'show', '--json').stdout)).toMatchObject({
      runId: run.id,
      routine: 'sweep',
    });
  });

  it('shows that of a day, the newest of it', async () => {
    const { workspace, cli } = await here();
    const change = { progress: { ...EMPTY_PROGRESS, reportPath: '/x.md' } };
    const runs = [
      { routine: 'sweep', at: '2026-01-06T02:00:00.000Z' },
      { routine: 'sweep', at: '2026-01-06T12:00:00.000Z' },
      { routine: 'other', at: '2026-01-06T13:00:00.000Z' },
      { routine: 'sweep', at: '2026-01-07T02:00:00.000Z' },
    ];
    for (const run of runs) {
      const { id } = await storeEndedRun(workspace, { ...run, change });
      writeFileSync(
        runPaths(workspace.location.stateDir, id).report,
        `# ${run.routine} ${run.at}\n`,
      );
    }
    const shown = (...words: readonly string[]): string =>
      cli('reports', 'show', ...words, '--raw').stdout;
    expect(shown('sweep', '--date', '2026-01-06')).toBe('# sweep 2026-01-06T12:00:00.000Z\n');
    expect(shown('--date', '2026-01-06')).toBe('# other 2026-01-06T13:00:00.000Z\n');
    expect(cli('report', 'sweep', '--date', '2026-01-05')).toMatchObject({
      exitCode: 3,
      stderr:
        'error: sweep left no report on 2026-01-05\nhint: The newest is of 2026-01-07. All: roundsman reports sweep\n',
    });
    expect(cli('report', '--date', 'soon').stderr).toMatch(/^error: --date soon is not a day/);
    const now = new Date();
    const { id } = await storeEndedRun(workspace, {
      routine: 'sweep',
      at: now.toISOString(),
      change,
    });
    writeFileSync(runPaths(workspace.location.stateDir, id).report, '# of today\n');
    const weekday = now.toLocaleDateString('en', { weekday: 'long' }).toLowerCase();
    expect(shown('sweep', '--date', weekday)).toBe('# of today\n');
  });

  it('says in one word and one sentence why a run failed, before the rest', async () => {
    const { workspace, cli } = await here();
    await storeEndedRun(workspace, { result: { report: 'missing' } });
    expect(cli('show').stdout).toMatch(
      /^sweep {2}Failed: no report\. Print Markdown or write it to \$ROUNDSMAN_OUT\/report\.md\.\n\nrun /,
    );
    await storeEndedRun(workspace, {
      at: '2026-11-22T02:00:00.000Z',
      result: { execution: 'timed-out', report: 'missing', checks: 'failed' },
    });
    expect(cli('show').stdout).toMatch(/^sweep {2}Timed-out: checks failed\.\n\nrun /);
  });
});

describe('a run that the inbox shows', () => {
  it('is read or snoozed by its id, and undo brings it back', async () => {
    const { workspace, cli } = await here();
    const at = new Date(Date.now() - 60_000).toISOString();
    const { id } = await storeEndedRun(workspace, { at, result: { report: 'missing' } });
    const short = shortIdOf(id);
    const waits = (): boolean => cli('inbox').stdout.includes(`failed ${short}`);
    expect(waits()).toBe(true);
    for (const words of [
      ['dismiss', short],
      ['accept', short],
      ['snooze', short, '--for', '2d'],
    ]) {
      expect(cli(...words).stdout).toMatch(
        new RegExp(`^(read|snoozed until \\d{4}-\\d\\d-\\d\\d) sweep ${short}  sweep failed`),
      );
      expect(waits()).toBe(false);
      expect(cli('undo').stdout).toMatch(
        new RegExp(
          `^undone: (read sweep ${short}|snoozed sweep ${short} until \\d{4}-\\d\\d-\\d\\d)\n$`,
        ),
      );
      expect(waits()).toBe(true);
    }
    expect(JSON.parse(cli('dismiss', short, '--json').stdout)).toEqual([
      { entry: `failed-run:${id}`, title: 'sweep failed: no report', until: null },
    ]);
  });
});

describe('logs of a run that failed before its agent began', () => {
  it('say why it failed, and where more is', async () => {
    const { workspace, cli } = await here();
    const failure = { code: 'engine-missing', message: 'Claude Code is not here.', hint: '' };
    const { id } = await storeEndedRun(workspace, {
      result: { report: 'missing' },
      change: { failure },
    });
    const short = shortIdOf(id);
    expect(cli('logs', short).stderr).toBe(
      `The agent of run ${short} has printed nothing.\nThe run failed: Claude Code is not here. More: roundsman show ${short}\n`,
    );
  });
});

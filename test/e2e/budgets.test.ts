/** Budgets in whole runs, with a program that speaks as OpenCode does and says what it costs. */
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { readReport, workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

interface Spender {
  readonly answers: number;
  readonly each: number;
  /** Goes on until it is ended. */
  readonly waits?: boolean;
}

let workspace: TestWorkspace;

beforeEach(() => {
  const bin = join(temporaryFolder('rm-bin-'), 'opencode');
  copyFileSync('test/fixtures/budgets/opencode.mjs', bin);
  chmodSync(bin, 0o755);
  workspace = workspaceOf(gitRepo({ 'README.md': '# Small\n' }));
  const login = join(workspace.home, '.local/share/opencode');
  mkdirSync(login, { recursive: true });
  writeFileSync(join(login, 'auth.json'), '{}\n');
  settings(bin, '');
  program = bin;
});

let program = '';

function settings(bin: string, more: string): void {
  const text = `timezone: UTC\nengines: { opencode: { program: ${bin}, credentials: file } }\n${more}`;
  workspace.repo.commit({ files: { 'roundsman.yaml': text } });
}

function routine(id: string, { answers, each, waits = false }: Spender, limits = ''): void {
  workspace.repo.write(
    `routines/${id}.yaml`,
    `on: manual\nagent:\n  engine: opencode\n  prompt: "Look at README.md and report. answers: ${answers} each: ${each} then: ${waits ? 'wait' : 'end'}"\nreport: { require: [summary] }\nworkspace: { isolation: private }\n${limits}`,
  );
}

describe('what a run used', () => {
  it('is told in its view, its report, `show`, `runs` and `status`', () => {
    settings(program, 'limits: { budget: { usd-per-day: 10 } }\n');
    routine('look', { answers: 3, each: 0.5 });
    const { view } = workspace.run('look');
    expect([view.failure, view.notices]).toEqual([null, []]);
    expect(view.usage).toEqual({
      inputTokens: 3_000,
      cachedTokens: 300,
      outputTokens: 36,
      costUsd: 1.5,
      estimated: false,
    });
    expect(readReport(view)).toContain('3,000 tokens in (300 cached), 36 out, $1.50');
    expect(workspace.roundsman('show').stdout).toContain(
      'usage       3,000 tokens in (300 cached), 36 out, $1.50\n',
    );
    expect(workspace.roundsman('runs').stdout).toContain('$1.50');
    expect(workspace.roundsman('status').stdout).toContain('$1.50 of $10.00, 3,036 tokens');
  });
});

describe('a budget', () => {
  it('ends an agent that used up what a run may, and keeps its work', () => {
    const limits = 'limits: { budget: { usd-per-run: 2 } }\n';
    routine('look', { answers: 5, each: 0.5, waits: true }, limits);
    const { view, exitCode } = workspace.run('look');
    expect(exitCode).toBe(1);
    expect(view.result).toMatchObject({ execution: 'limit-reached', changes: 'branch' });
    expect(view.failure).toEqual({
      code: 'over-budget',
      message: 'the agent used $2.00 of $2.00: limits.budget.usd-per-run',
      hint: 'Raise limits.budget, or give it less to do.',
    });
    expect(workspace.repo.git('show', `${view.branch}:work.txt`)).toContain('answer 4');
  });

  it('only warns where the routine says so', () => {
    const limits = 'limits: { budget: { usd-per-run: 2, on-exceed: warn } }\n';
    routine('look', { answers: 5, each: 0.5 }, limits);
    const { view, exitCode } = workspace.run('look');
    expect([exitCode, view.result?.execution]).toEqual([0, 'succeeded']);
    expect(view.notices).toContain(
      'the agent used $2.00 of $2.00: limits.budget.usd-per-run, and continued',
    );
    expect(view.notices).toContain(
      'it used $2.50, more than what it may use ($2.00): limits.budget.usd-per-run',
    );
  });

  it('of a day that is used up refuses a run by hand before a token is spent, unless it is wanted anyway', () => {
    const limits = 'limits: { budget: { usd-per-run: 5, usd-per-day: 1 } }\n';
    routine('look', { answers: 2, each: 0.5 }, limits);
    expect(workspace.run('look').view.usage.costUsd).toBe(1);
    const refused = workspace.roundsman('run', 'look');
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toContain(
      'the budget of look is used up: $1.00 of $1.00 today: limits.budget.usd-per-day',
    );
    const { view, exitCode } = workspace.run('look', '--anyway');
    expect([exitCode, view.usage.costUsd]).toEqual([0, 1]);
  });

  it('of the workspace’s day counts all of its routines', () => {
    settings(program, 'limits: { budget: { usd-per-day: 1 } }\n');
    routine(
      'look',
      { answers: 2, each: 0.5, waits: true },
      'limits: { budget: { usd-per-run: 5 } }\n',
    );
    routine('peek', { answers: 1, each: 0.1 });
    expect(workspace.run('look').view.failure?.code).toBe('over-budget');
    expect(workspace.roundsman('run', 'peek')).toMatchObject({ exitCode: 4 });
  });
});

it('an agent whose model answers more often than it may is ended', () => {
  routine('look', { answers: 4, each: 0, waits: true });
  workspace.repo.write(
    'routines/look.yaml',
    `on: manual\nagent:\n  engine: opencode\n  max-turns: 3\n  prompt: "Look at README.md and report. answers: 4 then: wait"\nreport: { require: [summary] }\nworkspace: { isolation: private }\n`,
  );
  const { view } = workspace.run('look');
  expect(view.result?.execution).toBe('limit-reached');
  expect(view.failure).toEqual({
    code: 'turns-used-up',
    message: 'its model had answered 3 times, and it continued: agent.max-turns',
    hint: 'Raise agent.max-turns, or give it less to do.',
  });
});

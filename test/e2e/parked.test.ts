/** Runs whose agent is started more than once: parked, answered, retried, taken over, and worked on after their end. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { fakeClaude, REPORT, type FakeAct, type FakeClaude } from '../kit/fake-claude.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const WORKS: FakeAct = { shell: 'echo more >> work.txt', out: { 'report.md': REPORT } };

interface Here {
  readonly claude: FakeClaude;
  readonly at: TestWorkspace;
  readonly show: () => RunView;
}

function here(
  acts: readonly FakeAct[],
  { limits = '{}', fallbacks = '[]', credentials = 'none', env = {} } = {},
): Here {
  const claude = fakeClaude(credentials);
  claude.plays(...acts);
  const routine = [
    'on: manual',
    `agent: { engine: claude, prompt: Tidy the names in src., fallbacks: ${fallbacks} }`,
    'workspace: { isolation: private }',
    'permissions: { env: [FAKE_CLAUDE] }',
    `limits: ${limits}`,
    '',
  ].join('\n');
  const repo = gitRepo({
    'README.md': '# Small\n',
    'roundsman.yaml': claude.settings,
    'routines/tidy.yaml': routine,
  });
  const at = workspaceOf(repo, { env: { ...claude.env, ...env } });
  const show = (): RunView => JSON.parse(at.roundsman('show', 'tidy', '--json').stdout);
  return { claude, at, show };
}

function rewrite(path: string, change: (fields: Record<string, unknown>) => unknown): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
}

/** As the folder of a run at rest looks when the machine was restarted meanwhile, and its time came. */
function afterRestart(at: TestWorkspace, { id }: RunView): void {
  const folder = at.runFolder(id);
  const earlier = (process: unknown): unknown => ({
    ...Object(process),
    bootId: 'the-boot-before',
  });
  rewrite(join(folder, 'claim-1'), earlier);
  rewrite(join(folder, 'spec.json'), (spec) => ({
    ...spec,
    admittedBy: earlier(spec['admittedBy']),
  }));
  rewrite(join(folder, 'state.json'), (state) => ({
    ...state,
    phase: { ...Object(state['phase']), until: '2026-01-01T00:00:00.000Z' },
  }));
}

function startDaemon(at: TestWorkspace): void {
  onTestFinished(() => void at.roundsman('stop'));
  const started = at.roundsman('start', '--detach', '--no-doctor');
  if (started.exitCode !== 0) throw new Error(started.stderr);
}

/** Programs are started one after the other, a dozen of them in some tests. */
vi.setConfig({ testTimeout: 240_000 });

describe('a run whose model’s side says no until a time', () => {
  it('is parked, takes no process, and continues in the same session and worktree when somebody wants it to', () => {
    const { claude, at, show } = here([
      { shell: 'echo first > work.txt', status: 429, resetsInMs: 3_600_000 },
      WORKS,
    ]);
    const { view, exitCode } = at.run('tidy');
    expect([view.state, view.result, exitCode]).toEqual(['parked', null, 5]);
    expect(view.until).toMatch(/^2\d{3}-/);
    expect(at.roundsman('runs').stdout).toContain('parked until');
    expect(at.roundsman('run', 'tidy').stderr).toContain('tidy has a run that is parked');
    expect(at.roundsman('gc').stdout).toContain('Nothing to remove');
    const id = view.id.slice(-6);
    expect(at.roundsman('gc', '--run', id, '--discard-work').stderr).toContain('has not ended');
    expect(at.roundsman('retry', 'tidy', '--message', 'Also this.')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('takes no message'),
    });
    expect(at.roundsman('status').stdout).toContain(
      `needs a daemon to continue: roundsman start · at once: roundsman retry ${id} · end it: roundsman cancel ${id} · because its model’s side took no more requests`,
    );

    const again = at.roundsman('retry', 'tidy', '--json');
    expect(again.exitCode).toBe(0);
    const ended = show();
    expect(ended).toMatchObject({
      state: 'ended',
      result: { execution: 'succeeded', report: 'valid', changes: 'branch' },
      earlier: [{ engine: 'claude', followedBy: 'resumed' }],
    });
    const [first, second] = claude.starts();
    expect(second).toMatchObject({ resumed: true, session: first?.session, cwd: first?.cwd });
    expect(second?.prompt).toContain(
      'You were interrupted because the model took no more requests',
    );
    expect(at.repo.git('show', `${ended.branch}:work.txt`)).toBe('first\nmore');
    const report = readFileSync(ended.reportPath ?? '', 'utf8');
    expect(report).toContain('On the way its model’s side made it wait.');
    expect(report).toContain('attempt 1: claude');
  });

  it('ends when it is cancelled meanwhile, and what it made is kept', () => {
    const { at, show } = here([
      { shell: 'echo first > work.txt', status: 429, resetsInMs: 3_600_000 },
    ]);
    at.run('tidy');
    expect(at.roundsman('cancel', 'tidy', '--reason', 'enough').exitCode).toBe(0);
    at.roundsman('logs', 'tidy', '-f');
    expect(show()).toMatchObject({
      state: 'ended',
      result: { execution: 'cancelled', changes: 'branch' },
      failure: { code: 'cancelled', message: 'enough' },
    });
  });

  it('waits in place for a reset that is near', () => {
    const { claude, at } = here([{ status: 429, resetsInMs: 300 }, WORKS]);
    expect(at.run('tidy').view).toMatchObject({
      state: 'ended',
      result: { execution: 'succeeded' },
    });
    expect(claude.starts().map(({ resumed }) => resumed)).toEqual([false, true]);
  });

  it('has failed when park-max is shorter, and says so', () => {
    const { at } = here([{ status: 429, resetsInMs: 3_600_000 }], { limits: '{ park-max: 10m }' });
    const { view, exitCode } = at.run('tidy');
    expect([exitCode, view.result?.execution, view.failure?.code]).toEqual([
      1,
      'limit-reached',
      'model-limited',
    ]);
    expect(view.notices.join(' ')).toContain('later than limits.park-max (10m');
  });
});

describe('a run at rest, and a daemon that came up later', () => {
  const ASKS = JSON.stringify({ question: 'Keep it?', options: [], default: 'yes' });

  it.each([
    ['parked', { status: 429, resetsInMs: 3_600_000 }, 'resumed'],
    ['waiting', { out: { 'question.json': ASKS } }, 'answered'],
  ] as const)(
    '%s: it goes on once when its time is over, also after a restart of the machine',
    async (state, act, followedBy) => {
      const { claude, at, show } = here([{ shell: 'echo first > work.txt', ...act }, WORKS]);
      const { view } = at.run('tidy');
      expect(view.state).toBe(state);
      afterRestart(at, view);
      // It continues with what it began, whatever became of its routine.
      expect(at.roundsman('pause', 'tidy').exitCode).toBe(0);
      at.repo.git('rm', '-q', 'routines/tidy.yaml');
      at.repo.git('commit', '-qm', 'No more tidying');
      startDaemon(at);
      const ended = await waitUntil(() => (show().state === 'ended' ? show() : null));
      expect(ended).toMatchObject({
        result: { execution: 'succeeded', report: 'valid', changes: 'branch' },
        earlier: [{ followedBy }],
        notices: [],
      });
      const [first, second] = claude.starts();
      expect(claude.starts()).toHaveLength(2);
      expect(second).toMatchObject({ resumed: true, session: first?.session, cwd: first?.cwd });
      const log = readFileSync(join(at.stateDir, 'daemon.log'), 'utf8');
      const id = view.id.slice(-6);
      expect(log).toContain(`run ${id} of tidy continues now`);
      expect(log).not.toContain('warning');
    },
  );
});

describe('an engine that cannot be had', () => {
  it('is followed by the next one, which is told what went before', () => {
    const { claude, at } = here([{ shell: 'echo first > work.txt', status: 429 }], {
      fallbacks: '[gemini, codex]',
    });
    const { view } = at.run('tidy');
    expect(view).toMatchObject({
      engine: 'codex',
      result: { execution: 'succeeded', report: 'valid' },
      earlier: [{ engine: 'claude', followedBy: 'fallback' }],
    });
    expect(claude.starts()).toHaveLength(1);
    const told = at.repo.git('show', `${view.branch}:told.txt`);
    expect(told).toContain('The session before was of another agent');
    expect(told).toContain('Tidy the names in src.');
    expect(view.notices.join(' ')).toContain('gemini could not take over');
  });

  it('for its key is not tried again, and neither is the account, until its key is another one', () => {
    const { claude, at } = here([{ status: 401 }], {
      credentials: 'key',
      limits: '{ retry: { max: 3, on: [crash, rate-limit] } }',
      env: { ANTHROPIC_API_KEY: 'one-bad-key-of-many' },
    });
    const { view } = at.run('tidy');
    expect(view.failure?.code).toBe('unauthorized');
    expect(view.notices.join(' ')).toContain(
      'the account claude (ANTHROPIC_API_KEY) was not accepted',
    );
    expect(at.run('tidy').view.skipped).toContain('To log in: run claude and type /login');
    expect(claude.starts()).toHaveLength(1);
    const agents = at.roundsman('agents').stdout;
    expect(agents).toMatch(/claude +not accepted/);
    expect(agents).toContain('To log in: run claude and type /login');
  });
});

describe('a run whose agent asks something', () => {
  const ASKS: FakeAct = {
    shell: 'echo first > work.txt',
    out: { 'question.json': JSON.stringify({ question: 'Keep it?', options: ['yes', 'no'] }) },
  };

  it('waits with nobody at work, is answered once, and continues in its session', () => {
    const { claude, at, show } = here([ASKS, WORKS]);
    const { view, exitCode } = at.run('tidy');
    expect([view.state, view.waitingFor, exitCode]).toEqual(['waiting', 'Keep it?', 5]);
    expect(at.roundsman('answer', 'tidy').stdout).toContain('2  no');
    expect(at.roundsman('answer', 'tidy', '--option', '3')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('there is no option 3: the question has 2 options'),
    });
    expect(at.roundsman('answer', 'tidy', '--option', '2').exitCode).toBe(0);
    expect(show()).toMatchObject({
      state: 'ended',
      result: { execution: 'succeeded', report: 'valid' },
      earlier: [{ followedBy: 'answered' }],
    });
    const [first, second] = claude.starts();
    expect(second).toMatchObject({ resumed: true, session: first?.session });
    expect(second?.prompt).toContain('```text\nno\n```');
    expect(at.roundsman('answer', 'tidy', 'yes').exitCode).toBe(4);
  });

  it('ends when it is cancelled meanwhile, and answers nothing afterwards', () => {
    const { claude, at, show } = here([ASKS, WORKS]);
    at.run('tidy');
    expect(at.roundsman('cancel', 'tidy', '--reason', 'enough').exitCode).toBe(0);
    at.roundsman('logs', 'tidy', '-f');
    expect(show()).toMatchObject({
      result: { execution: 'cancelled', changes: 'branch' },
      failure: { code: 'cancelled', message: 'enough' },
    });
    expect(at.roundsman('answer', 'tidy', 'yes').stderr).toContain('waits for no answer');
    expect(claude.starts()).toHaveLength(1);
  });
});

describe('a run that had ended', () => {
  it('leaves no branch of its own when it is worked on and nothing changes, and says so', () => {
    const { at, show } = here([
      WORKS,
      { out: { 'report.md': REPORT } },
      { shell: 'git commit -q --allow-empty -m Reworded' },
    ]);
    const { view: before } = at.run('tidy');
    expect(at.roundsman('retry', 'tidy', '--message', 'Is that all?').exitCode).toBe(0);
    const after = show();
    expect([after.attempt, after.branch, after.result?.changes]).toEqual([2, null, 'none']);
    expect(after.notices.join(' ')).toContain(
      `nothing was changed since the attempt before: its branch ${before.branch} is what there is`,
    );
    expect(at.repo.git('branch', '--list', 'roundsman/*')).not.toContain(`${before.branch}-2`);
    // Words of a commit are a change too.
    at.roundsman('retry', 'tidy', '--message', 'Say it in other words.');
    expect(show().branch).toBe(`${before.branch}-3`);
  });

  it('and rests while it is worked on keeps its worktree from every clean-up', () => {
    const { at, show } = here([WORKS, { status: 429, resetsInMs: 3_600_000 }]);
    const { view: before } = at.run('tidy');
    expect(at.roundsman('retry', 'tidy', '--message', 'Once more.').exitCode).toBe(5);
    const id = before.id.slice(-6);
    expect(at.roundsman('gc', '--run', id, '--discard-work')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('is in use: run '),
    });
    expect(at.roundsman('doctor', '--verbose').stdout).toContain('1 run at rest');
    expect(at.roundsman('cancel', 'tidy').exitCode).toBe(0);
    at.roundsman('logs', 'tidy', '-f');
    expect(show()).toMatchObject({
      state: 'ended',
      branch: null,
      result: { execution: 'cancelled', changes: 'none' },
    });
  });

  it('is worked on in its session and worktree as a person wants it, on a branch of its own', () => {
    const { claude, at, show } = here([WORKS]);
    const { view: before } = at.run('tidy');
    expect(at.roundsman('retry', 'tidy').exitCode).toBe(4);
    const again = at.roundsman('retry', 'tidy', '--message', 'Once more, please.');
    expect(again.exitCode).toBe(0);
    const after = show();
    expect(after).toMatchObject({ attempt: 2, branch: `${before.branch}-2` });
    const [first, second] = claude.starts();
    expect(second).toMatchObject({ resumed: true, session: first?.session, cwd: first?.cwd });
    expect(second?.prompt).toContain('Once more, please.');
    expect(at.repo.git('show', `${before.branch}:work.txt`)).toBe('more');
    expect(at.repo.git('show', `${after.branch}:work.txt`)).toBe('more\nmore');

    expect(at.roundsman('retry', 'tidy', '--fresh', '--message', 'Anew.').exitCode).toBe(0);
    const third = claude.starts()[2];
    expect(third).toMatchObject({ resumed: false });
    expect(third?.cwd).not.toBe(first?.cwd);
    expect(third?.prompt).toContain('Anew.');
    expect(at.repo.git('show', `${show().branch}:work.txt`)).toBe('more');
  });

  it('that failed by itself is retried as often as its routine says, told what happened', () => {
    const { claude, at } = here([{ shell: 'echo first > work.txt', dies: true }, WORKS], {
      limits: '{ retry: { max: 1, on: [crash], backoff: [1s] } }',
    });
    expect(at.run('tidy').view).toMatchObject({
      result: { execution: 'succeeded' },
      earlier: [{ followedBy: 'retried' }],
    });
    expect(claude.starts()[1]?.prompt).toContain('The session before did not end well');
  });
});

import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { commandEnvironment } from '../../src/worktrees/command-environment.ts';
import { openRunRepository } from '../../src/worktrees/open-run-repository.ts';
import { prepareWorktree, readPreparedEnvironment } from '../../src/worktrees/prepare-worktree.ts';
import { runCommands } from '../../src/worktrees/run-commands.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { snapshotRepository } from '../kit/repository-snapshot.ts';
import { permissions, routineNamed } from '../kit/routine.ts';
import { agentDoes, runAgent, worktreeRequest } from '../kit/worktree-run.ts';

describe('included files', () => {
  it('are copied, ignored by git there, and never handed back', async () => {
    const outside = temporaryFolder();
    const repo = gitRepo({ 'a.txt': 'one\n', '.gitignore': '.env\n', 'tracked.key': 'tracked\n' });
    repo.write('.env', 'SECRET=1\n', 0o600);
    repo.write('conf/my key.pem', 'KEY\n', 0o755);
    repo.write('.worktreeinclude', '# comment\n*.pem\n');
    symlinkSync(join(outside, 'x'), join(repo.path, 'link.env'));
    mkdirSync(join(repo.path, 'nested'));
    const before = snapshotRepository(repo.path);
    const request = await worktreeRequest(repo.path, {
      workspace: { include: ['*.env', '*.key', 'a.txt'] },
    });
    const { handed, notices } = await runAgent(
      request,
      'test "$(cat .env)" = SECRET=1; test -x "conf/my key.pem"; test ! -e link.env; test -z "$(git status --porcelain)"; echo x > x',
    );
    expect(notices.slice(0, 2)).toEqual([
      '2 files included: .env, conf/my key.pem',
      'link.env was not included: it is not a regular file, or the base already has this path',
    ]);
    expect(repo.git('ls-tree', '-r', '--name-only', handed.branch ?? '').split('\n')).toEqual([
      '.gitignore',
      'a.txt',
      'tracked.key',
      'x',
    ]);
    expect(snapshotRepository(repo.path, ['refs/heads/roundsman/'])).toEqual(before);
  });

  it.each([
    ['added by force', 'git add -f .env; git commit -qm leak'],
    ['renamed', 'cp .env notes.txt'],
    [
      'committed and removed again',
      'git add -f .env; git commit -qm leak; git rm -q --cached .env; git commit -qm hide; echo y > y',
    ],
  ])('refuse a branch that holds one, %s', async (_how, script) => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    repo.write('.env', 'SECRET=1\n');
    const before = snapshotRepository(repo.path);
    const request = await worktreeRequest(repo.path, { workspace: { include: ['.env'] } });
    const { handed } = await runAgent(request, script);
    expect(handed.changes).toEqual({
      kind: 'refused',
      reason: 'a commit holds the content of an included file',
    });
    expect(handed.branch).toBeNull();
    expect(handed.notices.at(-2)).toMatch(
      /^the work is kept aside; look at it with: git --git-dir=\S+ log -p /,
    );
    expect(snapshotRepository(repo.path, ['refs/roundsman/base/'])).toEqual(before);
  });

  it('do not follow a link of the base out of the worktree', async () => {
    const outside = temporaryFolder();
    const repo = gitRepo({ 'a.txt': 'one\n' });
    symlinkSync(outside, join(repo.path, 'conf'));
    repo.commit({ message: 'conf is a link' });
    repo.git('checkout', '-q', '-b', 'older', 'HEAD~1');
    repo.write('conf/x.env', 'SECRET\n');
    const request = await worktreeRequest(repo.path, { workspace: { include: ['*.env'] } });
    const opened = await openRunRepository(request);
    const { notices } = await prepareWorktree(request, opened);
    expect(notices).toEqual([
      'conf/x.env was not included: it is not a regular file, or the base already has this path',
    ]);
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('set-up', () => {
  it('runs in order before the agent, and what it left is not the work of the agent', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n', 'lock.json': '{}\n' });
    const request = await worktreeRequest(repo.path, {
      workspace: {
        setup: [
          'mkdir built; echo 1 > built/out',
          'echo 2 >> built/out; echo "{ }" > lock.json; git init -q sub',
        ],
      },
    });
    const { handed, notices } = await runAgent(
      request,
      'test "$(cat built/out | tr "\\n" " ")" = "1 2 "',
    );
    expect(handed.changes).toEqual({ kind: 'none' });
    expect(notices).toEqual([
      'set-up left 3 uncommitted files; they are not handed back unless the agent changes them',
    ]);
    expect(readFileSync(request.paths.commandLog, 'utf8')).toBe(
      '$ mkdir built; echo 1 > built/out\n$ echo 2 >> built/out; echo "{ }" > lock.json; git init -q sub\n',
    );
  });

  it('that fails leaves nothing but the logs, and says which command and why', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const before = snapshotRepository(repo.path);
    const request = await worktreeRequest(repo.path, {
      workspace: {
        setup: ['true', 'echo before; echo "no such package" >&2; exit 7', 'touch never'],
      },
    });
    const opened = await openRunRepository(request);
    await expect(prepareWorktree(request, opened)).rejects.toMatchObject({
      reason: 'setup-failed',
      message:
        'the set-up command `echo before; echo "no such package" >&2; exit 7` failed with exit code 7:\nbefore\nno such package',
      hint: `Its whole output is in ${request.paths.commandLog}.`,
    });
    expect(readdirSync(request.paths.folder)).toEqual([
      'agent-home',
      'brief',
      'commands.log',
      'out',
    ]);
    expect(snapshotRepository(repo.path)).toEqual(before);
  });
});

it('gives free ports, and gives them again to a later process', async () => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const request = await worktreeRequest(repo.path, { workspace: { ports: 2 } });
  const { env } = await prepareWorktree(request, await openRunRepository(request));
  expect(Object.keys(env)).toEqual(['ROUNDSMAN_PORT_1', 'ROUNDSMAN_PORT_2']);
  expect(env['ROUNDSMAN_PORT_1']).not.toBe(env['ROUNDSMAN_PORT_2']);
  expect(await readPreparedEnvironment(request)).toEqual(env);
});

it('builds the environment from names, whatever the caller has', async () => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const request = await worktreeRequest(repo.path, {
    env: {
      GIT_DIR: '/elsewhere',
      SECRET_TOKEN: 's',
      WANTED: 'w',
      LC_TIME: 'de',
      SSH_AUTH_SOCK: '/s',
      npm_config_x: 'y',
    },
    permissions: permissions({ env: ['WANTED', 'GIT_DIR', 'MISSING'] }),
  });
  const env = commandEnvironment(request, { ROUNDSMAN_PORT_1: '1' });
  expect(
    Object.keys(env)
      .filter((name) => !['LANG', 'USER', 'LOGNAME', 'SHELL', 'LC_ALL', 'LC_CTYPE'].includes(name))
      .toSorted(),
  ).toEqual([
    'GIT_AUTHOR_EMAIL',
    'GIT_AUTHOR_NAME',
    'GIT_CEILING_DIRECTORIES',
    'GIT_COMMITTER_EMAIL',
    'GIT_COMMITTER_NAME',
    'GIT_CONFIG_COUNT',
    'GIT_CONFIG_KEY_0',
    'GIT_CONFIG_KEY_1',
    'GIT_CONFIG_KEY_2',
    'GIT_CONFIG_KEY_3',
    'GIT_CONFIG_VALUE_0',
    'GIT_CONFIG_VALUE_1',
    'GIT_CONFIG_VALUE_2',
    'GIT_CONFIG_VALUE_3',
    'GIT_TERMINAL_PROMPT',
    'HOME',
    'LC_TIME',
    'PATH',
    'ROUNDSMAN_BRIEF',
    'ROUNDSMAN_OUT',
    'ROUNDSMAN_PORT_1',
    'ROUNDSMAN_RUN',
    'ROUNDSMAN_WINDOW_FROM',
    'ROUNDSMAN_WINDOW_TO',
    'TERM',
    'TMPDIR',
    'TZ',
    'WANTED',
  ]);
  expect(env['TMPDIR']).toBe(request.paths.temporary);
});

describe('checks', () => {
  it('all run, each with its own outcome, and nothing of them stays alive', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path);
    await prepareWorktree(request, await openRunRepository(request));
    const outcomes = await runCommands(
      request,
      ['exit 3', `sleep 600 & echo $! > ../pid; printf 'a\\033[31mb\\n'`],
      {
        purpose: 'check',
        env: commandEnvironment(request),
        stopAtFailure: false,
      },
    );
    expect(outcomes.map(({ exitCode, timedOut, tail }) => ({ exitCode, timedOut, tail }))).toEqual([
      { exitCode: 3, timedOut: false, tail: '' },
      { exitCode: 0, timedOut: false, tail: 'ab' },
    ]);
    const pid = readFileSync(join(request.paths.folder, 'pid'), 'utf8').trim();
    expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
  });

  it('that hang are ended at the time limit', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path, {
      limits: { ...routineNamed('any').limits, timeoutMs: 200, idleTimeoutMs: 200 },
    });
    await prepareWorktree(request, await openRunRepository(request));
    const [outcome] = await runCommands(request, ['echo begun; sleep 600'], {
      purpose: 'check',
      env: commandEnvironment(request),
      stopAtFailure: false,
    });
    expect(outcome).toMatchObject({ exitCode: null, timedOut: true, tail: 'begun' });
  });
});

it('does not let git of an agent that lost its .git find a repository further up', async () => {
  const above = gitRepo({ 'home.txt': 'home\n' });
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const stateDir = join(above.path, 'state');
  mkdirSync(stateDir);
  const request = await worktreeRequest(repo.path, { stateDir });
  await prepareWorktree(request, await openRunRepository(request));
  chmodSync(request.paths.worktree, 0o755);
  expect(agentDoes(request, 'rm -rf .git; git rev-parse --git-dir 2>&1 || true')).toBe(
    'fatal: not a git repository (or any of the parent directories): .git\n',
  );
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { initWorkspace, type InitResult } from '../../../src/runtime/setup/init-workspace.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';

/** Nothing but git on PATH, so that no agent of this machine is found. */
function bare(): Readonly<Record<string, string | undefined>> {
  return { ...process.env, PATH: '/usr/bin:/bin' };
}

function init(repo: GitRepo): Promise<InitResult> {
  return initWorkspace(repo.path, bare());
}

function outcomes(result: InitResult): readonly string[] {
  return result.files.map(({ path, outcome }) => `${outcome} ${path}`);
}

const MAIL =
  'From: jo@shop.example\nSubject: No refund\nDate: Mon, 2 Mar 2026 10:00:00 +0000\n\nHello\n';

describe('initWorkspace', () => {
  it('writes settings and the sweep at the top of the repository, also from a folder inside', async () => {
    const repo = gitRepo({ 'src/deep/a.js': 'a' });
    const result = await initWorkspace(join(repo.path, 'src/deep'), bare());
    expect(result.root).toBe(repo.path);
    expect(outcomes(result)).toEqual([
      'written roundsman.yaml',
      'written routines/todo-sweep.yaml',
      'skipped routines/ticket-digest.yaml',
      'skipped routines/release-check.yaml',
    ]);
    expect(result.found.branches).toEqual({ current: 'main', base: 'main', hasCommits: true });
    expect(readFileSync(join(repo.path, 'roundsman.yaml'), 'utf8')).toContain('timezone: UTC\n');
    expect(readFileSync(join(repo.path, 'routines/todo-sweep.yaml'), 'utf8')).toBe(
      readFileSync('routines/todo-sweep.yaml', 'utf8'),
    );
    expect(readdirSync(join(repo.path, 'routines'))).toEqual(['todo-sweep.yaml']);
  });

  it('says why a routine was left out, and how it is added later', async () => {
    const { files } = await init(gitRepo({ a: 'a' }));
    expect(files.slice(2)).toEqual([
      {
        path: 'routines/ticket-digest.yaml',
        routine: 'ticket-digest',
        outcome: 'skipped',
        why: 'no tickets were found',
        addLater: 'roundsman new ticket-digest --from digest',
      },
      {
        path: 'routines/release-check.yaml',
        routine: 'release-check',
        outcome: 'skipped',
        why: 'no changelog was found',
        addLater: 'roundsman new release-check --from check',
      },
    ]);
  });

  it('adds the digest with the folder of the tickets, and the check with the changelog', async () => {
    const repo = gitRepo({
      'support/2026/1.eml': MAIL,
      'docs/CHANGELOG.md': '# Changelog\n\n## 1.0.0\n\n- One\n',
    });
    const result = await init(repo);
    expect(outcomes(result).slice(2)).toEqual([
      'written routines/ticket-digest.yaml',
      'written routines/release-check.yaml',
    ]);
    expect(result.files[2]?.why).toBe('tickets are in support');
    expect(result.files[3]?.why).toBe('docs/CHANGELOG.md tells users what changed');
    const text = (id: string) => readFileSync(join(repo.path, `routines/${id}.yaml`), 'utf8');
    expect(text('ticket-digest')).toMatch(/path: support\b/);
    expect(text('ticket-digest')).toMatch(/^# Try it at once: roundsman run ticket-digest$/m);
    // It ships switched off; here there is something to tell.
    expect(text('ticket-digest')).toContain('\nenabled: true\n');
    // The check finds it there without being told.
    expect(text('release-check')).not.toMatch(/^ +path: /m);
  });

  it('leaves the check out where the notes end long before the newest release', async () => {
    const repo = gitRepo({ 'CHANGELOG.md': '# Changelog\n\n## 1.0.0\n\n- One\n' });
    for (const minor of [1, 2, 3, 4, 5]) repo.git('tag', `v1.${minor}.0`);
    const { files } = await init(repo);
    expect(files[3]).toMatchObject({
      outcome: 'skipped',
      why: 'CHANGELOG.md ends at 1.0.0, and the newest release is v1.5.0',
    });
  });

  it('finds the notes under each name that the check reads', async () => {
    const repo = gitRepo({ 'CHANGELOG.adoc': '= Changelog\n\n== 1.0.0\n\n* One\n' });
    expect((await init(repo)).files[3]?.why).toBe('CHANGELOG.adoc tells users what changed');
  });

  it('leaves the check out where only tags tell of releases', async () => {
    const repo = gitRepo({ a: 'a' });
    repo.git('tag', 'v1.2.0');
    expect((await init(repo)).files[3]).toMatchObject({
      outcome: 'skipped',
      why: 'no changelog was found, though tag v1.2.0 names a release',
    });
  });

  it('overwrites nothing and says what it left, also under the other ending', async () => {
    const repo = gitRepo({
      'roundsman.yaml': 'timezone: Asia/Tokyo\n',
      'routines/todo-sweep.yml': 'on: manual\n',
    });
    const result = await init(repo);
    expect(outcomes(result).slice(0, 2)).toEqual([
      'left roundsman.yaml',
      'left routines/todo-sweep.yml',
    ]);
    expect(readFileSync(join(repo.path, 'roundsman.yaml'), 'utf8')).toBe('timezone: Asia/Tokyo\n');
    expect(readdirSync(join(repo.path, 'routines'))).toEqual(['todo-sweep.yml']);
  });

  it('writes nothing the second time', async () => {
    const repo = gitRepo({ 'CHANGELOG.md': '# Changelog\n' });
    await init(repo);
    expect(outcomes(await init(repo))).toEqual([
      'left roundsman.yaml',
      'left routines/todo-sweep.yaml',
      'skipped routines/ticket-digest.yaml',
      'left routines/release-check.yaml',
    ]);
  });

  it('says so when there is no commit yet, and when no branch is checked out', async () => {
    const repo = gitRepo();
    expect((await init(repo)).found.branches).toEqual({
      current: 'main',
      base: null,
      hasCommits: false,
    });
    repo.commit({ message: 'first' });
    repo.git('checkout', '--quiet', '--detach');
    expect((await init(repo)).found.branches).toEqual({
      current: null,
      base: 'main',
      hasCommits: true,
    });
  });

  it('knows the default branch of the remote', async () => {
    const upstream = gitRepo({ a: 'a' });
    upstream.git('branch', '--move', 'main', 'develop');
    const folder = temporaryFolder();
    openRepo(folder).git('clone', '--quiet', upstream.path, 'here');
    const repo = openRepo(join(folder, 'here'));
    repo.git('checkout', '--quiet', '-b', 'feature');
    expect((await init(repo)).found.branches).toEqual({
      current: 'feature',
      base: 'origin/develop',
      hasCommits: true,
    });
  });

  it('leaves nothing half written when something is in the way', async () => {
    const repo = gitRepo({ routines: 'a file\n' });
    await expect(init(repo)).rejects.toMatchObject({
      code: 'refused',
      reason: 'not-a-folder',
      message: `${join(repo.path, 'routines')} is a file, and routines live in a folder of that name`,
      hint: 'Move it away, for example: mv routines routines-old',
    });
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('refuses a bare repository', async () => {
    const folder = temporaryFolder();
    openRepo(folder).git('init', '--quiet', '--bare', '.');
    await expect(initWorkspace(folder, bare())).rejects.toMatchObject({
      code: 'refused',
      reason: 'bare-repository',
      message: `${folder} is a bare repository: it has no files to set up`,
    });
  });

  it('says what to do where there is no repository', async () => {
    const folder = temporaryFolder();
    await expect(initWorkspace(folder, bare())).rejects.toMatchObject({
      code: 'missing',
      reason: 'not-a-repository',
      message: `${folder} is not in a git repository`,
    });
  });
});

describe('what roundsman.yaml says of the project', () => {
  const settings = (repo: GitRepo) => readFileSync(join(repo.path, 'roundsman.yaml'), 'utf8');

  it('is how it is set up and checked, as a comment', async () => {
    const repo = gitRepo({ 'pyproject.toml': '[tool.pytest.ini_options]\n', 'uv.lock': '' });
    await init(repo);
    expect(settings(repo)).toContain(
      [
        '',
        '# This looks like a project in Python (pyproject.toml). A routine whose agent changes code can have',
        '# the change checked; write this into its file:',
        '#   workspace:',
        '#     setup: [uv sync] # before the agent',
        '#     checks: [uv run pytest] # after it; the result is in the report',
        '',
      ].join('\n'),
    );
  });

  it('names the agents of this machine, and those that work as a command', async () => {
    const repo = gitRepo({ a: 'a' });
    const bin = temporaryFolder();
    for (const name of ['claude', 'codex', 'aider'])
      writeFileSync(join(bin, name), '#!/bin/sh\necho "9.8.7 (An agent)"\n', { mode: 0o755 });
    const result = await initWorkspace(repo.path, {
      ...bare(),
      PATH: `${bin}:/usr/bin:/bin`,
      ANTHROPIC_API_KEY: 'k',
    });
    expect(result.found.engines[1]).toEqual({
      id: 'claude',
      version: '9.8.7',
      path: join(bin, 'claude'),
      served: true,
      ready: true,
    });
    expect(result.found.engines.slice(2)).toMatchObject([
      { id: 'codex', served: true, ready: false },
      { id: 'aider', served: false, ready: false },
    ]);
    expect(settings(repo)).toContain(
      '# Also ready on the machine that wrote this: claude 9.8.7.\n# Installed there, and not ready (`roundsman agents` says why): codex 9.8.7.\n# Found too; such programs work with `engine: command`: aider 9.8.7.\n',
    );
  });
});

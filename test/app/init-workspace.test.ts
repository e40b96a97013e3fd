import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { initWorkspace } from '../../src/app/init-workspace.ts';
import { gitRepo, openRepo, temporaryFolder } from '../kit/git-repo.ts';

describe('initWorkspace', () => {
  it('writes both files at the top of the repository, also from a folder inside', async () => {
    const repo = gitRepo({ 'src/deep/a.js': 'a' });
    const result = await initWorkspace(join(repo.path, 'src/deep'), process.env);
    expect(result).toEqual({
      root: repo.path,
      branch: 'main',
      hasCommits: true,
      timezone: 'UTC',
      written: ['roundsman.yaml', 'routines/todo-sweep.yaml'],
      left: [],
    });
    expect(readFileSync(join(repo.path, 'roundsman.yaml'), 'utf8')).toContain('timezone: UTC\n');
    expect(readFileSync(join(repo.path, 'routines/todo-sweep.yaml'), 'utf8')).toBe(
      readFileSync('routines/todo-sweep.yaml', 'utf8'),
    );
  });

  it('overwrites nothing and says what it left', async () => {
    const repo = gitRepo({ 'roundsman.yaml': 'timezone: Asia/Tokyo\n' });
    const result = await initWorkspace(repo.path, process.env);
    expect(result).toMatchObject({
      written: ['routines/todo-sweep.yaml'],
      left: ['roundsman.yaml'],
    });
    expect(readFileSync(join(repo.path, 'roundsman.yaml'), 'utf8')).toBe('timezone: Asia/Tokyo\n');
  });

  it('says so when there is no commit yet, and when no branch is checked out', async () => {
    const repo = gitRepo();
    expect(await initWorkspace(repo.path, process.env)).toMatchObject({
      branch: 'main',
      hasCommits: false,
    });
    repo.commit({ message: 'first' });
    repo.git('checkout', '--quiet', '--detach');
    expect(await initWorkspace(repo.path, process.env)).toMatchObject({
      branch: null,
      hasCommits: true,
    });
  });

  it('refuses a bare repository', async () => {
    const folder = temporaryFolder();
    openRepo(folder).git('init', '--quiet', '--bare', '.');
    await expect(initWorkspace(folder, process.env)).rejects.toMatchObject({
      code: 'refused',
      reason: 'bare-repository',
      message: `${folder} is a bare repository: it has no files to set up`,
    });
  });

  it('says what to do where there is no repository', async () => {
    const folder = temporaryFolder();
    await expect(initWorkspace(folder, process.env)).rejects.toMatchObject({
      code: 'missing',
      reason: 'not-a-repository',
      message: `${folder} is not in a git repository`,
    });
  });
});

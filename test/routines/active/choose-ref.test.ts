import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitEnvironment } from '../../../src/git/git-environment.ts';
import { openRefs } from '../../../src/git/ref-reader.ts';
import type { RefReader } from '../../../src/git/refs.ts';
import { chooseHome, findNamed } from '../../../src/routines/active/choose-ref.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';

const env = gitEnvironment({ PATH: process.env['PATH'] });

function refsOf(repo: GitRepo, gitDir = '.git'): Promise<RefReader> {
  return openRefs({ gitDir: join(repo.path, gitDir), env });
}

/** On the branches named, and on the last of them. */
function repoWith(...branches: readonly string[]): GitRepo {
  const repo = gitRepo({ a: '1' });
  const [first = 'main', ...others] = branches;
  repo.git('branch', '-m', first);
  for (const name of others) repo.git('switch', '--quiet', '-c', name);
  return repo;
}

async function homeOf(repo: GitRepo, before: string | null = null): Promise<string | null> {
  return (await chooseHome(await refsOf(repo), before))?.ref ?? null;
}

describe('the home of a workspace', () => {
  it.each([
    [['main', 'agent'], 'refs/heads/main'],
    [['master', 'main'], 'refs/heads/main'],
    [['master', 'work'], 'refs/heads/master'],
    [['trunk', 'work'], 'refs/heads/trunk'],
    [['develop'], 'refs/heads/develop'],
    [['develop', 'roundsman/tidy/2026-11-21-abc123'], 'refs/heads/develop'],
    [['develop', 'agent'], null],
  ])('of branches %j, the last checked out, is %s', async (branches, home) => {
    expect(await homeOf(repoWith(...branches))).toBe(home);
  });

  it('is what origin calls its default, here or as it was fetched', async () => {
    const repo = repoWith('main', 'develop');
    repo.git('update-ref', 'refs/remotes/origin/develop', 'HEAD');
    repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop');
    expect(await homeOf(repo, 'refs/heads/main')).toBe('refs/heads/develop');
    repo.git('switch', '--quiet', 'main');
    repo.git('branch', '-D', 'develop');
    expect(await homeOf(repo)).toBe('refs/remotes/origin/develop');
    repo.git('update-ref', '-d', 'refs/remotes/origin/develop');
    expect(await homeOf(repo)).toBe('refs/heads/main');
  });

  it('stays what it was, whatever branches come, as long as it is there', async () => {
    const repo = repoWith('develop');
    repo.git('switch', '--quiet', '-c', 'main');
    expect(await homeOf(repo, 'refs/heads/develop')).toBe('refs/heads/develop');
    expect(await homeOf(repo, 'refs/heads/gone')).toBe('refs/heads/main');
  });

  it('is what HEAD names in a bare repository, which checks nothing out', async () => {
    const repo = repoWith('develop', 'main');
    repo.git('switch', '--quiet', 'develop');
    const path = join(temporaryFolder('rm-bare-'), 'copy.git');
    repo.git('clone', '--quiet', '--bare', repo.path, path);
    const bare = openRepo(path);
    expect((await chooseHome(await refsOf(bare, '.'), null))?.ref).toBe('refs/heads/develop');
  });

  it('is none before the first commit', async () => {
    expect(await homeOf(gitRepo())).toBeNull();
  });
});

describe('the ref that is named', () => {
  it.each([
    ['main', 'refs/heads/main'],
    ['v1', 'refs/tags/v1'],
    ['origin/main', 'refs/remotes/origin/main'],
    ['refs/tags/v1', 'refs/tags/v1'],
    ['HEAD', null],
    ['none', null],
    ['../main', null],
  ])('%s is %s', async (name, ref) => {
    const repo = repoWith('main', 'agent');
    repo.git('tag', 'v1');
    repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect((await findNamed(await refsOf(repo), name))?.ref ?? null).toBe(ref);
  });

  it('may be a whole commit id', async () => {
    const repo = repoWith('main');
    const id = repo.git('rev-parse', 'HEAD');
    expect(await findNamed(await refsOf(repo), id)).toEqual({ ref: id, id });
  });
});

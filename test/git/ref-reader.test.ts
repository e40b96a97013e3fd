import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitIn } from '../../src/git/git-call.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { openRefs } from '../../src/git/ref-reader.ts';
import { refsByGit } from '../../src/git/refs-by-git.ts';
import type { RefReader } from '../../src/git/refs.ts';
import { gitRepo, type GitRepo } from '../kit/git-repo.ts';

const env = gitEnvironment({ PATH: process.env['PATH'] });

function byFiles(repo: GitRepo): Promise<RefReader> {
  return openRefs({ gitDir: join(repo.path, '.git'), env });
}

function byGit(repo: GitRepo): Promise<RefReader> {
  return Promise.resolve(refsByGit(gitIn({ cwd: join(repo.path, '.git'), env })));
}

describe.each([
  ['files', byFiles],
  ['git', byGit],
])('refs read from %s', (_how, open) => {
  it('are found loose, packed, and loose over packed', async () => {
    const repo = gitRepo({ a: '1' });
    repo.git('branch', 'release/1.0');
    const first = repo.git('rev-parse', 'HEAD');
    repo.git('pack-refs', '--all');
    const second = repo.commit({ files: { a: '2' } });
    const refs = await open(repo);
    expect(await refs.read('refs/heads/main')).toEqual({ kind: 'object', id: second });
    expect(await refs.read('refs/heads/release/1.0')).toEqual({ kind: 'object', id: first });
    expect(await refs.listBranches()).toEqual(['refs/heads/main', 'refs/heads/release/1.0']);
    expect(await refs.isBare()).toBe(false);
  });

  it('may be symbolic', async () => {
    const repo = gitRepo({ a: '1' });
    repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    const refs = await open(repo);
    expect(await refs.read('HEAD')).toEqual({ kind: 'symbolic', ref: 'refs/heads/main' });
    expect(await refs.read('refs/remotes/origin/HEAD')).toEqual({
      kind: 'symbolic',
      ref: 'refs/remotes/origin/main',
    });
  });

  it('are not there when they are part of another name, or no name at all', async () => {
    const repo = gitRepo({ a: '1' });
    repo.git('branch', 'topic/main');
    repo.git('pack-refs', '--all');
    const refs = await open(repo);
    for (const ref of ['refs/heads/topic', 'refs/heads/mai', 'heads/main', 'refs/heads/none']) {
      expect(await refs.read(ref)).toBeNull();
    }
    repo.git('switch', '--quiet', '--detach');
    expect((await (await open(repo)).read('HEAD'))?.kind).not.toBe('symbolic');
  });

  it('are those of a repository without a commit, too', async () => {
    const refs = await open(gitRepo());
    expect(await refs.read('refs/heads/main')).toBeNull();
    expect(await refs.listBranches()).toEqual([]);
  });
});

describe('refs read from files', () => {
  it('never lead out of the git folder, and what is torn is not there', async () => {
    const repo = gitRepo({ a: '1' });
    mkdirSync(join(repo.path, '.git', 'refs', 'heads', 'folder'));
    writeFileSync(join(repo.path, 'outside'), `${'a'.repeat(40)}\n`);
    writeFileSync(join(repo.path, '.git', 'refs', 'heads', 'torn'), 'abc');
    writeFileSync(join(repo.path, '.git', 'refs', 'heads', 'main.lock'), `${'a'.repeat(40)}\n`);
    const refs = await byFiles(repo);
    for (const ref of [
      'refs/../../outside',
      'refs/heads/torn',
      'refs/heads/folder',
      'refs/heads/main.lock',
      'refs/heads/a b',
      'refs/heads/a\u0000b',
    ]) {
      expect(await refs.read(ref)).toBeNull();
    }
    expect(await refs.listBranches()).toEqual(['refs/heads/main']);
  });
});

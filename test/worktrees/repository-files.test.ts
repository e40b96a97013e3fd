import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { writeNewRef, writeRepositoryFiles } from '../../src/worktrees/own-repository.ts';
import { openRepo, temporaryFolder } from '../kit/git-repo.ts';

const cases = [
  { bare: false, objectFormat: 'sha1' },
  { bare: true, objectFormat: 'sha1' },
  { bare: false, objectFormat: 'sha256' },
  { bare: true, objectFormat: 'sha256' },
] as const;

for (const { bare, objectFormat } of cases) {
  test(`are those of git init, ${bare ? 'bare' : 'with a worktree'}, ${objectFormat}`, async () => {
    const own = openRepo(temporaryFolder());
    const gitDir = bare ? own.path : join(own.path, '.git');
    await writeRepositoryFiles(gitDir, {
      bare,
      branch: 'roundsman/x/y',
      objectFormat,
      settings: '[gc]\n\tauto = 0\n',
    });
    const gits = openRepo(temporaryFolder());
    const flags = [
      '--template=',
      `--object-format=${objectFormat}`,
      '--initial-branch=roundsman/x/y',
    ];
    gits.git('init', '--quiet', ...flags, ...(bare ? ['--bare'] : []), '.');
    gits.git('config', 'gc.auto', '0');
    const settings = (repo: typeof own): readonly string[] =>
      repo.git('config', '--local', '--list').split('\n').toSorted();
    expect(settings(own)).toEqual(settings(gits));
    expect(own.git('symbolic-ref', 'HEAD')).toBe('refs/heads/roundsman/x/y');
    expect(own.git('fsck', '--strict')).toBe('');
  });
}

test('a new ref is one that git reads', async () => {
  const repo = openRepo(temporaryFolder());
  mkdirSync(join(repo.path, '.git'));
  const files = { bare: false, branch: 'main', objectFormat: 'sha1', settings: '' } as const;
  await writeRepositoryFiles(join(repo.path, '.git'), files);
  const commit = repo.commit({ files: { a: '1\n' } });
  await writeNewRef(join(repo.path, '.git'), 'refs/heads/roundsman/a/b', commit);
  expect(repo.git('rev-parse', 'refs/heads/roundsman/a/b')).toBe(commit);
  expect(readFileSync(join(repo.path, '.git', 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
});

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { gitEnvironment } from '../../src/git/git-environment.ts';
import { listEntriesAt } from '../../src/git/ls-tree.ts';
import { heldBlob } from '../../src/git/read-file-at.ts';
import { gitBlobId } from '../../src/platform/hash.ts';
import { isCommitSha } from '../../src/words/ids.ts';
import { gitRepo } from '../kit/git-repo.ts';

const env = gitEnvironment({ PATH: process.env['PATH'] });

function shaOf(text: string) {
  if (!isCommitSha(text)) throw new Error(`${text} is not a commit`);
  return text;
}

it('gives a folder with what is directly in it, links included', async () => {
  const repo = gitRepo({ 'docs/a.md': 'aa', 'docs/deep/b.md': 'b', 'x.md': 'x', y: 'y' });
  symlinkSync('a.md', join(repo.path, 'docs/link.md'));
  const commit = shaOf(repo.commit());
  const entries = await listEntriesAt({ cwd: join(repo.path, '.git'), env }, commit, [
    'docs/',
    'x.md',
    'none',
  ]);
  expect(entries.map(({ path, kind, size }) => [path, kind, size])).toEqual([
    ['docs', 'folder', 0],
    ['docs/a.md', 'file', 2],
    ['docs/deep', 'folder', 0],
    ['docs/link.md', 'link', 4],
    ['x.md', 'file', 1],
  ]);
});

it('rejects for a commit that is not there', async () => {
  const repo = gitRepo({ a: 'a' });
  const none = shaOf('f'.repeat(40));
  await expect(listEntriesAt({ cwd: repo.path, env }, none, ['a'])).rejects.toMatchObject({
    reason: 'git-failed',
  });
});

it('tells whether history passed by a content', async () => {
  const repo = gitRepo({ a: 'one\n' });
  const from = shaOf(repo.git('rev-parse', 'HEAD'));
  repo.commit({ files: { a: 'two\n' } });
  const to = shaOf(repo.commit({ files: { a: 'three\n' } }));
  const context = { cwd: repo.path, env };
  const holds = (content: string) => {
    const blob = gitBlobId(new TextEncoder().encode(content), 40);
    return heldBlob(context, { from, to, path: 'a', blob });
  };
  expect(await holds('two\n')).toBe(true);
  expect(await holds('three\n')).toBe(true);
  expect(await holds('one\n')).toBe(false);
  const blob = gitBlobId(new TextEncoder().encode('two\n'), 40);
  const gone = shaOf('f'.repeat(40));
  expect(await heldBlob(context, { from: gone, to, path: 'a', blob })).toBe(false);
});

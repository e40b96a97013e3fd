import { expect, test } from 'vitest';

import { diffMany } from '../../src/git/diff-many.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { trailersOfRanges } from '../../src/git/trailers.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { commitSha } from '../kit/report-source.ts';

function history() {
  const repo = gitRepo({ 'a.txt': 'a\n', 'b.bin': 'b\n' });
  const head = () => commitSha(repo.git('rev-parse', 'HEAD'));
  const base = head();
  repo.git('switch', '--quiet', '-c', 'one');
  repo.commit({
    files: { 'a.txt': 'a\nb\n', 'dir/new\tname.txt': 'n\n' },
    message: 'One\n\nKey: x',
  });
  const one = head();
  repo.commit({ files: { 'c.txt': 'c\n' }, message: `Two\n\nKey: y\nKey: z\n` });
  const two = head();
  repo.git('switch', '--quiet', '-c', 'other', base);
  repo.commit({ files: { 'b.bin': 'b\0\n' }, message: 'Three: no trailer' });
  return {
    context: { cwd: repo.path, env: gitEnvironment(process.env) },
    base,
    one,
    two,
    three: head(),
  };
}

test('what many pairs differ in is told by one process, in order', async () => {
  const { context, base, one, two, three } = history();
  expect(
    await diffMany(
      [
        { from: base, to: two },
        { from: two, to: two },
        { from: base, to: three },
        { from: one, to: two },
      ],
      context,
    ),
  ).toEqual([
    { files: ['a.txt', 'c.txt', 'dir/new\tname.txt'], insertions: 3, deletions: 0 },
    { files: [], insertions: 0, deletions: 0 },
    { files: ['b.bin'], insertions: 0, deletions: 0 },
    { files: ['c.txt'], insertions: 1, deletions: 0 },
  ]);
  expect(await diffMany([], context)).toEqual([]);
  const gone = commitSha('ab'.repeat(20));
  await expect(diffMany([{ from: gone, to: two }], context)).rejects.toThrow(
    /^git diff-tree in .* failed \(exit 128\)/,
  );
});

test('trailers of many stretches are told by one process, each stretch its own', async () => {
  const { context, base, one, two, three } = history();
  const ask = (without: typeof base) =>
    trailersOfRanges(
      {
        key: 'Key',
        ranges: [
          { from: base, to: two },
          { from: one, to: two },
          { from: base, to: three },
          { from: two, to: two },
        ],
        without,
      },
      context,
    );
  expect(await ask(base)).toEqual([['y', 'z', 'x'], ['y', 'z'], [], []]);
  expect(await ask(one)).toEqual([['y', 'z'], ['y', 'z'], [], []]);
  await expect(ask(commitSha('ab'.repeat(20)))).rejects.toThrow(
    /^git log in .* failed \(exit 128\)/,
  );
});

import { describe, expect, it } from 'vitest';

import { diffBlobs } from '../../src/git/diff-blobs.ts';
import { changedFiles } from '../../src/git/list-changed-files.ts';
import { settingsAsEnvironment } from '../../src/git/stream-git.ts';
import { isCommitSha, type CommitSha } from '../../src/words/ids.ts';
import { gitRepo, type GitRepo } from '../kit/git-repo.ts';

function sha(text: string): CommitSha {
  if (isCommitSha(text)) return text;
  throw new Error(text);
}

function programIn({ path }: GitRepo): {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
} {
  return {
    cwd: path,
    env: { PATH: process.env['PATH'] ?? '', HOME: '/dev/null', ...settingsAsEnvironment() },
  };
}

const LINES = Array.from({ length: 40 }, (_one, at) => `line ${at + 1}`);

describe('the difference between two contents', () => {
  it('comes in pieces that together are the whole, and says where the next one begins', async () => {
    const repo = gitRepo({ 'a.txt': `${LINES.join('\n')}\n` });
    repo.commit({ files: { 'a.txt': LINES.with(4, 'five').with(30, 'thirty').join('\n') } });
    const [old, made] = [
      repo.git('rev-parse', 'HEAD~1:a.txt'),
      repo.git('rev-parse', 'HEAD:a.txt'),
    ];
    const ask = { old, new: made, around: 1, skip: 0, most: 100 };
    const whole = await diffBlobs(programIn(repo), ask);
    if (whole === 'binary') throw new Error(whole);
    const lines = whole.hunks.map((hunk) =>
      hunk.lines.map(({ kind, text, old: from, new: to }) => [kind, text, from, to]),
    );
    expect(lines[0]).toEqual([
      ['same', 'line 4', 4, 4],
      ['removed', 'line 5', 5, null],
      ['added', 'five', null, 5],
      ['same', 'line 6', 6, 6],
    ]);
    expect(whole.hunks.at(-1)?.lines.at(-1)).toMatchObject({ text: 'line 40', unended: true });
    expect(whole.next).toBe(null);

    const first = await diffBlobs(programIn(repo), { ...ask, most: 3 });
    if (first === 'binary') throw new Error(first);
    expect(first.next).toBe(3);
    const second = await diffBlobs(programIn(repo), { ...ask, skip: 3 });
    if (second === 'binary') throw new Error(second);
    const of = (page: typeof whole): readonly string[] =>
      page.hunks.flatMap((hunk) => hunk.lines.map(({ text }) => text));
    expect([...of(first), ...of(second)]).toEqual(of(whole));
  });

  it('is told of what is not there, and of what is not text', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n', 'b.bin': 'a\0b' });
    const [text, bytes] = ['a.txt', 'b.bin'].map((path) => repo.git('rev-parse', `HEAD:${path}`));
    const ask = { around: 3, skip: 0, most: 10 };
    const added = await diffBlobs(programIn(repo), { ...ask, old: null, new: text ?? '' });
    expect(added).toMatchObject({ hunks: [{ lines: [{ kind: 'added', text: 'one', new: 1 }] }] });
    expect(await diffBlobs(programIn(repo), { ...ask, old: bytes ?? '', new: null })).toBe(
      'binary',
    );
  });
});

describe('the files that differ between two commits', () => {
  it('are told with their lines, modes and former names', async () => {
    const repo = gitRepo({ 'old name.txt': `${LINES.join('\n')}\n`, 'run.sh': 'a\n', gone: 'x\n' });
    repo.git('mv', 'old name.txt', ':new\tname.txt');
    repo.write('run.sh', 'a\nb\n', 0o755);
    repo.git('rm', '-q', 'gone');
    repo.commit({ message: 'second' });
    const [from, to] = [sha(repo.git('rev-parse', 'HEAD~1')), sha(repo.git('rev-parse', 'HEAD'))];
    const files = await changedFiles({ from, to }, programIn(repo));
    expect(
      files.map(({ path, from: before, status, insertions, deletions, oldMode, newMode }) => [
        path,
        before,
        status,
        insertions,
        deletions,
        oldMode,
        newMode,
      ]),
    ).toEqual([
      [':new\tname.txt', 'old name.txt', 'renamed', 0, 0, '100644', '100644'],
      ['gone', null, 'deleted', 0, 1, '100644', '000000'],
      ['run.sh', null, 'changed', 1, 0, '100644', '100755'],
    ]);
  });
});

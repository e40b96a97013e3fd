import { describe, expect, it } from 'vitest';

import { changesOfRanges, parseRanges } from '../../src/git/changes-of-ranges.ts';
import { isCommitSha, type CommitSha } from '../../src/words/ids.ts';
import { gitRepo } from '../kit/git-repo.ts';

function sha(text: string): CommitSha {
  if (!isCommitSha(text)) throw new TypeError(text);
  return text;
}

describe('what many pairs of commits differ in', () => {
  it('is told with renames, modes, blobs and numbers, also of odd names', async () => {
    const text = Array.from({ length: 30 }, (_empty, line) => `line ${line}\n`).join('');
    const odd = 'f'.repeat(40);
    const repo = gitRepo({ 'old.txt': text, 'gone.txt': 'x\n', [odd]: 'a\n', 'run.sh': 'true\n' });
    const first = repo.git('rev-parse', 'HEAD');
    repo.write('run.sh', 'true\n', 0o755);
    const second = repo.commit({
      files: {
        'old.txt': null,
        'new\nname.txt': `${text}more\n`,
        'gone.txt': null,
        [odd]: 'b\n',
        '1\t2\tx': 'numbers\n',
        '-dash': 'dash\n',
        picture: 'a\0b',
      },
    });
    const context = { cwd: repo.path, env: {} };
    const range = { from: sha(first), to: sha(second) };
    const same = { from: sha(first), to: sha(first) };
    const [changes = [], none, again] = await changesOfRanges([range, same, range], context);
    expect(none).toEqual([]);
    expect(again).toEqual(changes);
    expect(
      changes.map(({ path, from, status, insertions, deletions, mode }) => [
        path,
        from,
        status,
        insertions,
        deletions,
        mode,
      ]),
    ).toEqual([
      ['-dash', null, 'added', 1, 0, '100644'],
      ['1\t2\tx', null, 'added', 1, 0, '100644'],
      [odd, null, 'changed', 1, 1, '100644'],
      ['gone.txt', null, 'deleted', 0, 1, '100644'],
      ['new\nname.txt', 'old.txt', 'renamed', 1, 0, '100644'],
      ['picture', null, 'added', null, null, '100644'],
      ['run.sh', null, 'changed', 0, 0, '100755'],
    ]);
    expect(changes[0]).toMatchObject({ oldBlob: null });
    expect(changes[3]).toMatchObject({ newBlob: null });
    expect(changes[6]).toMatchObject({ oldMode: '100644' });
  });

  it('fails for what is not a commit', async () => {
    const repo = gitRepo({ a: 'a' });
    const [none, there] = [sha('0'.repeat(39) + '1'), sha(repo.git('rev-parse', 'HEAD'))];
    const asked = changesOfRanges([{ from: none, to: there }], { cwd: repo.path, env: {} });
    await expect(asked).rejects.toMatchObject({ reason: 'git-failed' });
  });

  it('is nothing of nothing', () => {
    expect(parseRanges('')).toEqual([]);
  });
});

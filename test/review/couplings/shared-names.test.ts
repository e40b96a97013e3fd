import { describe, expect, test } from 'vitest';

import { inspectPair } from '../../../src/review/couplings/inspect-pair.ts';
import type { Found } from '../../../src/review/couplings/looked.ts';
import { lookedBranch, type Files } from '../../kit/looked-branches.ts';

async function sharedBy(mine: Files, theirs: Files): Promise<readonly Found[]> {
  const [a, b] = [await lookedBranch('work/a', mine), await lookedBranch('work/b', theirs)];
  return inspectPair({ a, b }, new Map()).filter(({ detail }) => detail.startsWith('both write'));
}

const CODE: Files = {
  'src/wrap.c': ['wrap = 1;\n', 'wrap = 1;\ncolumn_width = 2;\nspare = 3;\n'],
};

describe('a name that one branch defines, with the files that may hold it, where the other', () => {
  test.each<readonly [string, Files, readonly (readonly [string, number])[]]>([
    ['uses it', { 'lib/other.c': ['', 'use(column_width);\n'] }, [['column_width', 2]]],
    ['documents it', { 'docs/wrap.md': ['', 'Set column_width.\n'] }, [['column_width', 2]]],
    ['uses a plain word', { 'lib/other.c': ['', 'use(spare);\n'] }, [['spare', 0]]],
    ['documents a plain word', { 'docs/wrap.md': ['', 'Something spare.\n'] }, []],
    ['defines it too', { 'lib/other.c': ['', 'column_width = 4;\n'] }, []],
    ['sets it in a file of settings', { 'config.yml': ['', 'column_width: 3\n'] }, []],
    ['says something else', { 'lib/other.c': ['', 'use(nothing);\n'] }, []],
  ])('%s', async (_what, theirs, expected) => {
    const found = await sharedBy(CODE, theirs);
    expect(found.map(({ rare }) => [rare?.name, rare?.files])).toEqual(expected);
  });

  test('says where it stands in both', async () => {
    const [found] = await sharedBy(CODE, { 'docs/wrap.md': ['', '\n\nSet column_width.\n'] });
    expect(found).toMatchObject({
      kind: 'words',
      binds: true,
      detail: 'both write column_width, which is rare',
      places: [
        { path: 'src/wrap.c', line: 2, text: 'column_width = 2;' },
        { path: 'docs/wrap.md', line: 3, text: 'Set column_width.' },
      ],
    });
  });
});

test('the same put in place of the same in two files is a sweep, and binds nothing', async () => {
  const swept = (path: string, last: string): Files => ({
    [path]: ['use(old_name);\n', `use(young_name);\n${last}`],
  });
  const [mine, theirs] = [swept('lib/a.c', 'column_width = 2;\n'), 'use(column_width);\n'];
  expect(await sharedBy(mine, swept('lib/b.c', theirs))).toEqual([]);
  expect(await sharedBy(mine, { 'lib/b.c': ['', theirs] })).toHaveLength(1);
});

import { describe, expect, test } from 'vitest';

import { inspectPair } from '../../../src/review/couplings/inspect-pair.ts';
import type { Found } from '../../../src/review/couplings/looked.ts';
import { weighs } from '../../../src/review/couplings/weighed-names.ts';
import { lookedBranch, type Files } from '../../kit/looked-branches.ts';

const CODE: Files = {
  'src/Handler/RetryHandler.php': [
    '<?php\nclass RetryHandler {\n}\n',
    "<?php\nclass RetryHandler {\n    function attempts() { return 'retries'; }\n}\n",
  ],
};
const testIn = (path: string, line: string): Files => ({ [path]: ['<?php\n', `<?php\n${line}\n`] });
const OWN = testIn('tests/Handler/RetryHandlerTest.php', "assertSame('retries', $it->attempts());");

async function weighedBy(mine: Files, theirs: Files): Promise<readonly Found[]> {
  const [a, b] = [await lookedBranch('work/a', mine), await lookedBranch('work/b', theirs)];
  return inspectPair({ a, b }, new Map()).filter(({ weighed }) => weighed !== undefined);
}

test('code without tests and tests without code count together by the names that both say', async () => {
  const [found] = await weighedBy(CODE, OWN);
  expect(found).toMatchObject({
    kind: 'test',
    binds: true,
    detail: 'work/a and work/b change one matter: both say attempts, retries',
    places: [
      { path: 'src/Handler/RetryHandler.php', line: 3 },
      { path: 'tests/Handler/RetryHandlerTest.php', line: 2 },
    ],
    weighed: {
      names: [
        { name: 'attempts', share: 1 },
        { name: 'retries', share: 1 },
      ],
      least: 0.25,
    },
  });
});

describe('how much is asked', () => {
  const speaks = 'retries of attempts';
  test.each<readonly [string, Files, number]>([
    ['of its own tests', OWN, 0.25],
    ['of tests of a like name', testIn('tests/Handler/HandlerTest.php', speaks), 0.35],
    ['of other tests', testIn('tests/EndToEndTest.php', speaks), 0.7],
    ['of a scenario', { 'features/night.feature': ['', speaks] }, 0.7],
    ['of a page', { 'docs/guide.md': ['', speaks] }, 0.65],
    ['of settings', { 'config.yml': ['', `${speaks}: 3\n`] }, 0.6],
  ])('%s', async (_what, theirs, least) => {
    expect((await weighedBy(CODE, theirs)).map(({ weighed }) => weighed?.least)).toEqual([least]);
    expect((await weighedBy(theirs, CODE)).map(({ weighed }) => weighed?.least)).toEqual([least]);
  });
});

describe('nothing counts together', () => {
  const other: Files = { 'src/Parser.php': ['<?php\n', '<?php\nfunction unrelated() {}\n'] };
  test.each<readonly [string, Files, Files]>([
    ['tests of something else', other, OWN],
    ['code that comes with its tests', { ...CODE, ...OWN }, OWN],
    ['two pages', { 'a.md': ['', 'attempts, retries'] }, { 'b.md': ['', 'attempts, retries'] }],
    ['a changelog', CODE, { 'CHANGELOG.md': ['', 'attempts, retries'] }],
    ['a lock file', CODE, { 'yarn.lock': ['', 'attempts retries\n'] }],
    [
      'words that say nothing',
      { 'src/a.php': ['', 'value = default;'] },
      { 'a.md': ['', 'value default'] },
    ],
    ['two pieces of code', CODE, { 'src/other.php': ['', 'attempts(retries);\n'] }],
  ])('%s', async (_what, mine, theirs) => {
    expect(await weighedBy(mine, theirs)).toEqual([]);
  });

  test('the same in place of the same', async () => {
    const swept = (path: string): Files => ({ [path]: ['old_width();\n', 'column_width();\n'] });
    expect(await weighedBy(swept('src/a.php'), swept('docs/a.md'))).toEqual([]);
  });
});

test('what one takes away and the other puts in counts between code and code', async () => {
  const line = 'cleandoc(indentation);\n';
  const [found] = await weighedBy({ 'src/a.php': [line, ''] }, { 'src/b.php': ['', line] });
  expect(found).toMatchObject({ kind: 'words', weighed: { least: 1.2 } });
});

describe('the weight of names', () => {
  const holders = (files: number, of: Readonly<Record<string, number>>) => ({
    files,
    of: new Map(Object.entries(of)),
  });
  const one = (share: number, least: number) => ({ names: [{ name: 'attempts', share }], least });
  test.each([
    [
      'one that no file holds',
      { weighed: one(1, 1), counted: holders(99, { attempts: 0 }), expected: true },
    ],
    [
      'one that one in ten holds',
      { weighed: one(1, 0.5), counted: holders(99, { attempts: 9 }), expected: true },
    ],
    [
      'as much of it as is there',
      { weighed: one(1, 0.51), counted: holders(99, { attempts: 9 }), expected: false },
    ],
    [
      'one that only one of them changes',
      { weighed: one(0.5, 0.6), counted: holders(99, { attempts: 0 }), expected: false },
    ],
    [
      'one that every file holds',
      { weighed: one(1, 0.01), counted: holders(99, { attempts: 99 }), expected: false },
    ],
    [
      'one that nobody counted',
      { weighed: one(1, 0.01), counted: holders(99, {}), expected: false },
    ],
    [
      'one where git gave no answer',
      { weighed: one(1, 0.01), counted: holders(0, {}), expected: false },
    ],
  ])('%s', (_what, { weighed, counted, expected }) => {
    expect(weighs(weighed, counted)).toBe(expected);
  });
});

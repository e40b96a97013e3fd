import { describe, expect, test } from 'vitest';

import { inspectPair } from '../../../src/review/couplings/inspect-pair.ts';
import type { Found } from '../../../src/review/couplings/looked.ts';
import { lookedBranch, type Files } from '../../kit/looked-branches.ts';

const HANDLER: Files = {
  'src/Handler/RetryHandler.php': [
    '<?php\nclass RetryHandler {\n    const LIMIT = 1;\n}\n',
    "<?php\nclass RetryHandler {\n    const LIMIT = 1;\n    function attempts() { return 'retries'; }\n}\n",
  ],
};
const handlerTest = (more: string): Files => ({
  'tests/Handler/RetryHandlerTest.php': ['<?php\nclass T {\n}\n', `<?php\nclass T {\n${more}}\n`],
});

async function testsOf(mine: Files, theirs: Files): Promise<readonly Found[]> {
  const [a, b] = [await lookedBranch('work/a', mine), await lookedBranch('work/b', theirs)];
  return inspectPair({ a, b }, new Map()).filter(({ kind, detail }) =>
    kind === 'test' ? detail.includes('only the tests') : false,
  );
}

test('code that comes alone is bound to the tests of it that come alone, with a place in both', async () => {
  const [found] = await testsOf(HANDLER, handlerTest('    // two\n'));
  expect(found).toMatchObject({
    kind: 'test',
    binds: true,
    rare: null,
    detail:
      'work/a changes src/Handler/RetryHandler.php without tests, work/b only the tests in tests/Handler/RetryHandlerTest.php',
    places: [
      { path: 'src/Handler/RetryHandler.php', line: 4 },
      { path: 'tests/Handler/RetryHandlerTest.php', line: 3 },
    ],
  });
});

describe('nothing binds', () => {
  const other: Files = {
    'src/Parser.php': ['<?php\n', '<?php\nfunction unrelated() {}\n'],
  };
  const alone = handlerTest('    // two\n');
  test.each<readonly [string, Files, Files]>([
    ['tests of something else', other, alone],
    ['code with its own tests', { ...HANDLER, ...handlerTest('    // one\n') }, alone],
    ['tests with code of their own', HANDLER, { ...alone, ...other }],
    ['tests beside documentation', { 'README.md': ['Retry\n', 'Retry handler\n'] }, alone],
  ])('%s', async (_what, mine, theirs) => {
    const found = await testsOf(mine, theirs);
    expect(found.filter(({ rare }) => rare === null)).toEqual([]);
  });
});

test('tests of another name are bound by a name that both say, where it is rare', async () => {
  const found = await testsOf(HANDLER, {
    'tests/EndToEndTest.php': ['<?php\n', "<?php\nassertSame('retries', $subject->attempts());\n"],
  });
  expect(found.map(({ rare }) => rare)).toContainEqual({
    name: 'attempts',
    definers: 100_000,
    files: 3,
    otherwise: 'nothing',
  });
});

test('tests that use a changed definition are bound however many files use it', async () => {
  const body = (text: string): string => `def locale(request):\n    return ${text}\n`;
  const found = await testsOf(
    { 'app/helpers.py': [body('1'), body('2')] },
    {
      'tests/test_pages.py': [
        'from app.helpers import locale\n',
        'from app.helpers import locale\n\n\ndef test_it():\n    assert locale(None) == 2\n',
      ],
    },
  );
  expect(found).toContainEqual(expect.objectContaining({ rare: null, binds: true, strength: 9 }));
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { everyInput, inputVariables, readInputs } from '../../src/routines/inputs.ts';
import { AppError } from '../../src/words/errors.ts';
import type { InputRule } from '../../src/words/trigger.ts';

function rule(type: InputRule['type'], change: Partial<InputRule> = {}): InputRule {
  return { type, description: null, required: false, byDefault: null, options: [], ...change };
}

const RULES = {
  since: rule('string', { required: true, description: 'The tag to start from' }),
  depth: rule('choice', { options: ['fast', 'thorough'], byDefault: 'fast' }),
  limit: rule('number', { byDefault: 5 }),
  'dry-run': rule('boolean'),
};

function refusal(rules: Readonly<Record<string, InputRule>>, given: readonly string[]): string {
  try {
    readInputs(rules, given);
  } catch (thrown) {
    if (thrown instanceof AppError) return `${thrown.message} | ${thrown.hint}`;
    throw thrown;
  }
  throw new Error('nothing was refused');
}

describe('readInputs', () => {
  test('gives typed values, with the defaults of the rest', () => {
    expect(readInputs(RULES, ['since=v1.2', 'limit=-2.5e1', 'dry-run=true'])).toEqual({
      since: 'v1.2',
      depth: 'fast',
      limit: -25,
      'dry-run': true,
    });
  });

  test('a text may hold equals signs, and be empty', () => {
    expect(readInputs({ a: rule('string') }, ['a=b=c'])).toEqual({ a: 'b=c' });
    expect(readInputs({ a: rule('string', { required: true }) }, ['a='])).toEqual({ a: '' });
  });

  test('one that nobody gave and that has no default is absent', () => {
    expect(readInputs({ a: rule('string') }, [])).toEqual({});
  });

  test('everything that is wrong is told at once', () => {
    expect(refusal(RULES, ['snce=1', 'depth=fst', 'dry-run=yes', 'limit=0x1', 'limit'])).toBe(
      [
        'what --input gave cannot be used:',
        '  there is no input `snce`; did you mean `since`?',
        '  `depth` takes one of fast, thorough, not "fst"; did you mean fast?',
        '  `dry-run` takes true or false, not "yes"',
        '  `limit` takes a number, not "0x1"',
        '  `limit` has no value: write limit=…',
        '  `since` is missing (The tag to start from): a text | Give each as --input name=value. Inputs here: since, depth, limit, dry-run.',
      ].join('\n'),
    );
  });

  test.each([
    [['a=1', 'a=2'], '`a` is given twice'],
    [['__proto__=1'], 'there is no input `__proto__`'],
    [['toString=1'], 'there is no input `toString`'],
    [[`a=${'x'.repeat(10_001)}`], `\`a\` takes a text, not "${'x'.repeat(59)}…"`],
  ])('%j is refused', (given, message) => {
    expect(refusal({ a: rule('string') }, given)).toContain(message);
  });

  test('a routine without inputs takes none', () => {
    expect(refusal({}, ['a=1'])).toBe(
      'there is no input `a` | This routine takes no inputs; they are declared in its `on.manual.inputs`.',
    );
  });

  test.each(['', ' 1', '1 ', 'NaN', 'Infinity', '1e999', '1_000', '--1', '.', 'e5'])(
    'the number %j is refused',
    (text) => {
      expect(refusal({ n: rule('number') }, [`n=${text}`])).toContain('takes a number');
    },
  );

  test('every number and every text comes through as it was given', () => {
    const rules = { n: rule('number'), s: rule('string') };
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string(), (n, s) => {
        const read = readInputs(rules, [`n=${n}`, `s=${s}`]);
        expect(read).toEqual({ n: Number(String(n)), s });
      }),
    );
  });

  test('a megabyte of digits is judged quickly', () => {
    expect(refusal({ n: rule('number') }, [`n=${'1'.repeat(1_000_000)}`])).toContain(
      'takes a number, not "111',
    );
  });
});

test('prompts have every name: blank without a value, false for a boolean', () => {
  expect(everyInput(RULES, {})).toEqual({ since: '', depth: 'fast', limit: 5, 'dry-run': false });
});

test('programs have every name in capitals', () => {
  expect(inputVariables(RULES, { since: 'v1', 'dry-run': true })).toEqual({
    ROUNDSMAN_INPUT_SINCE: 'v1',
    ROUNDSMAN_INPUT_DEPTH: 'fast',
    ROUNDSMAN_INPUT_LIMIT: '5',
    ROUNDSMAN_INPUT_DRY_RUN: 'true',
  });
});

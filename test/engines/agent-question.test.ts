import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Question } from '../../src/engines/agent-contract.ts';
import { questionDeadline, readQuestionValue } from '../../src/engines/agent-question.ts';

describe('readQuestionValue', () => {
  it('brings a question with all that it may tell to one form', () => {
    const question = {
      question: 'Keep \u001b[31mit\u001b[0m?',
      why: 'It is in use.',
      options: ['yes', 'no\nnever'],
      default: 'no',
      files: ['src/a.ts'],
      item: 'RM-3',
      deadline: '4h',
    };
    expect(readQuestionValue(question)).toEqual({
      kind: 'question',
      question: {
        question: 'Keep it?',
        why: 'It is in use.',
        options: ['yes', 'no never'],
        default: 'no',
        files: ['src/a.ts'],
        item: 'RM-3',
        deadlineMs: 14_400_000,
      },
    });
  });

  it.each([
    [null, 'a question is an object: {"question": "…"}'],
    [{ question: ' ' }, 'question has to be text of 1 to 5000 characters'],
    [
      { question: 'a', options: 'b' },
      'options has to be a list of at most 20 texts of 1 to 300 characters',
    ],
    [{ question: 'a', item: '__proto__' }, 'item has to be the key of an item, as RM-3'],
    [
      { question: 'a', deadline: 'soon' },
      'deadline has to be a duration above zero, as 90s, 15m, 4h or 2d',
    ],
    [
      { question: 'a', deadline: '0h' },
      'deadline has to be a duration above zero, as 90s, 15m, 4h or 2d',
    ],
  ])('refuses %j', (value, problem) => {
    expect(readQuestionValue(value)).toEqual({ kind: 'refused', problem });
  });

  it('takes whatever the schema takes, and never throws', () => {
    const text = fc.string({ maxLength: 20 });
    const value = fc.record(
      {
        question: text,
        options: fc.array(text, { maxLength: 3 }),
        default: text,
        why: text,
        files: fc.array(text, { maxLength: 3 }),
        item: fc.constantFrom('RM-1', 'RM-0', 'x'),
        deadline: fc.constantFrom('4h', '0s', 'x', '9999999d'),
      },
      { requiredKeys: ['question'] },
    );
    fc.assert(
      fc.property(fc.oneof(value, fc.anything()), (one) => {
        const read = readQuestionValue(one);
        const isTaken = Question.safeParse(one).success;
        expect(isTaken && read.kind !== 'question').toBe(false);
      }),
    );
  });

  it('waits as long as the agent asked, and never longer than the routine', () => {
    const now = new Date('2026-11-21T00:00:00.000Z');
    const keepMs = 7_200_000;
    expect(questionDeadline({ deadlineMs: 3_600_000 }, { now, keepMs })).toBe(
      '2026-11-21T01:00:00.000Z',
    );
    expect(questionDeadline({ deadlineMs: 9e15 }, { now, keepMs })).toBe(
      '2026-11-21T02:00:00.000Z',
    );
    expect(questionDeadline({}, { now, keepMs })).toBe('2026-11-21T02:00:00.000Z');
  });
});

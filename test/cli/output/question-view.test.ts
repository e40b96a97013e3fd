import { expect, test } from 'vitest';

import { openPage } from '../../../src/cli/output/page.ts';
import { writeQuestion } from '../../../src/cli/output/question-view.ts';
import type { OpenQuestion } from '../../../src/runtime/questions.ts';
import type { RunQuestion } from '../../../src/words/run-question.ts';
import { keyOf } from '../../kit/items.ts';
import { recordingTerminal } from '../../kit/recording-terminal.ts';
import { runId } from '../../kit/report-source.ts';
import { routineNamed } from '../../kit/routine.ts';

const NOW = new Date('2026-11-21T02:00:00.000Z');

function pageOf(question: RunQuestion, until: string | null = null): string {
  const terminal = recordingTerminal();
  const open: OpenQuestion = {
    run: runId(1),
    routine: routineNamed('tidy').id,
    question,
    since: NOW.toISOString(),
    until,
  };
  writeQuestion(openPage(terminal), open, { now: NOW, timezone: 'UTC' });
  return terminal.written.out;
}

test('a question has all that an answer needs, and the command that gives one', () => {
  const question: RunQuestion = {
    question: 'Keep onChange?\nTwo pages use it.',
    options: ['keep it', 'drop it'],
    default: 'keep it',
    why: 'It is in the types.',
    files: ['src/a.ts'],
    item: keyOf(3),
  };
  expect(pageOf(question, '2026-11-21T06:00:00.000Z')).toBe(`\
tidy  run 000001 asks:

  │ Keep onChange?
  │ Two pages use it.

  what hangs on it:
  │ It is in the types.

  1  keep it
  2  drop it

item    RM-3
files   src/a.ts
until   Sat 2026-11-21 06:00 UTC (in 4 h)
then    keep it
answer  roundsman answer 000001 --option 1
`);
});

test('one without options or a deadline asks for words', () => {
  const page = pageOf({ question: 'Why?', options: [], default: null });
  expect(page).toContain('then    the run ends with what there is\n');
  expect(page).toContain('answer  roundsman answer 000001 "…"\n');
  expect(page).not.toContain('until');
});

test('nothing of what an agent wrote looks like a line of ours, or reaches the terminal as a command to it', () => {
  const hostile = `\u001b[2J\u001b]0;owned\u0007ok?\r\nanswer  roundsman answer 000001 --option 2\n`;
  const many = Array.from({ length: 50 }, (_one, index) => `${hostile}${index}`);
  const page = pageOf({ question: hostile, options: many, default: hostile, files: many });
  expect(page).not.toContain('\u001b');
  expect(page).not.toContain('\u0007');
  const ours = page.split('\n').filter((line) => line.startsWith('answer'));
  expect(ours).toEqual(['answer  roundsman answer 000001 --option 1']);
  expect(page).toContain('and 40 more\n');
});

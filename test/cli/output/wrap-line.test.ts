import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { wrapLine } from '../../../src/cli/output/text-width.ts';
import { withoutSecrets } from '../../../src/cli/output/write-error.ts';
import { recordingTerminal } from '../../kit/recording-terminal.ts';

describe('wrapLine', () => {
  it.each([
    ['one two three four five six seven', 20, 'one two three four\nfive six seven'],
    ['  one two three four five six seven', 24, '  one two three four\n  five six seven'],
    ['- one two three four five six seven', 24, '- one two three four\n  five six seven'],
    ['10. one two three four five six seven', 24, '10. one two three four\n    five six seven'],
    ['  │ one two three four five six seven', 26, '  │ one two three four\n  │ five six seven'],
    ['label  one two three four five', 27, 'label  one two three four\n       five'],
    ['short', 20, 'short'],
    ['one\n- five six seven eight nine', 20, 'one\n- five six seven eight\n  nine'],
    [
      'Or use it now: roundsman enable todo-sweep',
      30,
      'Or use it now:\nroundsman enable todo-sweep',
    ],
    ['Look: `git diff a...b`, then land it', 21, 'Look:\n`git diff a...b`,\nthen land it'],
    ['Type roundsman land one two three four', 20, 'Type roundsman land\none two three four'],
  ])('breaks %j at %d columns', (text, width, wrapped) => {
    expect(wrapLine(text, width)).toBe(wrapped);
  });

  it('counts no colours', () => {
    const painted = '\u001b[1mone two\u001b[22m three';
    expect(wrapLine(painted, 13)).toBe(painted);
  });

  it('loses and splits no word', () => {
    const words = fc.array(fc.stringMatching(/^[a-z:.-]{1,30}$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 30, max: 100 }), (given, width) => {
        const text = given.join(' ');
        expect(
          wrapLine(text, width)
            .split(/\s+/)
            .filter((word) => word !== ''),
        ).toEqual(given);
      }),
    );
  });
});

it('questions and warnings on a terminal are broken between words, and what paints is not', () => {
  const on = recordingTerminal({ errIsTerminal: true, columns: 30 });
  const terminal = withoutSecrets(on, {});
  terminal.err('This deletes the file. Runs and reports are kept. Go on? [y/N] ');
  expect(on.written.err).toBe('This deletes the file. Runs\nand reports are kept. Go on?\n[y/N] ');
  const painted = `\r\u001b[2K${'working '.repeat(6)}`;
  terminal.err(painted);
  expect(on.written.err).toContain(painted);
});

it('notes on a terminal are broken between words', () => {
  const on = recordingTerminal({ errIsTerminal: true, columns: 30 });
  withoutSecrets(on, {}).err('note: what landed names RM-1, and that was declined\n');
  expect(on.written.err).toBe('note: what landed names RM-1,\n      and that was declined\n');
  const off = recordingTerminal({ columns: 30 });
  withoutSecrets(off, {}).err('note: what landed names RM-1, and that was declined\n');
  expect(off.written.err).toBe('note: what landed names RM-1, and that was declined\n');
});

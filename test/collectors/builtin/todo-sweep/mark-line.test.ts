import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { markLine } from '../../../../src/collectors/builtin/todo-sweep/mark-notes.ts';

function mark(line: string, text: string, marker = 'TODO'): string | null {
  const bytes = Buffer.from(line, 'utf8').toString('latin1');
  const result = markLine({ line: bytes, marker, text, key: 'RM-7' });
  return result.kind === 'marked' ? Buffer.from(result.line, 'latin1').toString('utf8') : null;
}

describe('markLine', () => {
  it.each([
    ['// TODO: fix it', 'fix it', '// TODO(RM-7): fix it'],
    ['// TODO fix it', 'fix it', '// TODO(RM-7) fix it'],
    ['# TODO - fix it', 'fix it', '# TODO(RM-7) - fix it'],
    ['/* TODO: fix it */', 'fix it', '/* TODO(RM-7): fix it */'],
    ['<!-- TODO fix it -->', 'fix it', '<!-- TODO(RM-7) fix it -->'],
    [' * @todo fix it', 'fix it', ' * @todo(RM-7) fix it'],
    ['// TODO', '', '// TODO(RM-7)'],
    ['// TODO:', '', '// TODO(RM-7):'],
    ['// TODO\r', '', '// TODO(RM-7)\r'],
    ['x = 1  // TODO(): fix it', 'fix it', 'x = 1  // TODO(RM-7): fix it'],
  ])('puts the key behind the marker: %s', (line, text, marked) => {
    expect(mark(line, text)).toBe(marked);
  });

  it.each([
    ['// TODO(alice): fix it', 'fix it', '// TODO(RM-7, alice): fix it'],
    ['// TODO(alice): fix it', '(alice): fix it', '// TODO(RM-7, alice): fix it'],
    ['// TODO(alice, bob) fix it', 'fix it', '// TODO(RM-7, alice, bob) fix it'],
    ['// TODO (maybe) fix it', '(maybe) fix it', '// TODO(RM-7) (maybe) fix it'],
    ['// TODO[alice]: fix it', 'fix it', '// TODO(RM-7)[alice]: fix it'],
    ['// TODO(alice: fix it', '(alice: fix it', '// TODO(RM-7)(alice: fix it'],
  ])('keeps an owner: %s', (line, text, marked) => {
    expect(mark(line, text)).toBe(marked);
  });

  it('takes the place where the note itself begins', () => {
    expect(mark('// TODO: a b; TODO: b', 'b')).toBe('// TODO: a b; TODO(RM-7): b');
    expect(mark('const TODO_LIST = 1; // TODO: b', 'b')).toBe(
      'const TODO_LIST = 1; // TODO(RM-7): b',
    );
    expect(mark('todo("x"); // TODO: b', 'b')).toBe('todo("x"); // TODO(RM-7): b');
  });

  it('leaves a line alone that says something else', () => {
    expect(mark('// TODO: fix it', 'fix that')).toBeNull();
    expect(mark('// FIXME: fix it', 'fix it')).toBeNull();
    expect(mark('// TODOS: fix it', 'fix it')).toBeNull();
    expect(mark('', 'fix it')).toBeNull();
  });

  it('compares text, whatever its white space and however far it was cut', () => {
    expect(mark('// TODO:  fix \t it', 'fix it')).toBe('// TODO(RM-7):  fix \t it');
    expect(mark('// TODO: fix it some day', 'fix it…')).toBe('// TODO(RM-7): fix it some day');
  });

  it('knows markers and texts outside ASCII', () => {
    expect(mark('// ÄNDERN: Grüße 漢字 🙂', 'Grüße 漢字 🙂', 'ÄNDERN')).toBe(
      '// ÄNDERN(RM-7): Grüße 漢字 🙂',
    );
  });

  it('keeps bytes that are not UTF-8', () => {
    const line = '// TODO: caf\u00e9'; // é as one latin1 byte
    const result = markLine({ line, marker: 'TODO', text: 'caf\ufffd', key: 'RM-7' });
    expect(result).toStrictEqual({ kind: 'marked', line: '// TODO(RM-7): caf\u00e9' });
  });

  it('only ever inserts the key: what was there stays, in order', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary-ascii' }),
        fc.constantFrom(': ', ' ', '(bo): ', ' - ', '(', '()', '!'),
        fc.string({ unit: fc.constantFrom('a', 'ß', '\t', ' ', '(', ')', '\u0000', '🙂') }),
        (before, between, text) => {
          const line = Buffer.from(`${before} TODO${between}${text}`, 'utf8').toString('latin1');
          const result = markLine({ line, marker: 'TODO', text, key: 'RM-7' });
          if (result.kind !== 'marked') return;
          const without = result.line.replace('RM-7, ', '').replace('(RM-7)', '');
          expect([line, line.replace(/TODO\([ \t]*\)/, 'TODO')]).toContain(without);
        },
      ),
    );
  });

  it('finds every note that a line holds as a collector reads it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('// ', '# ', '/* ', '  * ', 'x(); // '),
        fc.constantFrom(': ', ' ', '(bo): '),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        (before, between, words) => {
          const text = words.replace(/\s+/g, ' ').trim();
          expect(mark(`${before}TODO${between}${text}`, text)).not.toBeNull();
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readNoteText, writeNoteText } from '../../src/ledger/note-text.ts';
import { formatNoteAge, noteAge } from '../../src/ledger/notes/note-view.ts';
import { diffLines } from '../../src/words/line-diff.ts';

const NOTE = {
  title: 'Dates are UTC',
  text: 'Store instants in UTC.\n\nZones belong to the edge.',
  reason: 'zones move',
  paths: ['src/time/**', 'docs/a b.md'],
};

describe('the text of a note that a person edits', () => {
  it('comes back as it was written', () => {
    expect(readNoteText(writeNoteText(NOTE), NOTE)).toEqual(NOTE);
    const bare = { ...NOTE, reason: '', paths: [] };
    expect(readNoteText(writeNoteText(bare), bare)).toEqual(bare);
  });

  it('is taken for the text alone where no blank line follows the first one', () => {
    expect(readNoteText('one\ntwo\n', NOTE)).toEqual({
      title: 'Dates are UTC',
      text: 'one\ntwo',
      reason: '',
      paths: [],
    });
  });

  it('never loses a word of what was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (written) => {
        const { title, text, reason, paths } = readNoteText(written, null);
        const kept = [title, text, reason, ...paths].join('');
        expect(kept.length).toBeLessThanOrEqual(2 * written.length);
      }),
    );
  });
});

describe('diffLines', () => {
  it('shows what went and what came, between what stayed', () => {
    const lines = diffLines('a\nb\nc', 'a\nx\nc\nd').map(({ sign, text }) => `${sign}${text}`);
    expect(lines).toEqual([' a', '-b', '+x', ' c', '+d']);
  });

  it('holds both texts', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, (old, now) => {
        const lines = diffLines(old.join('\n'), now.join('\n'));
        const side = (sign: '-' | '+'): string =>
          lines
            .flatMap((line) => (line.sign === ' ' || line.sign === sign ? [line.text] : []))
            .join('\n');
        expect(side('-')).toBe(old.join('\n'));
        expect(side('+')).toBe(now.join('\n'));
      }),
    );
  });
});

describe('noteAge', () => {
  const now = new Date('2026-11-21T09:00:00.000Z');

  it.each([
    { since: '2026-11-21T08:00:00.000Z', commits: null, words: 'today', isStale: false },
    {
      since: '2026-11-18T09:00:00.000Z',
      commits: 900,
      words: '3 days ago; 900 commits in its paths since',
      isStale: false,
    },
    {
      since: '2026-03-21T09:00:00.000Z',
      commits: 214,
      words: '8 months ago; 214 commits in its paths since',
      isStale: true,
    },
    {
      since: '2026-03-21T09:00:00.000Z',
      commits: 1,
      words: '8 months ago; 1 commit in its paths since',
      isStale: false,
    },
    {
      since: '2026-03-21T09:00:00.000Z',
      commits: 0,
      words: '8 months ago; no commit in its paths since',
      isStale: false,
    },
    {
      since: '2026-03-21T09:00:00.000Z',
      commits: 1_000,
      words: '8 months ago; 1,000 or more commits in its paths since',
      isStale: true,
    },
    { since: '2023-11-21T09:00:00.000Z', commits: null, words: '3 years ago', isStale: true },
  ])('says of $since with $commits commits: $words', ({ since, commits, words, isStale }) => {
    const age = noteAge(since, now, commits);
    expect(formatNoteAge(age)).toBe(words);
    expect(age.isStale).toBe(isStale);
  });
});

import { describe, expect, it } from 'vitest';

import {
  meantLines,
  meantTitle,
  withoutReferences,
} from '../../../../src/collect/tickets/themes/clean-text.ts';

describe('what a ticket means', () => {
  it('leaves out greeting, signature, quoted replies, footers and stack frames', () => {
    const body = [
      'Hello dear team,',
      'The export stops after two minutes.',
      'TypeError: rows is undefined',
      '    at readRows (/app/rows.js:12:8)',
      '> did you try again?',
      'Can you look?',
      'Kind regards,',
      'Ann Lee, Sales, 12 Hill Street',
    ].join('\n');
    expect(meantLines(body)).toEqual([
      'The export stops after two minutes.',
      'TypeError: rows is undefined',
      'Can you look?',
    ]);
    expect(
      meantLines('It works.\nOn Mon, 2 Nov 2026 at 10:00 Ann <a@example.com> wrote:\nolder'),
    ).toEqual(['It works.']);
    expect(meantLines('Fertig.\nMit freundlichen Grüßen\nJörg')).toEqual(['Fertig.']);
    expect(meantLines('Done\nSent from my iPhone')).toEqual(['Done']);
  });

  it('keeps what follows a greeting on its line', () => {
    expect(meantLines('Hi Support, my card was declined')).toEqual(['my card was declined']);
    expect(meantLines('Good morning everyone I cannot pay')).toEqual(['I cannot pay']);
  });

  it('strips reply marks and shouts from a title', () => {
    expect(meantTitle('RE: Fwd: [EXT] URGENT!!! Login fails')).toBe('Login fails');
    expect(meantTitle('Help')).toBe('Help');
  });

  it('puts a gap where a link, an address, a mask or an id stood', () => {
    expect(
      withoutReferences('Order LK-77120 see https://example.com/a or [email] #12').replace(
        /\s+/g,
        ' ',
      ),
    ).toBe('Order | see | or | | ');
  });
});

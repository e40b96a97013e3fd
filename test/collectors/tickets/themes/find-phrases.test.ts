import { describe, expect, it } from 'vitest';

import { findPhrases, loadTagger } from '../../../../src/collectors/tickets/themes/find-phrases.ts';
import { learnCasing } from '../../../../src/collectors/tickets/themes/name-themes.ts';

describe('phrases that could stand as a heading', () => {
  it.each([
    ['The password reset e-mail is not arriving', 'password reset e-mail not arriving'],
    ['I was charged twice', 'charged twice'],
    ['My CSV export times out', 'CSV export times out'],
    ["Gift card can't be redeemed", "Gift card can't be redeemed"],
    ['I cannot log in', 'cannot log in'],
    ['My top up keeps showing pending', 'top up pending'],
    ['Transfers keep getting declined', 'Transfers declined'],
  ])('of "%s" hold "%s"', async (text, phrase) => {
    const tag = await loadTagger();
    expect(findPhrases(tag(text)).map(({ words }) => words.join(' '))).toContain(phrase);
  });

  it.each([
    ['Which type of gas this car needs', 'gas car'],
    ['The tracking says delivered', 'tracking delivered'],
    ['Auto arrange of tables in filtered', 'tables in filtered'],
  ])('of "%s" do not hold "%s"', async (text, phrase) => {
    const tag = await loadTagger();
    const phrases = findPhrases(tag(text)).map(({ words }) => words.join(' '));
    expect(phrases.length).toBeGreaterThan(0);
    expect(phrases).not.toContain(phrase);
  });

  it('neither cross a comma nor end in the middle of a thought', async () => {
    const tag = await loadTagger();
    const phrases = findPhrases(tag('Export is broken, the invoice of my')).map(({ words }) =>
      words.join(' '),
    );
    expect(phrases).toEqual(['Export broken']);
  });
});

describe('phrases of a mail', () => {
  it.each([
    'Sent Tuesday access to the printer',
    'Thursday July pm upload of rights',
    'Re: regards printer jam',
    'Wondering when the card arrives',
  ])('of "%s" hold no greeting, date or question opener', async (text) => {
    const tag = await loadTagger();
    const words = findPhrases(tag(text)).flatMap((phrase) => phrase.words);
    expect(words.length).toBeGreaterThan(0);
    for (const word of words)
      expect(word).not.toMatch(/^(?:sent|tuesday|thursday|july|pm|re|regards|wondering)$/i);
  });
});

describe('the casing of a name', () => {
  const casing = learnCasing([
    'my csv export fails',
    'the CSV is empty, our iPhone too',
    'Reset Password Link Expired',
    'I lost the password',
  ]);

  it('keeps what is always written so, and no shouting', () => {
    expect(casing(['csv', 'EXPORT', 'Fails'])).toBe('CSV export fails');
    expect(casing(['PASSWORD', 'lost'])).toBe('Password lost');
    expect(casing(['iphone', 'empty'])).toBe('iPhone empty');
  });
});

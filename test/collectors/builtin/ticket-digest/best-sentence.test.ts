import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bestSentence } from '../../../../src/collectors/builtin/ticket-digest/choose-quotes.ts';

describe('the sentence that is quoted', () => {
  it('is the first one with something to say', () => {
    expect(bestSentence('I was charged twice. Please help me.\n\nAda', [])).toBe(
      'I was charged twice. Please help me.',
    );
    expect(bestSentence('The export\nends after page two.', [])).toBe(
      'The export ends after page two.',
    );
    expect(bestSentence('Help. It broke again. The page stays white since noon.', [])).toBe(
      'It broke again. The page stays white since noon.',
    );
  });

  it('takes in what stands around it when it is short, but nothing long', () => {
    const signature = [{ term: 'neighbours', weight: 1 }];
    const body =
      'It was not. The neighbours have not got it either. Please find it. Thank you for that.';
    expect(bestSentence(body, signature)).toBe(
      'It was not. The neighbours have not got it either. Please find it.',
    );
    const long = `We ${'waited and '.repeat(15)}waited.`;
    expect(bestSentence(`${long} The neighbours have none. ${long}`, signature)).toBe(
      'The neighbours have none.',
    );
  });

  it('is the one with the theme’s heaviest words', () => {
    const signature = [
      { term: 'refund', weight: 0.9 },
      { term: 'order', weight: 0.2 },
    ];
    const body =
      'Good to know. I placed an order in October. Your REFUND has not come yet. Is that usual here?';
    expect(bestSentence(body, signature)).toBe(
      'I placed an order in October. Your REFUND has not come yet. Is that usual here?',
    );
  });

  it('is none when the text says nothing', () => {
    for (const text of ['', '  \n ', 'Hello', 'Hi,\n\nThanks']) {
      expect(bestSentence(text, [])).toBeNull();
    }
  });

  it('stands in the text on one line, whatever that is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const sentence = bestSentence(text, [{ term: 'a', weight: 1 }]);
        expect(sentence ?? '').not.toContain('\n');
        expect(sentence ?? '').not.toContain('\u001b');
      }),
    );
  });

  it('does not read on in a text without end', () => {
    for (const evil of ['hi ', 'Hi', '> ', 'a. ', '\n', '(', ' ', 'thanks ']) {
      const text = evil.repeat(1_000_000 / evil.length);
      expect((bestSentence(text, []) ?? '').length).toBeLessThanOrEqual(3_000);
    }
  });
});

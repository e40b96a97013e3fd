import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bestSentence } from '../../../../src/agents/builtin/ticket-digest/best-sentence.ts';

describe('the sentence that is quoted', () => {
  it('is the first one with something to say, without the greeting', () => {
    expect(bestSentence('Hi team,\n\nI was charged twice. Please help me.\n\nBest,\nAda', [])).toBe(
      'I was charged twice. Please help me.',
    );
    expect(bestSentence('Good morning Ms Example!\nThe export\nends after page two.', [])).toBe(
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

  it('is neither a quoted mail nor what follows the closing', () => {
    const body =
      '> you wrote something long about it\n> and more of it here\n\nThe link is dead again, sorry.\nKind regards\nrefund refund refund refund';
    expect(bestSentence(body, [{ term: 'refund', weight: 1 }])).toBe(
      'The link is dead again, sorry.',
    );
    expect(
      bestSentence('It does not start at all.\n--\nAda Example, Head of Everything Here', []),
    ).toBe('It does not start at all.');
  });

  it('is none when the text says nothing', () => {
    for (const text of ['', '  \n ', 'Hello', 'Hi,\n\nThanks', '> only a quote of four words']) {
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

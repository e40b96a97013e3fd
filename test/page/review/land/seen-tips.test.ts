import { describe, expect, it } from 'vitest';

import { seenTips } from '../../../../src/page/review/land/land-actions.ts';

describe('the tips that a form carries', () => {
  const tip = 'a'.repeat(40);

  it('are read as they were written', () => {
    expect(seenTips(JSON.stringify({ 'roundsman/a': tip }))).toEqual({ 'roundsman/a': tip });
  });

  it.each(['', '{}', '[]', 'null', '{"a":1}', `{"a":"${tip}","b":"main"}`, '{'])(
    'are refused when they are none: %s',
    (text) => {
      expect(() => seenTips(text)).toThrow(
        'the form does not say which state of the branches was looked at',
      );
    },
  );
});

import { describe, expect, it } from 'vitest';

import { randomFrom } from '../../kit/random-from.ts';
import { bothAnswers, randomHistory } from '../../kit/random-merges.ts';

describe('hundreds of merges without a checkout', () => {
  it.each(Array.from({ length: 12 }, (_value, index) => 100 + index))(
    'come to what git merge comes to, history %i',
    async (seed) => {
      const random = randomFrom(seed);
      const { ours, git } = await bothAnswers(
        randomHistory((most) => Math.floor(random() * most), 6),
      );
      expect(ours).toHaveLength(21);
      expect(ours).toEqual(git);
    },
  );
});

import { describe, expect, it } from 'vitest';

import { randomFrom } from '../kit/random-from.ts';
import { bothAnswers, randomHistory } from '../kit/random-merges.ts';

describe('merges without a checkout', () => {
  it('come to what git merge comes to, clean or not, for pairs of random branches', async () => {
    const random = randomFrom(11);
    const { ours, git } = await bothAnswers(
      randomHistory((most) => Math.floor(random() * most), 3),
    );
    expect(ours).toEqual(git);
  });
});

/** Level `sandbox`: neither what an agent was given nor the person's checkout, by any path to it, leads out of the run. */
import { expect, it } from 'vitest';

import { outcomesOf } from '../../kit/attack-outcomes.ts';
import { personActs } from '../../kit/person-acts.ts';
import { ATTACKS } from './outcomes.ts';

it('all attacks are prevented, and nothing that they left starts when the person continues', () => {
  const numbers = ATTACKS.map(({ number }) => number);
  const found = outcomesOf(numbers, { aim: 'both', isolation: 'sandbox' }, (person) => {
    expect(personActs(person.repo.path)).toEqual([]);
    expect(person.started()).toEqual([]);
  });
  expect(found).toEqual(Object.fromEntries(ATTACKS.map((row) => [row.number, row.sandbox])));
}, 900_000);

/** Level `sandbox`: neither what an agent was given nor the person's checkout, by any path to it, leads out of the run. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { attackedPerson } from '../../kit/attacked-person.ts';
import { personActs } from '../../kit/person-acts.ts';
import { ATTACKS } from './outcomes.ts';

describe('at level sandbox, an agent that goes for its own worktree and for the person’s checkout and', () => {
  it.each(ATTACKS.map(({ number, attack }) => [String(number), attack]))(
    '(%s) %s changes nothing of the person',
    (number) => {
      const person = attackedPerson();
      const before = person.look();
      const { view, log } = person.attack(number, { aim: 'both', isolation: 'sandbox' });
      expect(log).toMatch(new RegExp(`attack ${number}\\.\\d+ on .*: `));
      expect([view.state, view.isolation, view.result?.execution]).toEqual([
        'ended',
        'sandbox',
        'succeeded',
      ]);
      expect(person.look()).toEqual(before);
      expect(personActs(person.repo.path)).toEqual([]);
      expect(person.started()).toEqual([]);
      expect(view.reportPath === null ? '' : readFileSync(view.reportPath, 'utf8')).toContain(
        'sandbox',
      );
    },
  );
});

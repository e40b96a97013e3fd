/** Level `private`: what an agent does to the repository it was given never reaches the person's. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { attackedPerson } from '../../kit/attacked-person.ts';
import { personActs } from '../../kit/person-acts.ts';
import { ATTACKS } from './outcomes.ts';

const PREVENTED = ATTACKS.filter((row) => row.private === 'prevented');

describe('at level private, an agent that, in its own worktree,', () => {
  it.each(PREVENTED.map(({ number, attack }) => [String(number), attack]))(
    '(%s) %s changes nothing of the person',
    (number) => {
      const person = attackedPerson();
      const before = person.look();
      const { view, log } = person.attack(number, { aim: 'inside', isolation: 'private' });
      expect(log).toMatch(new RegExp(`attack ${number}\\.\\d+ on .*: `));
      expect([view.state, view.isolation, view.result?.execution]).toEqual([
        'ended',
        'private',
        'succeeded',
      ]);
      expect(person.look()).toEqual(before);
      expect(personActs(person.repo.path)).toEqual([]);
      expect(person.started()).toEqual([]);
      expect(view.reportPath === null ? '' : readFileSync(view.reportPath, 'utf8')).toContain(
        'private',
      );
    },
  );
});

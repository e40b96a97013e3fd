/** Level `private`: what an agent does to the repository it was given never reaches the person's. */
import { expect, it } from 'vitest';

import { outcomesOf } from '../../kit/attack-outcomes.ts';
import { attackedPerson } from '../../kit/attacked-person.ts';
import { personActs } from '../../kit/person-acts.ts';
import { ATTACKS } from './outcomes.ts';

const FROM_INSIDE = ATTACKS.filter((row) => row.private === 'prevented');
const BY_NATURE_OUTSIDE = ATTACKS.filter((row) => row.private !== 'prevented');

it('attacks on what the run was given are prevented, and nothing that they left starts when the person continues', () => {
  const numbers = FROM_INSIDE.map(({ number }) => number);
  const found = outcomesOf(numbers, { aim: 'inside', isolation: 'private' }, (person) => {
    expect(personActs(person.repo.path)).toEqual([]);
    expect(person.started()).toEqual([]);
  });
  expect(found).toEqual(Object.fromEntries(numbers.map((number) => [number, 'prevented'])));
}, 900_000);

it('attacks that reach the person’s files through what a run is given are named in its report', () => {
  const numbers = BY_NATURE_OUTSIDE.map(({ number }) => number);
  expect(outcomesOf(numbers, { aim: 'inside', isolation: 'private' })).toEqual(
    Object.fromEntries(BY_NATURE_OUTSIDE.map((row) => [row.number, row.private])),
  );
}, 900_000);

it('attacks on the person’s checkout by its path start nothing by our hand, and those that would start programs are named', () => {
  const tried = ATTACKS.filter((row) => row.byPath !== 'open');
  const numbers = tried.map(({ number }) => number);
  expect(outcomesOf(numbers, { aim: 'outside', isolation: 'private' })).toEqual(
    Object.fromEntries(tried.map((row) => [row.number, row.byPath])),
  );
}, 900_000);

it('all settings and hooks at once in the person’s repository start nothing while the run is handed back, nor in the next run', () => {
  const person = attackedPerson();
  const { view } = person.attack('planted', { aim: 'outside', isolation: 'private' });
  expect(person.started()).toEqual([]);
  expect(view.notices.join('\n')).toContain(
    `look before the next git command in ${person.repo.path}`,
  );
});

it('all settings and hooks at once in its own repository start nothing, whatever the person does then', () => {
  const person = attackedPerson();
  const before = person.look();
  person.attack('planted', { aim: 'inside', isolation: 'private' });
  expect(person.look()).toEqual(before);
  expect(personActs(person.repo.path)).toEqual([]);
  expect(person.started()).toEqual([]);
});

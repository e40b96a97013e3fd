/** What a sandbox keeps from every program of a run: condition, set-up, agent and checks alike. */
import { existsSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { probedPerson, usersHere } from '../../kit/probed-person.ts';

/** At level `private` all of this is open: that the probes look in the right places is shown by it. */
const OPEN_AT_PRIVATE = [
  'ssh keys',
  'cloud credentials',
  'git credentials',
  'names in the home folder',
  'another repository',
  'objects of another repository',
  'the checkout',
  'settings of the repository',
  'the state folder',
  'the folder of another run',
  'the record of its own run',
  'a file through a link of its own',
  'a hard link to a file outside',
  'secrets of the environment that started it',
  'other processes',
  'files of another process',
  'a service on loopback',
  'a service at ::1',
  'a service at the address of this machine',
  'a socket in the home folder',
  'an abstract socket',
];

describe.each(usersHere())('for $name', (user) => {
  it('every part of a run in a sandbox is refused everything that is none of its business', async () => {
    const person = await probedPerson(user);
    const before = person.content();
    const { view, tried, reached } = person.probe('sandbox');
    expect(reached).toEqual([]);
    expect([view.isolation, view.result?.execution, view.result?.checks]).toEqual([
      'sandbox',
      'succeeded',
      'passed',
    ]);
    expect(Object.keys(tried).toSorted()).toEqual(['agent', 'check', 'condition', 'setup']);
    for (const names of Object.values(tried)) {
      expect(Object.keys(names)).toEqual(expect.arrayContaining(OPEN_AT_PRIVATE));
      expect(Object.keys(names).length).toBeGreaterThan(45);
    }
    expect(person.content()).toEqual(before);
    expect(['/usr/attacked', '/etc/attacked'].filter((path) => existsSync(path))).toEqual([]);
  });

  it('the same is open at level private', async () => {
    const person = await probedPerson(user, { only: OPEN_AT_PRIVATE });
    const { view, tried } = person.probe('private');
    expect(view.isolation).toBe('private');
    expect(tried['agent']).toEqual(
      Object.fromEntries(OPEN_AT_PRIVATE.map((name) => [name, 'reached'])),
    );
  });
});

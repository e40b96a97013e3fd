/** What a shell left open when it started Roundsman: a folder is a way to all that lies in it, also from a sandbox. */
import { describe, expect, it } from 'vitest';

import { probedPerson, usersHere } from '../../kit/probed-person.ts';

const TRIED = [
  'descriptors that it was not given',
  'reading through a folder that a shell left open',
  'writing through a file that a shell left open',
];
/** libuv marks the low ones; these lie above the first free number. */
const LEFT_OPEN = [60, 77, 251];
const REFUSED = Object.fromEntries(TRIED.map((name) => [name, 'refused']));
const PARTS = { agent: REFUSED, check: REFUSED, condition: REFUSED, setup: REFUSED };

describe.each(usersHere())('for $name', (user) => {
  it.each(['sandbox', 'private'])(
    'no part of a run at level %s has a descriptor that the command was started with',
    async (isolation) => {
      const person = await probedPerson(user, { only: TRIED, leftOpen: LEFT_OPEN });
      const before = person.content();
      const { view, tried, reached } = person.probe(isolation);
      expect(reached).toEqual([]);
      expect([view.isolation, tried]).toEqual([isolation, PARTS]);
      expect(person.content()).toEqual(before);
    },
  );

  it('nor one that the daemon was started with', async () => {
    const person = await probedPerson(user, { only: TRIED, leftOpen: LEFT_OPEN });
    const before = person.content();
    const { tried, reached } = await person.probeByDaemon('sandbox');
    expect(reached).toEqual([]);
    expect(tried).toEqual(PARTS);
    expect(person.content()).toEqual(before);
  });
});

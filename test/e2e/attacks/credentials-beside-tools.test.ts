/** Level `sandbox`: an agent that reads everything it sees finds no credential that lies beside a tool. */
import { describe, expect, it } from 'vitest';

import {
  searchBesideTools,
  searchSystem,
  WORKING_TOOLS,
} from '../../kit/credentials-beside-tools.ts';
import { usersHere } from '../../kit/probed-person.ts';

describe.each(usersHere())('for $name', (user) => {
  it('tools work, and neither credentials beside them nor the checkouts they lie in are shown', () => {
    const { leaked, worked, missing } = searchBesideTools(user);
    expect(leaked).toEqual([]);
    expect(worked).toEqual(WORKING_TOOLS);
    expect(missing).toEqual([]);
  });
  it('of /usr/local there is what its programs need, and neither settings nor projects', () => {
    expect(searchSystem(user)).toEqual({
      leaked: [],
      worked: ['administered', 'compiled', 'managed'],
    });
  });
});

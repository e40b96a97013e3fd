import { describe, expect, it } from 'vitest';

import {
  ACTION_ROLES,
  mayAct,
  mayView,
  personOf,
  VIEW_ROLES,
} from '../../../src/page/guard/roles.ts';
import { reviewActions, reviewViews, coreActions, coreViews } from '../../../src/page/routes.ts';
import type { PeopleSettings, Role } from '../../../src/routines/definition-context.ts';

const actions = [...coreActions, ...reviewActions].map(({ path }) => path);
const views = [...coreViews, ...reviewViews].map(({ path }) => path);

function people(roles: Partial<PeopleSettings['roles']>): PeopleSettings {
  return {
    url: null,
    by: { kind: 'header', header: 'x-forwarded-user', proxies: [] },
    roles: { viewer: [], reviewer: [], operator: [], admin: [], ...roles },
  };
}

describe('the table of roles', () => {
  it('names every action of the page, and nothing else', () => {
    expect(Object.keys(ACTION_ROLES).toSorted()).toEqual(actions.toSorted());
    expect(Object.keys(VIEW_ROLES).filter((path) => !views.some((one) => one === path))).toEqual(
      [],
    );
  });

  it('gives no action to viewers, and all of them to admins and to the only person', () => {
    const holder = (role: Role) => ({ name: role, roles: [role] });
    expect(actions.filter((path) => mayAct(holder('viewer'), path))).toEqual([]);
    expect(actions.filter((path) => !mayAct(holder('admin'), path))).toEqual([]);
    expect(actions.filter((path) => !mayAct(null, path))).toEqual([]);
    const both = actions.filter(
      (path) => mayAct(holder('reviewer'), path) && mayAct(holder('operator'), path),
    );
    expect(both).toEqual(['/jobs/:id/cancel']);
    for (const role of ['viewer', 'reviewer', 'operator'] as const) {
      expect(mayAct(holder(role), '/routines/commit')).toBe(false);
      expect(mayAct(holder(role), '/an/action/of/tomorrow')).toBe(false);
      expect(mayView(holder(role), '/audit')).toBe(false);
      expect(mayView(holder(role), '/inbox')).toBe(true);
    }
  });
});

describe('a person', () => {
  it('has the roles that name them letter by letter, and no one else', () => {
    const team = people({ reviewer: ['ada@example.com'], operator: ['ada@example.com', 'bo'] });
    expect(personOf(team, { name: 'ada@example.com' })?.roles).toEqual(['reviewer', 'operator']);
    expect(personOf(team, { name: 'bo' })?.roles).toEqual(['operator']);
    for (const name of ['Ada@example.com', 'ada@example.com ', 'ada@example.com.evil.example', ''])
      expect(personOf(team, { name })).toBeNull();
  });

  it('belongs to the groups that the provider says, and cannot pass for one by name', () => {
    const team = people({ admin: ['group:platform'] });
    expect(personOf(team, { name: 'cy', groups: ['platform'] })?.roles).toEqual(['admin']);
    expect(personOf(team, { name: 'group:platform' })).toBeNull();
    expect(personOf(team, { name: 'cy', groups: ['group:platform'] })).toBeNull();
  });
});

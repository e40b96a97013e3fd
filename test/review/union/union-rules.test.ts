import { describe, expect, it } from 'vitest';

import { unionRules } from '../../../src/review/union/plan-union.ts';
import type { Permissions, Routine, WorkspaceRules } from '../../../src/words/routine.ts';
import { permissions, routineNamed } from '../../kit/routine.ts';

const BASE = routineNamed('review-union', {
  workspace: { ...routineNamed('base').workspace, history: 'auto' },
});

function routine(
  name: string,
  rules: Partial<WorkspaceRules>,
  permitted: Partial<Permissions> = {},
): Routine {
  const plain = routineNamed(name);
  return {
    ...plain,
    workspace: { ...plain.workspace, ...rules },
    permissions: permissions(permitted),
  };
}

describe('the rules of a union', () => {
  it('have every check and every set-up once, or those of roundsman.yaml', () => {
    const one = routine('one', { checks: ['npm test', 'npm run lint'], setup: ['npm ci'] });
    const other = routine('other', { checks: ['npm test', 'make'], setup: ['npm ci'] });
    const { workspace } = unionRules(BASE, [one, other], []).routine;
    expect(workspace.checks).toEqual(['npm test', 'npm run lint', 'make']);
    expect(workspace.setup).toEqual(['npm ci']);
    expect(unionRules(BASE, [one, other], ['make all']).routine.workspace.checks).toEqual([
      'make all',
    ]);
  });

  it('give programs only what every routine in it gives, and tell the rest', () => {
    const one = routine('one', { include: ['.env'] }, { env: ['TOKEN', 'CI'] });
    const other = routine('other', {}, { env: ['CI'], read: ['~/.cache'] });
    const { routine: united, notices } = unionRules(BASE, [one, other], []);
    expect(united.permissions).toMatchObject({ env: ['CI'], read: [] });
    expect(united.workspace.include).toEqual([]);
    expect(notices).toEqual([
      'the variable TOKEN is not given: not every routine in it has it',
      'the folder ~/.cache is not given: not every routine in it has it',
      'the included file .env is not given: not every routine in it has it',
    ]);
  });

  it.each([
    [['auto', 'private'], 'auto'],
    [['private', 'sandbox'], 'sandbox'],
    [['worktree', 'private'], 'private'],
    [['worktree'], 'private'],
    [[], 'auto'],
  ] as const)('of levels %j ask for %s', (levels, asked) => {
    const routines = levels.map((isolation, index) => routine(`r${index}`, { isolation }));
    expect(unionRules(BASE, routines, []).routine.workspace.isolation).toBe(asked);
  });

  it('show the past of the union alone as soon as one routine may see no more', () => {
    const open = routine('open', { history: 'borrow' });
    const closed = routine('closed', { history: 'copy' });
    expect(unionRules(BASE, [open], []).routine.workspace.history).toBe('borrow');
    expect(unionRules(BASE, [open, closed], []).routine.workspace.history).toBe('copy');
  });
});

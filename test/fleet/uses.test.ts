import { readdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { smallWorkspace } from '../kit/workspace.ts';

it('uses of this tier keep their records in the database', () => {
  const workspace = smallWorkspace();
  workspace.agentRoutine('look', ['ok'], 'workspace: { isolation: private }\n');
  expect(workspace.run('look').exitCode).toBe(0);
  const { store, database } = JSON.parse(workspace.roundsman('fleet', '--json').stdout);
  expect([store, database.fault, database.places]).toEqual([
    'postgres',
    null,
    [expect.objectContaining({ id: 'here', runs: 1 })],
  ]);
  const names = readdirSync(workspace.stateDir);
  expect(names.filter((name) => ['slots', 'findings', 'usage', 'items'].includes(name))).toEqual(
    [],
  );
});

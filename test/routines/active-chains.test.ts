import { join } from 'node:path';

import { expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { readActiveRoutines } from '../../src/routines/active-routines.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';

const AGENT = 'agent: { engine: command, command: ["true"], prompt: Tidy. }\n';

function after(...names: readonly string[]): string {
  return `on: { routine: [${names.join(', ')}] }\n${AGENT}`;
}

it('routines that follow each other in a circle are broken, and no version of them that closes it continues', async () => {
  const repo = gitRepo({
    'routines/a.yaml': `on: manual\n${AGENT}`,
    'routines/b.yaml': after('a'),
    'routines/c.yaml': after('b'),
  });
  const env = { PATH: process.env['PATH'], ROUNDSMAN_STATE_DIR: join(temporaryFolder(), 'state') };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  const said = async () => {
    const { routines, broken } = await readActiveRoutines(workspace);
    return {
      active: routines.map(({ id, triggers }) => `${id} ${triggers[0]?.kind}`),
      broken: broken.map(({ id, problems }) => `${id} ${problems.map(({ code }) => code).join()}`),
    };
  };
  expect(await said()).toEqual({ active: ['a manual', 'b routine', 'c routine'], broken: [] });
  repo.commit({ files: { 'routines/a.yaml': after('c') } });
  expect(await said()).toEqual({
    active: ['a routine', 'c routine'],
    broken: ['b circle'],
  });
  repo.commit({ files: { 'routines/a.yaml': after('nobody') } });
  expect((await said()).broken).toEqual(['a unknown-routine']);
  repo.commit({ files: { 'routines/nobody.yaml': `on: manual\n${AGENT}` } });
  expect((await said()).broken).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { decideProposals } from '../../../../src/connections/requests/decide-proposals.ts';
import { recordProposals } from '../../../../src/connections/requests/record-proposals.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { isItemKey } from '../../../../src/words/ids.ts';
import type { Proposal } from '../../../../src/words/proposal.ts';
import type { Workspace } from '../../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../../kit/git-repo.ts';
import { outboxWorld, type OutboxWorld } from '../../../kit/outbox-world.ts';
import { routineNamed } from '../../../kit/routine.ts';
import { storeEndedRun } from '../../../kit/stored-run.ts';

const program = fileURLToPath(
  new URL('../../../fixtures/outbox/approve-and-die.mjs', import.meta.url),
);

function approveAndDie(
  { location }: Workspace,
  { id, hash }: Proposal,
  point: number,
): { readonly signal: string | null; readonly stdout: string } {
  const { signal, stdout, stderr } = spawnSync(
    process.execPath,
    [program, location.root, id, hash, String(point)],
    { env: { ...process.env, ROUNDSMAN_STATE_DIR: location.stateDir }, encoding: 'utf8' },
  );
  if (signal === null && stderr !== '') throw new Error(stderr);
  return { signal, stdout };
}

async function goOn(workspace: Workspace, { id }: Proposal): Promise<Proposal | null> {
  const proposal = await workspace.proposals.read(id);
  const request = { wholeRuns: false, reason: '', by: 'ada', words: [id] };
  if (proposal?.state === 'held') await decideProposals(workspace, { ...request, kind: 'approve' });
  else if (proposal?.state !== 'applied')
    await decideProposals(workspace, { ...request, kind: 'retry' });
  return workspace.proposals.read(id);
}

/** Each push that the remote took, one line. */
async function countedWorld(): Promise<{
  readonly world: OutboxWorld;
  readonly taken: () => number;
}> {
  const world = await outboxWorld({ clock: systemClock });
  const log = join(world.remote.path, 'taken');
  world.hook('post-receive', `cat >> ${log}`);
  return {
    world,
    taken: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').length : 0),
  };
}

test('a push that is killed between any two steps is done once when it is gone on with', async () => {
  const whole = await countedWorld();
  const points = Number(approveAndDie(whole.world.workspace, whole.world.proposal, 0).stdout);
  expect(points).toBe(6);
  for (let point = 1; point <= points; point += 1) {
    const { world, taken } = await countedWorld();
    expect(approveAndDie(world.workspace, world.proposal, point).signal).toBe('SIGKILL');
    expect(await goOn(world.workspace, world.proposal)).toMatchObject({ state: 'applied' });
    expect(taken()).toBe(1);
    expect(world.remote.git('rev-parse', world.branch)).toBe(world.tip);
  }
});

test('a push that is killed while the remote takes it is done once', async () => {
  const { world, taken } = await countedWorld();
  // The person's process is the one that started git: the hook ends it in the middle.
  world.hook('pre-receive', 'kill -9 "$(cat "$(pwd)/person")"');
  const launcher = `require('node:fs').writeFileSync(${JSON.stringify(join(world.remote.path, 'person'))}, String(process.pid))`;
  const preload = join(temporaryFolder(), 'pid.cjs');
  writeFileSync(preload, launcher);
  const { location } = world.workspace;
  const { signal } = spawnSync(
    process.execPath,
    ['--require', preload, program, location.root, world.proposal.id, world.proposal.hash, '0'],
    { env: { ...process.env, ROUNDSMAN_STATE_DIR: location.stateDir }, encoding: 'utf8' },
  );
  expect(signal).toBe('SIGKILL');
  world.hook('pre-receive', 'exit 0');
  expect(await goOn(world.workspace, world.proposal)).toMatchObject({ state: 'applied' });
  expect(taken()).toBeLessThanOrEqual(1);
  expect(world.remote.git('rev-parse', world.branch)).toBe(world.tip);
});

test('an item that is killed on its way is filed once, under its own key', async () => {
  const points = Number(approveAndDie(...(await heldItem()), 0).stdout);
  expect(points).toBe(6);
  for (let point = 1; point <= points; point += 1) {
    const [workspace, proposal] = await heldItem();
    expect(approveAndDie(workspace, proposal, point).signal).toBe('SIGKILL');
    expect(await goOn(workspace, proposal)).toMatchObject({ state: 'applied' });
    expect((await workspace.items.list()).map(({ key, state }) => [key, state])).toEqual([
      ['RM-1', 'open'],
    ]);
  }
});

async function heldItem(): Promise<readonly [Workspace, Proposal]> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: gitRepo({ a: 'a' }).path,
    env,
    clock: systemClock,
  });
  const fileItem = { mode: 'review', tracker: 'local', max: 1, maxOpen: 9 } as const;
  const { outputs } = routineNamed('sweep');
  const routine = routineNamed('sweep', { outputs: { ...outputs, fileItem } });
  const { id } = await storeEndedRun(workspace);
  const now = '2026-11-21T02:00:00.000Z';
  const [key] = await workspace.items.reserve({ count: 1, routine: routine.id, run: id, now });
  if (key === undefined || !isItemKey(key)) throw new TypeError(key);
  const [proposal] = await recordProposals({
    ...workspace,
    exclusively: (work) => work(),
    spec: { id, routine },
    lines: [
      { line: 1, value: { type: 'file-item', key, title: 'Mend it', body: '', findings: [] } },
    ],
    now,
  });
  if (proposal === undefined) throw new TypeError('nothing was proposed');
  return [workspace, proposal];
}

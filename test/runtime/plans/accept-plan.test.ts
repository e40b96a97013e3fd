import { describe, expect, it } from 'vitest';

import { makeItem } from '../../../src/context/items/change-item.ts';
import { surveyItems } from '../../../src/context/items/list-items.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import type { LoadedRoutine } from '../../../src/routines/load-routine.ts';
import { acceptPlan, declinePlan } from '../../../src/runtime/plans/accept-plan.ts';
import { planSituation, planToDecide } from '../../../src/runtime/plans/current-plan.ts';
import type { PlanProbe } from '../../../src/runtime/plans/make-wanted.ts';
import { startPlan } from '../../../src/runtime/plans/start-plan.ts';
import type { Finding } from '../../../src/words/finding.ts';
import type { PlannedTask } from '../../../src/words/item.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { keyOf, NOW, taskOf } from '../../kit/items.ts';
import { overwriteFindings } from '../../kit/overwrite.ts';
import { routineNamed } from '../../kit/routine.ts';
import { stillClock } from '../../kit/still-clock.ts';

/** Part 2 waits for part 1, part 4 for part 3. */
const TASKS: readonly PlannedTask[] = [
  taskOf(1, { files: ['src/a/**'] }),
  taskOf(2, { dependsOn: [1] }),
  taskOf(3, { files: ['docs/**'], body: 'what\nand why' }),
  taskOf(4, { dependsOn: [3] }),
];

async function planned(tasks: readonly PlannedTask[] = TASKS): Promise<Workspace> {
  const repo = gitRepo({ a: 'a' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder(), ROUNDSMAN_USER: 'ada' };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: stillClock(),
  });
  await makeItem(workspace, { title: 'one', body: '', parent: null, files: [] });
  await workspace.plans.create({
    id: newRunId(new Date(NOW)),
    item: keyOf(1),
    state: 'proposed',
    engine: 'claude',
    run: null,
    tasks,
    problems: [],
    createdAt: NOW,
    decision: null,
  });
  return workspace;
}

function loaded(): LoadedRoutine {
  const settings = {
    timezone: 'UTC',
    trackReports: false,
    diskFloorBytes: 0,
    engines: {},
    budget: null,
  };
  return {
    routine: routineNamed('implement'),
    definition: {
      path: '/x/routines/implement.yaml',
      hash: 'a'.repeat(64),
      source: 'working-tree',
      overrides: [],
    },
    settings,
    warnings: [],
  };
}

const accept = (
  workspace: Workspace,
  change: Partial<Parameters<typeof acceptPlan>[1]> = {},
): ReturnType<typeof acceptPlan> =>
  acceptPlan(workspace, { item: '1', numbers: [], routine: null, ...change });

async function madeOf(workspace: Workspace): Promise<readonly string[]> {
  const items = await workspace.items.list();
  return items
    .filter(({ parent }) => parent === 'RM-1')
    .map(({ key, title, links = [] }) => [key, title, ...links.map(({ id }) => id)].join(' '));
}

async function slotsOf(workspace: Workspace): Promise<readonly string[]> {
  const open = await workspace.slots.listOpen();
  return open
    .map(({ item, touches = [] }) => `${item ?? ''} ${touches.join(' ')}`.trim())
    .toSorted();
}

const reasonOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it was done',
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : thrown),
  );

describe('accepting a plan', () => {
  it('makes items with their parent and what they wait for, and runs of those that wait for none', async () => {
    const workspace = await planned();
    const accepted = await accept(workspace, { routine: loaded() });
    expect(accepted).toMatchObject({
      made: ['RM-2', 'RM-3', 'RM-4', 'RM-5'],
      queued: ['RM-2', 'RM-4'],
      waiting: ['RM-3', 'RM-5'],
    });
    expect(await madeOf(workspace)).toEqual([
      'RM-2 part 1',
      'RM-3 part 2 RM-2',
      'RM-4 part 3',
      'RM-5 part 4 RM-4',
    ]);
    expect(await slotsOf(workspace)).toEqual(['RM-2 src/a/**', 'RM-4 docs/**']);
    const standings = await surveyItems(workspace);
    expect(standings.map(({ standing }) => [standing.standing, standing.because])).toEqual([
      ['todo', 'not begun'],
      ['todo', 'a run of implement waits for its turn'],
      ['blocked', 'waits for RM-2 (todo)'],
      ['todo', 'a run of implement waits for its turn'],
      ['blocked', 'waits for RM-4 (todo)'],
    ]);
    expect(await reasonOf(accept(workspace))).toBe('the plan of RM-1 was accepted, all of it');
  });

  it('takes some now and others later, which then are tied to each other', async () => {
    const workspace = await planned();
    expect((await accept(workspace, { numbers: [2, 3] })).made).toEqual(['RM-2', 'RM-3']);
    expect(await madeOf(workspace)).toEqual(['RM-2 part 2', 'RM-3 part 3']);
    expect((await accept(workspace, { numbers: [2] })).made).toEqual([]);
    expect((await accept(workspace)).made).toEqual(['RM-4', 'RM-5']);
    expect(await madeOf(workspace)).toEqual([
      'RM-2 part 2 RM-4',
      'RM-3 part 3',
      'RM-4 part 1',
      'RM-5 part 4 RM-3',
    ]);
  });

  it('makes nothing of what was declined, and keeps what was made before', async () => {
    const workspace = await planned();
    await accept(workspace, { numbers: [1] });
    expect((await declinePlan(workspace, '1', 'too fine')).decision).toMatchObject({
      by: 'ada',
      reason: 'too fine',
    });
    expect(await reasonOf(accept(workspace))).toBe('the plan of RM-1 was declined');
    expect(await madeOf(workspace)).toEqual(['RM-2 part 1']);
  });

  it('knows its numbers', async () => {
    const workspace = await planned();
    expect(await reasonOf(accept(workspace, { numbers: [5] }))).toBe(
      'the plan of RM-1 has no sub-item 5: it has 4 sub-items, 1, 2, 3, 4',
    );
  });

  it('has one winner of two people', async () => {
    const workspace = await planned();
    const routine = loaded();
    await Promise.allSettled([accept(workspace, { routine }), accept(workspace, { routine })]);
    expect(await madeOf(workspace)).toHaveLength(4);
    expect(await slotsOf(workspace)).toHaveLength(2);
  });

  // A crash at each of the moments that something could be lost or made twice between.
  it.each(Array.from({ length: 11 }, (_one, at) => at + 1))(
    'comes to the same when it is cut off at moment %i, and looked at or accepted again',
    async (moment) => {
      const workspace = await planned();
      const routine = loaded();
      let left = moment;
      const probe: PlanProbe = async () => {
        left -= 1;
        if (left === 0) throw new Error('cut off');
      };
      expect(await reasonOf(accept(workspace, { routine, probe }))).toBe('cut off');
      if (moment % 2 === 0) await planSituation(workspace, keyOf(1));
      else await accept(workspace, { routine }).catch(() => undefined);
      expect(await madeOf(workspace)).toEqual([
        'RM-2 part 1',
        'RM-3 part 2 RM-2',
        'RM-4 part 3',
        'RM-5 part 4 RM-4',
      ]);
      expect(await slotsOf(workspace)).toEqual(['RM-2 src/a/**', 'RM-4 docs/**']);
      expect(await reasonOf(planToDecide(workspace, keyOf(1)))).toBe(
        'the plan of RM-1 was accepted, all of it',
      );
    },
  );
});

describe('a plan without a model', () => {
  it('goes by the open findings of the item', async () => {
    const workspace = await planned([]);
    const routine = routineNamed('sweep').id;
    const findingAt = (path: string, state: Finding['state']): Finding => ({
      id: `F-${path.padStart(10, '0')}`,
      routine,
      fingerprint: `todo:${path}`,
      title: `note in ${path}`,
      body: '',
      severity: 'info',
      location: { path, line: 1, symbol: null },
      item: null,
      state,
      firstSeen: NOW,
      lastSeen: NOW,
      resolvedAt: null,
      runs: [],
      verdict: null,
    });
    const findings = [
      findingAt('src/a.ts', 'known'),
      findingAt('src/b.ts', 'new'),
      findingAt('src/c.ts', 'dismissed'),
    ];
    await overwriteFindings(workspace, { routine, lastRun: null, findings });
    const { key } = await workspace.items.make({
      state: 'open',
      title: 'notes',
      body: '',
      routine,
      run: null,
      findings: findings.map(({ fingerprint }) => fingerprint),
      createdAt: NOW,
    });
    const request = { item: key, engine: 'builtin', overrides: [], again: false, supervisor: null };
    const started = await startPlan(workspace, request);
    expect(started.kind === 'made' && started.plan.tasks.map(({ title }) => title)).toEqual([
      'note in src/a.ts',
      'note in src/b.ts',
    ]);
    expect(await reasonOf(startPlan(workspace, request))).toBe(
      `a plan of ${key} waits for a yes or no`,
    );
    await accept(workspace, { item: key });
    const made = (await workspace.items.list()).filter(({ parent }) => parent === key);
    expect(made.map((item) => item.findings)).toEqual([['todo:src/a.ts'], ['todo:src/b.ts']]);
    expect(await reasonOf(startPlan(workspace, { ...request, item: '1', again: true }))).toBe(
      'RM-1 has no open finding by which it could be split up without a model',
    );
  });
});

/** The brief of a run tells of items what people are shown of them. */
import { expect, test } from 'vitest';

import { makeItem } from '../../../src/context/items/change-item.ts';
import { closeItem } from '../../../src/context/items/close-item.ts';
import { linkItem } from '../../../src/context/items/link-item.ts';
import { surveyItems } from '../../../src/context/items/list-items.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { composeFor } from '../../../src/runtime/steps/brief.ts';
import { contextOf } from '../../../src/runtime/steps/do-step.ts';
import { open } from '../../../src/runtime/steps/open.ts';
import { EMPTY_PROGRESS } from '../../../src/words/run.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { worktreeRequest } from '../../kit/worktree-run.ts';

test('each item stands in the brief where it stands for people', async () => {
  const repo = gitRepo({ a: 'a\n' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder(), ROUNDSMAN_USER: 'ada' };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  const make = async (title: string): Promise<string> =>
    (await makeItem(workspace, { title, body: '', parent: null, files: [] })).key;
  const [todo, waiting, landed, blocked, over] = [
    await make('Nobody began'),
    await make('A branch waits'),
    await make('It is merged'),
    await make('It waits for the first'),
    await make('Done'),
  ];
  for (const [branch, file] of [
    ['waits', 'b'],
    ['landed', 'c'],
  ] as const) {
    repo.git('switch', '--quiet', '-c', branch, 'main');
    repo.commit({ files: { [file]: 'x\n' } });
  }
  repo.git('switch', '--quiet', 'main');
  await linkItem(workspace, waiting, ['branch:waits']);
  await linkItem(workspace, landed, ['branch:landed']);
  await linkItem(workspace, blocked, [`blocked-by:${todo}`]);
  repo.git('merge', '--quiet', '--ff-only', 'landed');
  await closeItem(workspace, over, { how: 'done', reason: '' });

  const { stateDir } = workspace.location;
  const { spec } = await worktreeRequest(repo.path, { stateDir });
  const context = await contextOf({
    spec: { ...spec, item: null },
    record: {
      protocol: 2,
      sequence: 1,
      id: spec.id,
      phase: { kind: 'queued' },
      startedAt: new Date().toISOString(),
      agentExit: null,
      session: null,
      earlier: [],
      progress: EMPTY_PROGRESS,
      failure: null,
      skipped: null,
    },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  const { patch } = await open(context);
  const progress = { ...EMPTY_PROGRESS, ...patch };
  const { brief } = await composeFor(
    { ...context, record: { ...context.record, progress } },
    spec.id,
  );
  const told = brief.context.items.map(({ key, standing }) => [key, standing]);
  expect(Object.fromEntries(told)).toEqual({
    [todo]: 'todo',
    [waiting]: 'in-review',
    [landed]: 'landed',
    [blocked]: 'blocked',
  });
  const shown = await surveyItems(workspace);
  const open4 = shown.filter(({ item }) => item.state === 'open');
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(open4.map(({ item, standing }) => [item.key, standing.standing])),
  );
});

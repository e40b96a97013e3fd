import { expect, it } from 'vitest';

import { newRunId } from '../../src/platform/ids.ts';
import { figures } from '../../src/review/figures.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { branchName, commitSha } from '../kit/briefs.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { stillClock } from '../kit/still-clock.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

it('counts a branch that a newer one took the place of with that one', async () => {
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: gitRepo({ a: 'a' }).path,
    env: { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() },
    clock: stillClock(),
  });
  const [older, newer] = ['roundsman/sweep/2026-11-01-aaaaaa', 'roundsman/sweep/2026-11-02-bbbbbb'];
  for (const [branch = '', at] of [
    [older, '2026-11-01T02:00:00.000Z'],
    [newer, '2026-11-02T02:00:00.000Z'],
  ])
    await storeEndedRun(workspace, {
      ...(at === undefined ? {} : { at }),
      change: { progress: { ...EMPTY_PROGRESS, branch: branchName(branch) } },
    });
  const open = async (): Promise<number | undefined> =>
    (await figures(workspace, { routine: null, since: null }))[0]?.rows[0]?.open;
  expect(await open()).toBe(2);
  await workspace.review.verdicts.create({
    id: newRunId(new Date('2026-11-02T03:00:00.000Z')),
    kind: 'replaced',
    branch: older ?? '',
    tip: commitSha('a'),
    title: 'Link a note',
    run: null,
    routine: null,
    engine: null,
    reason: '',
    by: 'ada',
    at: '2026-11-02T03:00:00.000Z',
    into: [{ branch: newer ?? '', tip: commitSha('b') }],
  });
  expect(await open()).toBe(1);
});

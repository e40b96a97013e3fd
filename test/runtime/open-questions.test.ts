import { expect, test } from 'vitest';

import { openQuestions } from '../../src/runtime/questions.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { stillClock } from '../kit/still-clock.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

test('what is due first comes first, then what has waited longest; runs that do not wait ask nothing', async () => {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const folder = gitRepo({ a: 'a' }).path;
  const workspace = await openWorkspace({ actor: 'ada', folder, env, clock: stillClock() });
  expect(await openQuestions(workspace)).toEqual([]);
  const ask = async (question: string, since: string, until: string | null): Promise<void> => {
    const asked = { question, options: ['yes', 'no'], default: null };
    const phase = { kind: 'waiting', question: asked, since, until } as const;
    await storeEndedRun(workspace, { at: since, change: { phase } });
  };
  await ask('whenever', '2026-11-21T03:00:00.000Z', null);
  await ask('soon', '2026-11-21T05:00:00.000Z', '2026-11-21T08:00:00.000Z');
  await ask('for long', '2026-11-21T01:00:00.000Z', null);
  await ask('later', '2026-11-21T02:00:00.000Z', '2026-11-21T09:00:00.000Z');
  await storeEndedRun(workspace);
  const asked = await openQuestions(workspace);
  expect(asked.map(({ question }) => question.question)).toEqual([
    'soon',
    'later',
    'for long',
    'whenever',
  ]);
  expect(asked[0]).toMatchObject({ routine: 'sweep', until: '2026-11-21T08:00:00.000Z' });
});

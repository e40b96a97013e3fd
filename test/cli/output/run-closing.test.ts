import { expect, it } from 'vitest';

import { writeOutcome } from '../../../src/cli/output/run-closing.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { shortIdOf } from '../../../src/words/ids.ts';
import { toRunView } from '../../../src/words/run-view.ts';
import { EMPTY_PROGRESS } from '../../../src/words/run.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { recordingTerminal } from '../../kit/recording-terminal.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

it('says what was unusual, cleaned, and how to see the rest of it', async () => {
  const { path } = gitRepo({ a: 'a' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({ actor: 'ada', folder: path, env, clock: systemClock });
  const notices = ['one', 'two \u001b[31m!', 'three', 'four', 'five'];
  const { id } = await storeEndedRun(workspace, {
    change: { progress: { ...EMPTY_PROGRESS, notices } },
  });
  const stored = await workspace.runs.read(id);
  if (stored === null) throw new TypeError('it was stored');
  const terminal = recordingTerminal();
  await writeOutcome(
    { terminal, clock: systemClock, standing: path },
    workspace,
    toRunView(stored),
  );
  const notes = terminal.written.out.split('\n').filter((line) => line.startsWith('note'));
  expect(notes).toEqual([
    'note  one',
    'note  two !',
    'note  three',
    `note  and 2 more: roundsman show ${shortIdOf(id)}`,
  ]);
});

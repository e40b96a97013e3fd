import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { workspaceOf } from '../kit/workspace.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

it('stops every run that goes on; status and stop say what waits and what goes on', async () => {
  const begun = join(temporaryFolder('rm-begun-'), 'begun');
  const routine = `on: manual
agent:
  engine: command
  command: ["/bin/sh", "-c", "touch ${begun}; sleep 300"]
  prompt: Tidy.
workspace: { isolation: private }
`;
  const workspace = workspaceOf(gitRepo({ 'routines/tidy.yaml': routine }));
  const env = { PATH: process.env['PATH'], ROUNDSMAN_STATE_DIR: workspace.stateDir };
  expect(workspace.roundsman('cancel').stderr).toContain('error: which run?\n');
  expect(workspace.roundsman('cancel', '--all').stdout).toBe('Nothing runs.\n');
  const run = spawn(process.execPath, [PROGRAM, 'run', 'tidy'], { cwd: workspace.repo.path, env });
  const gone = once(run, 'exit');
  await waitUntil(() => (existsSync(begun) ? true : null));
  expect(workspace.roundsman('stop').stdout).toMatch(
    /^No daemon runs here\..*\n1 run continued\. To stop it too: roundsman cancel [0-9a-z]{6}\n$/,
  );
  expect(workspace.roundsman('cancel', '--all', 'tidy').exitCode).toBe(2);
  expect(workspace.roundsman('cancel', '--all').stdout).toBe(
    'Asked 1 run to stop. What their agents did so far is kept: roundsman runs\n',
  );
  await gone;
  const [view] = JSON.parse(workspace.roundsman('runs', '--json').stdout);
  expect(view).toMatchObject({ state: 'ended', result: { execution: 'cancelled' } });
});

it('status says what waits for a person', () => {
  const routine = 'on: manual\nagent: { engine: command, command: ["false"], prompt: Tidy. }\n';
  const workspace = workspaceOf(gitRepo({ 'routines/tidy.yaml': routine }));
  expect(workspace.roundsman('status').stdout).not.toContain('For you');
  workspace.roundsman('run', 'tidy');
  expect(workspace.roundsman('status').stdout).toContain(
    '\nWaiting for you, branches not counted: 1 failed run. Look: roundsman inbox\n',
  );
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import type { Verdict } from '../../../src/daemon/doctor/check.ts';
import { whyDaemonDiffers } from '../../../src/daemon/doctor/daemon-variables.ts';
import { findAccount } from '../../../src/engines/find-credentials.ts';
import { findEngine } from '../../../src/engines/registry.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { identifyProcess } from '../../../src/platform/process-identity.ts';
import { workspacePaths } from '../../../src/store/state-paths.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';

/** What doctor says of engine claude, with a daemon that was started with these variables. */
async function looked(
  here: Readonly<Record<string, string>>,
  daemon: Readonly<Record<string, string>>,
): Promise<Verdict | null> {
  const env = {
    HOME: temporaryFolder('rm-home-'),
    PATH: process.env['PATH'],
    ROUNDSMAN_STATE_DIR: temporaryFolder('rm-state-'),
    ...here,
  };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: gitRepo({ 'a.md': '# A\n' }).path,
    env,
    clock: systemClock,
  });
  const stands = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
    env: daemon,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void stands.kill());
  await once(stands.stdout, 'data');
  const lock = workspacePaths(workspace.location.stateDir).daemonLock;
  mkdirSync(dirname(lock), { recursive: true });
  const identity = identifyProcess(stands.pid ?? 0);
  const since = new Date(0).toISOString();
  writeFileSync(lock, JSON.stringify({ ...identity, since, socket: '/nonexistent' }));
  return whyDaemonDiffers(workspace, await findAccount({ engine: findEngine('claude'), env }));
}

const MOVED = { ANTHROPIC_BASE_URL: 'https://m.example', ANTHROPIC_AUTH_TOKEN: 'k' };

it('names the variables of this terminal that a daemon does not have, and what to do', async () => {
  expect(await looked(MOVED, { ANTHROPIC_AUTH_TOKEN: 'k', ANTHROPIC_BASE_URL: '' })).toEqual({
    ok: 'no',
    detail:
      'ANTHROPIC_BASE_URL is set in this terminal, and not where the daemon runs: its runs find another account, or none',
    hint: 'Set it where the daemon is started, and start the daemon again: roundsman stop, roundsman start.',
  });
});

it('says nothing where the daemon has them, or there is no account at all', async () => {
  expect(await looked(MOVED, MOVED)).toBeNull();
  expect(await looked({}, {})).toBeNull();
});

/** Disks that are full or closed, and folders that somebody removed. Bubblewrap makes such disks; it has to be installed. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { findRunProcesses } from '../../src/platform/process-tree.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import type { RunView } from '../../src/words/run.ts';
import { crashTemplate, crashWorld, waitFor } from '../kit/crash-world.ts';
import { brokenInvariants } from '../kit/invariants.ts';
import { snapshotRepository } from '../kit/repository-snapshot.ts';
import { allEnded, queueOne, serveUntil } from '../kit/serve-until.ts';
import { smallWorkspace, type Ran, type TestWorkspace } from '../kit/workspace.ts';

vi.setConfig({ testTimeout: 180_000 });

const PROGRAM = join(process.cwd(), 'dist/cli/main.js');

/** A shell in a world where everything is as it is, but for one disk. */
function inWorld(workspace: TestWorkspace, disk: readonly string[], script: string): Ran {
  const args = ['--dev-bind', '/', '/', ...disk, '--', '/bin/sh', '-c', script];
  const ran = spawnSync('bwrap', args, {
    cwd: workspace.repo.path,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: join(workspace.stateDir, '..'),
      ROUNDSMAN_STATE_DIR: workspace.stateDir,
      ROUNDSMAN: `${process.execPath} ${PROGRAM}`,
    },
  });
  if (ran.error !== undefined) throw ran.error;
  return { exitCode: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

describe('a disk that an agent fills', () => {
  it('keeps how the agent ended, and the user keeps everything', () => {
    const workspace = smallWorkspace();
    const fill = 'dd if=/dev/zero of=fill bs=64k 2>/dev/null; echo more > more; exit 3';
    workspace.agentRoutine(
      'filler',
      ['/bin/sh', '-c', fill],
      'workspace: { isolation: private }\n',
    );
    workspace.repo.write('roundsman.yaml', 'limits: { disk-floor: 0B }\n');
    const before = snapshotRepository(workspace.repo.path, ['refs/roundsman/']);
    const disk = ['--size', '8000000', '--tmpfs', workspace.stateDir];
    const ran = inWorld(
      workspace,
      disk,
      `$ROUNDSMAN run filler --json > run.json 2> errors; code=$?; cat run.json; exit $code`,
    );
    rmSync(join(workspace.repo.path, 'run.json'));
    rmSync(join(workspace.repo.path, 'errors'));
    const view: RunView = JSON.parse(ran.stdout);
    expect(view.state).toBe('ended');
    expect(view.result?.execution).toBe('failed');
    expect(view.failure?.message).toBe('the agent ended with exit code 3');
    expect(ran.exitCode).toBe(1);
    rmSync(join(workspace.repo.path, 'reports'), { recursive: true, force: true });
    expect(snapshotRepository(workspace.repo.path, ['refs/roundsman/'])).toEqual(before);
  });
});

describe('a state folder that cannot be written', () => {
  it('is told once, by whoever wants to start something, and nothing is started', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('quick', ['true']);
    workspace.roundsman('list');
    const closed = ['--ro-bind', workspace.stateDir, workspace.stateDir];
    for (const command of ['start --no-doctor', 'run quick']) {
      const ran = inWorld(workspace, closed, `$ROUNDSMAN ${command}`);
      expect({ command, code: ran.exitCode, lines: ran.stderr.split('\n') }).toEqual({
        command,
        code: 5,
        lines: [
          expect.stringMatching(/^error: .*read-only/i),
          expect.stringMatching(/^hint: /),
          '',
        ],
      });
    }
  });
});

describe('a folder that somebody removes', () => {
  it('of a run that continues: its processes end, and later runs are as ever', async () => {
    const world = await crashWorld(crashTemplate());
    const { stateDir } = world.workspace.location;
    world.stopAt('supervisor/check-begun');
    const id = await world.launch();
    await waitFor('the stop', async () => world.stopped().length === 1);
    rmSync(runPaths(stateDir, id).folder, { recursive: true, force: true });
    for (const pid of world.stopped()) process.kill(pid, 'SIGCONT');
    await waitFor('the end of its processes', async () => {
      const gone = world.stopped().every((pid) => !existsSync(`/proc/${pid}`));
      return gone && findRunProcesses(id).length === 0;
    });
    await world.untilEnded(await world.launch());
    // Whose it is nobody can tell any more: `gc` names it, and leaves it to a person.
    const pins = world.repo.git('for-each-ref', '--format=%(refname)', 'refs/roundsman');
    expect(['', `refs/roundsman/base/${id}`]).toContain(pins);
  });

  it('of a daemon that runs: it continues, or ends, and a new one begins again', async () => {
    const world = await crashWorld(crashTemplate());
    const { stateDir } = world.workspace.location;
    await queueOne(world);
    await serveUntil(world, () => allEnded(world));
    const daemon = world.start('daemon');
    const gone = once(daemon, 'exit');
    await waitFor('the daemon', async () => existsSync(join(stateDir, 'daemon.lock')));
    // Not in the middle of its writing.
    daemon.kill('SIGSTOP');
    rmSync(stateDir, { recursive: true, force: true, maxRetries: 10 });
    daemon.kill('SIGCONT');
    await queueOne(world);
    await serveUntil(world, () => allEnded(world));
    daemon.kill('SIGTERM');
    await gone;
    expect(world.repo.git('for-each-ref', 'refs/roundsman')).toBe('');
    expect(
      (await brokenInvariants(world)).filter((one) => !one.startsWith('I4: there is')),
    ).toEqual([]);
  });
});

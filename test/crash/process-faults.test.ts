/** Processes that stop, are not the ones they were, or come in twos. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { identifyProcess } from '../../src/platform/process-identity.ts';
import { finishOrphanedRuns } from '../../src/runtime/finish-orphaned-runs.ts';
import { watchRun } from '../../src/runtime/watch-run.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import type { RunId } from '../../src/words/ids.ts';
import type { ProcessIdentity } from '../../src/words/run-spec.ts';
import { crashTemplate, crashWorld, waitFor, type CrashWorld } from '../kit/crash-world.ts';
import { brokenInvariants } from '../kit/invariants.ts';
import { allEnded, queueOne, serveUntil } from '../kit/serve-until.ts';

vi.setConfig({ testTimeout: 180_000 });

function pathsOf({ workspace }: CrashWorld, id: RunId): ReturnType<typeof runPaths> {
  return runPaths(workspace.location.stateDir, id);
}

async function recordOf({ workspace }: CrashWorld, id: RunId) {
  return (await workspace.runs.read(id))?.record ?? null;
}

/** Somebody else's process, for as long as the test takes. */
function innocent(): ProcessIdentity {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const identity = identifyProcess(child.pid ?? 0);
  if (identity === null) throw new Error('sleep did not start');
  return identity;
}

/** A run whose supervisor died while the agent was at work, and whose record names these as its processes. */
async function cutOffRun(
  world: CrashWorld,
  processes: { readonly supervisor: ProcessIdentity; readonly agent: ProcessIdentity },
): Promise<RunId> {
  world.killAt(['supervisor/agent-stored']);
  const id = await world.launch();
  await waitFor('the death of the supervisor', async () => world.killed().length === 1);
  const { state } = pathsOf(world, id);
  const record = JSON.parse(readFileSync(state, 'utf8'));
  writeFileSync(state, JSON.stringify({ ...record, phase: { ...record.phase, ...processes } }));
  return id;
}

describe('a supervisor that is stopped, as in the sleep of a machine', () => {
  it('is not taken for dead, and continues with its run', async () => {
    const world = await crashWorld(crashTemplate());
    world.stopAt('supervisor/prepare-begun');
    const id = await world.launch();
    await waitFor('the stop', async () => world.stopped().length === 1);
    const { takenUp } = await finishOrphanedRuns(world.workspace);
    expect(takenUp).toEqual([]);
    for (const pid of world.stopped()) process.kill(pid, 'SIGCONT');
    await world.untilEnded(id);
    expect(await brokenInvariants(world)).toEqual([]);
    expect((await recordOf(world, id))?.failure).toBe(null);
  });
});

describe('a run whose record names processes that are others by now', () => {
  it.each([
    [
      'after their ids were given again',
      (other: ProcessIdentity) => ({ ...other, startTime: '1' }),
    ],
    [
      'after the machine was started again',
      (other: ProcessIdentity) => ({ ...other, bootId: 'x' }),
    ],
  ])('is taken up, and leaves those alone: %s', async (_, change) => {
    const world = await crashWorld(crashTemplate());
    const other = innocent();
    const id = await cutOffRun(world, { supervisor: change(other), agent: change(other) });
    await world.untilEnded(id);
    expect(await brokenInvariants(world)).toEqual([]);
    expect(identifyProcess(other.pid)).toEqual(other);
  });
});

describe('what a crash of the machine can leave of the files of a run', () => {
  it('a record that is cut off: it is set aside, and the daemon continues', async () => {
    const world = await crashWorld(crashTemplate());
    world.killAt(['supervisor/check-begun']);
    const torn = await world.launch();
    await waitFor('the death of the supervisor', async () => world.killed().length === 1);
    truncateSync(pathsOf(world, torn).state, 100);
    await queueOne(world);
    const others = async (): Promise<boolean> => {
      const ids = (await world.workspace.runs.listIds()).filter((id) => id !== torn);
      const records = await Promise.all(ids.map((id) => recordOf(world, id)));
      return records.length > 0 && records.every((record) => record?.phase.kind === 'ended');
    };
    await serveUntil(world, others);
    expect(await world.workspace.runs.listIds()).not.toContain(torn);
    // Nobody knows what became of it, so that nobody does it again.
    expect(world.executions(torn)).toBe(1);
  });

  it('a line of events that is cut off: whoever follows the run still sees its end', async () => {
    const world = await crashWorld(crashTemplate());
    world.killAt(['supervisor/deliver-done']);
    const id = await world.launch();
    await waitFor('the death of the supervisor', async () => world.killed().length === 1);
    appendFileSync(pathsOf(world, id).events, '{"kind":"step","at":"2026-');
    await world.untilEnded(id);
    const kinds: string[] = [];
    for await (const { kind } of watchRun(world.workspace, id)) kinds.push(kind);
    expect(kinds.at(-1)).toBe('ended');
  });
});

describe('two daemons that are started at once', () => {
  it('become one', async () => {
    const world = await crashWorld(crashTemplate());
    await queueOne(world);
    const daemons = [world.start('daemon'), world.start('daemon')];
    await waitFor('the end of one', async () => daemons.some(({ exitCode }) => exitCode !== null));
    await waitFor('the end of the run', () => allEnded(world));
    const left = daemons.filter(({ exitCode }) => exitCode === null);
    expect(left).toHaveLength(1);
    const gone = left.map((daemon) => once(daemon, 'exit'));
    for (const daemon of left) daemon.kill('SIGTERM');
    await Promise.all(gone);
    expect(await brokenInvariants(world)).toEqual([]);
  });
});

describe('a daemon that is started again while somebody starts runs by hand', () => {
  it.each(['daemon/slots-recorded', 'daemon/run-made', 'daemon/supervisor-assigned'] as const)(
    'doubles nothing after a death at %s',
    async (point) => {
      const world = await crashWorld(crashTemplate());
      await queueOne(world);
      world.killAt([point]);
      await once(world.start('daemon'), 'exit');
      const commands = Array.from({ length: 3 }, () =>
        once(world.start('command', 'busy'), 'exit'),
      );
      await serveUntil(world, () => allEnded(world));
      await Promise.all(commands);
      await serveUntil(world, () => allEnded(world));
      expect(await brokenInvariants(world)).toEqual([]);
    },
  );
});

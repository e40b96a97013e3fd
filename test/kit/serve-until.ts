/** Daemons of a world, one after the other, until what they are for has happened. */
import { once } from 'node:events';

import { loadRoutine } from '../../src/routines/load-routine.ts';
import { queueRun } from '../../src/scheduler/queue-run.ts';
import { waitFor, type CrashWorld } from './crash-world.ts';

/** One that dies is followed by another; the last one is told to stop. */
export async function serveUntil(world: CrashWorld, done: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const daemon = world.start('daemon');
    const gone = once(daemon, 'exit');
    await waitFor(
      'what the daemon is for',
      async () => daemon.signalCode !== null || daemon.exitCode !== null || (await done()),
    );
    const died = daemon.signalCode === 'SIGKILL';
    if (daemon.exitCode !== null) throw new Error(`the daemon ended by itself: ${daemon.exitCode}`);
    daemon.kill('SIGTERM');
    await gone;
    if (!died) return;
  }
}

/** A slot for the daemon to start. */
export async function queueOne({ workspace }: CrashWorld): Promise<void> {
  const loaded = await loadRoutine(workspace, { id: 'busy', overrides: [] });
  await queueRun({ workspace, ...loaded, inputs: {} });
}

/** Each slot has a run, and each run has ended. */
export async function allEnded({ workspace }: CrashWorld): Promise<boolean> {
  const { records } = await workspace.slots.list();
  if (!records.every(({ state }) => state.kind === 'started')) return false;
  for (const { state } of records) {
    const run = state.kind === 'started' ? await workspace.runs.read(state.runId) : null;
    if (run?.record?.phase.kind !== 'ended') return false;
  }
  return true;
}

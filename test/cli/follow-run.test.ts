import { describe, expect, it } from 'vitest';

import { followRun } from '../../src/cli/follow-run.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { AppError } from '../../src/words/errors.ts';
import { isRunId } from '../../src/words/ids.ts';
import type { RunEvent } from '../../src/words/run-event.ts';
import { toRunView } from '../../src/words/run-view.ts';
import type { RunHandle } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { recordingTerminal } from '../kit/recording-terminal.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const AT = '2026-11-21T09:00:00.000Z';
const BEGUN: RunEvent = { kind: 'step', at: AT, step: 'work', phase: 'begun' };

/** A run that works until it is cancelled as often as is said, or until nobody watches any more. */
async function handleThatEndsAfter(cancels: number): Promise<RunHandle & { reasons: string[] }> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: gitRepo({ a: 'a' }).path,
    env,
    clock: systemClock,
  });
  const spec = await storeEndedRun(workspace);
  const stored = await workspace.runs.read(spec.id);
  if (!isRunId(spec.id) || stored === null) throw new TypeError('no run');
  const reasons: string[] = [];
  const cancelled = deferred();
  return {
    id: spec.id,
    reasons,
    async *events(signal) {
      yield BEGUN;
      process.emit('SIGINT');
      if (cancels === 1) await cancelled.promise;
      else {
        process.emit('SIGINT');
        if (signal?.aborted === true) return;
      }
      yield { kind: 'ended', at: AT };
    },
    cancel: (reason) => {
      reasons.push(reason);
      cancelled.resolve();
      return Promise.resolve();
    },
    ended: () => Promise.resolve(toRunView(stored)),
  };
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('followRun', () => {
  it('cancels at Ctrl-C, says what remains, and stays until the run has ended', async () => {
    const terminal = recordingTerminal();
    const handle = await handleThatEndsAfter(1);
    const followed = await followRun(handle, { terminal, clock: systemClock, verbose: false });
    expect(followed.kind).toBe('ended');
    expect(handle.reasons).toEqual(['cancelled by Ctrl-C']);
    expect(terminal.written.err).toBe(
      'Cancelling. The agent is asked to stop, and what it did so far is kept.\n' +
        'Ctrl-C again leaves the run to end in the background.\n',
    );
  });

  it.each([
    [
      'no-space',
      'No space left on device',
      'The run could not be cancelled: No space left on device\n',
    ],
    ['already-ended', 'it has ended already', ''],
  ])(
    'says why a run could not be cancelled, unless it has ended: %s',
    async (code, message, said) => {
      const terminal = recordingTerminal();
      const handle = await handleThatEndsAfter(1);
      const cancel = async (reason: string): Promise<void> => {
        await handle.cancel(reason);
        throw new AppError('refused', { code, message, hint: '' });
      };
      await followRun({ ...handle, cancel }, { terminal, clock: systemClock, verbose: false });
      expect(terminal.written.err.split('background.\n')[1]).toBe(said);
    },
  );

  it('leaves at a second Ctrl-C and says where to look', async () => {
    const terminal = recordingTerminal();
    const handle = await handleThatEndsAfter(2);
    const followed = await followRun(handle, { terminal, clock: systemClock, verbose: false });
    expect(followed).toEqual({ kind: 'left' });
    expect(handle.reasons).toEqual(['cancelled by Ctrl-C']);
    expect(terminal.written.err).toContain(
      `Left to end in the background. See it: roundsman show ${handle.id.slice(-6)}\n`,
    );
  });

  it('listens to Ctrl-C no longer once it is done', async () => {
    const before = process.listenerCount('SIGINT');
    await followRun(await handleThatEndsAfter(1), {
      terminal: recordingTerminal(),
      clock: systemClock,
      verbose: false,
    });
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});

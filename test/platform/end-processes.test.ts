import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { endProcesses, type EndOutcome } from '../../src/platform/end-processes.ts';
import { identifyProcess, isAlive, signalProcess } from '../../src/platform/process-identity.ts';
import { findRunProcesses, followDescendants } from '../../src/platform/process-tree.ts';
import { startProcess } from '../../src/platform/start-process.ts';
import type { ProcessIdentity } from '../../src/words/run-spec.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { waitUntil } from '../kit/wait-until.ts';

interface Started {
  readonly root: ProcessIdentity;
  readonly runId: string;
  readonly folder: string;
  /** What the script wrote into a file of that name: a pid. */
  readonly pidIn: (name: string) => Promise<ProcessIdentity>;
  readonly end: (signal: NodeJS.Signals, known?: readonly ProcessIdentity[]) => Promise<EndOutcome>;
}

let runs = 0;

function started(script: string): Started {
  const folder = temporaryFolder();
  const runId = `ending-${process.pid}-${(runs += 1)}`;
  const child = startProcess({
    argv: ['sh', '-c', script],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ROUNDSMAN_RUN: runId },
    stdin: 'empty',
    stdout: 'ignore',
    stderr: 'ignore',
    ownSession: true,
  });
  const root = child.pid === null ? null : identifyProcess(child.pid);
  if (root === null) throw new TypeError('it did not start');
  return {
    root,
    runId,
    folder,
    pidIn: (name) =>
      waitUntil(() => {
        const path = join(folder, name);
        const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
        return text.endsWith('\n') ? identifyProcess(Number(text)) : null;
      }),
    end: (signal, known = []) =>
      endProcesses({
        runId,
        roots: [root, ...known],
        confinement: 'none',
        led: false,
        groups: [],
        signal,
        clock: systemClock,
      }),
  };
}

describe('ending what a program started', () => {
  it('asks, and lets it tidy up', async () => {
    const { pidIn, end, folder } = started(
      'trap "echo tidy > tidied; exit 0" TERM; echo $$ > ready; while :; do sleep 0.05; done',
    );
    await pidIn('ready');
    expect((await end('SIGTERM')).left).toEqual([]);
    expect(readFileSync(join(folder, 'tidied'), 'utf8')).toBe('tidy\n');
  });

  it('ends a process that was stopped, after letting it act on being asked', async () => {
    const { pidIn, end, folder, root, runId } = started(
      'trap "echo tidy > tidied; exit 0" TERM; echo $$ > ready; while :; do sleep 0.05; done',
    );
    await pidIn('ready');
    signalProcess(root, 'SIGSTOP');
    await waitUntil(() =>
      findRunProcesses(runId).some(({ pid, state }) => pid === root.pid && state === 'T')
        ? true
        : null,
    );
    expect((await end('SIGTERM')).left).toEqual([]);
    expect(existsSync(join(folder, 'tidied'))).toBe(true);
    expect(isAlive(root)).toBe(false);
  });

  it('ends what forks without end, all of it', async () => {
    const { pidIn, end, runId } = started(
      'echo $$ > ready; (while :; do (sleep 60 & sleep 60) & sleep 0.01; done) & while :; do sleep 60 & sleep 0.01; done',
    );
    await pidIn('ready');
    await waitUntil(() => (findRunProcesses(runId).length > 20 ? true : null));
    const { ended, left } = await end('SIGKILL');
    expect(left).toEqual([]);
    expect(ended).toBeGreaterThan(20);
    expect(findRunProcesses(runId)).toEqual([]);
  });

  it('finds an orphan without the marker by its session', async () => {
    const { pidIn, end } = started(
      'env -i sh -c \'(echo $$ > /dev/null; sh -c "echo \\$\\$ > orphan; exec sleep 60" &)\'; while [ ! -s orphan ]; do sleep 0.02; done',
    );
    const orphan = await pidIn('orphan');
    const { ended, left } = await end('SIGTERM');
    expect({ left, alive: isAlive(orphan) }).toEqual({ left: [], alive: false });
    // What the script itself waits by may be among them.
    expect(ended).toBeGreaterThanOrEqual(1);
  });

  it('finds one that left session and marker behind if it was seen before its parent went', async () => {
    const { pidIn, end, root, folder } = started(
      'env -i sh -c \'setsid sh -c "echo \\$\\$ > daemon; exec sleep 60" & wait\' & echo $! > parent; while [ ! -e go ]; do sleep 0.02; done; kill -9 $(cat parent)',
    );
    const daemon = await pidIn('daemon');
    const known = new Map<number, ProcessIdentity>();
    await waitUntil(() => {
      followDescendants(root, known);
      return known.has(daemon.pid) ? true : null;
    });
    startProcess({
      argv: ['touch', join(folder, 'go')],
      cwd: folder,
      env: process.env,
      stdin: 'empty',
      stdout: 'ignore',
      stderr: 'ignore',
      ownSession: false,
    });
    await waitUntil(() => (isAlive(root) ? null : true));
    expect((await end('SIGTERM', [...known.values()])).left).toEqual([]);
    expect(isAlive(daemon)).toBe(false);
  });

  it('never takes a process for its own that got the pid of one', async () => {
    const { root, end, runId, folder } = started('while [ ! -e go ]; do :; done');
    writeFileSync(join(folder, 'go'), '');
    await waitUntil(() => (isAlive(root) ? null : true));
    const self = identifyProcess(process.ppid);
    if (self === null) throw new TypeError('there is always one above');
    const reused = { ...self, startTime: '1' };
    expect(findRunProcesses(runId, [reused])).toEqual([]);
    expect(await end('SIGKILL', [reused])).toEqual({ ended: 0, left: [] });
  });
});

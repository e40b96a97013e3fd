/** What the system itself holds together: pid namespaces by bubblewrap, and control groups where there are any. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import {
  endLeft,
  startConfined,
  type ConfinedProcess,
} from '../../src/platform/confined-process.ts';
import { makeControlGroup } from '../../src/platform/control-group.ts';
import { identifyProcess, isAlive, signalProcess } from '../../src/platform/process-identity.ts';
import { findRunProcesses } from '../../src/platform/process-tree.ts';
import type { Confinement } from '../../src/words/network-plan.ts';
import type { ProcessIdentity } from '../../src/words/run-spec.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { waitUntil } from '../kit/wait-until.ts';

/** A daemon as it should be: no session, parent or variable of its origin. Waits until it is there. */
const DAEMON =
  'env -i setsid setsid sh -c "(exec sleep 300) & echo \\$! > daemon; sleep 0.2"; while [ ! -s daemon ]; do sleep 0.02; done;';

const SANDBOX =
  'bwrap --unshare-user --unshare-pid --die-with-parent --ro-bind / / --dev /dev --proc /proc --bind'.split(
    ' ',
  );

let runs = 0;

interface Confined extends ConfinedProcess {
  readonly runId: string;
  readonly folder: string;
  readonly groupList: string;
}

function confined(script: string, confinement: Confinement): Confined {
  const folder = temporaryFolder();
  const runId = `confined-${process.pid}-${(runs += 1)}`;
  const command = ['sh', '-c', script];
  const groupList = join(folder, 'groups.txt');
  const process_ = startConfined({
    argv: confinement === 'none' ? command : [...SANDBOX, folder, folder, '--', ...command],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ROUNDSMAN_RUN: runId },
    stdin: 'empty',
    stdout: 'ignore',
    stderr: 'ignore',
    ownSession: true,
    runId,
    confinement,
    led: false,
    groupList,
    clock: systemClock,
  });
  return { ...process_, runId, folder, groupList };
}

/** Of any program on this machine. */
function sleepers(folder: string): Promise<string> {
  return waitUntil(() => {
    const path = join(folder, 'daemon');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return text.endsWith('\n') ? text.trim() : null;
  });
}

/** Processes that came from this one, by the pids inside of a namespace or outside. */
function inside({ runId, identity }: Confined): readonly ProcessIdentity[] {
  return findRunProcesses(runId, identity === null ? [] : [identity]);
}

describe('a program in a pid namespace', () => {
  it('is asked with all that it started, and has its time to tidy up', async () => {
    const agent = confined(
      'trap "echo tidy > tidied; exit 3" TERM; echo $$ > daemon; while :; do sleep 0.05; done',
      'pid-namespace',
    );
    await sleepers(agent.folder);
    expect((await agent.endAll({ signal: 'SIGTERM' })).left).toEqual([]);
    expect(readFileSync(join(agent.folder, 'tidied'), 'utf8')).toBe('tidy\n');
    expect((await agent.ended).exitCode).toBe(3);
  });

  it('takes a daemon along that left every trace, when it is forced', async () => {
    const agent = confined(`${DAEMON} trap "" TERM; while :; do sleep 60; done`, 'pid-namespace');
    await sleepers(agent.folder);
    const before = inside(agent);
    expect(before.length).toBeGreaterThanOrEqual(4);
    const { left } = await agent.endAll({ signal: 'SIGTERM', forced: Promise.resolve() });
    expect(left).toEqual([]);
    expect(before.filter(isAlive)).toEqual([]);
  });

  it('takes a daemon along when it ends by itself', async () => {
    const agent = confined(`${DAEMON} while [ ! -e go ]; do sleep 0.02; done`, 'pid-namespace');
    await sleepers(agent.folder);
    const before = inside(agent);
    const go = confined(`touch '${join(agent.folder, 'go')}'`, 'none');
    await go.ended;
    await go.endAll({ signal: 'SIGTERM' });
    expect((await agent.ended).exitCode).toBe(0);
    expect(await agent.endAll({ signal: 'SIGTERM' })).toMatchObject({ left: [] });
    expect(before.filter(isAlive)).toEqual([]);
  });

  it('that was stopped is ended all the same', async () => {
    const agent = confined('echo $$ > daemon; exec sleep 300', 'pid-namespace');
    await sleepers(agent.folder);
    const before = inside(agent);
    for (const one of before) signalProcess(one, 'SIGSTOP');
    expect((await agent.endAll({ signal: 'SIGINT' })).left).toEqual([]);
    expect(before.filter(isAlive)).toEqual([]);
  });
});

describe('a program in a control group', () => {
  /** Whether the system hands us any: what follows depends on it, and on nothing else. */
  const probe = makeControlGroup(`roundsman-probe-${process.pid}`);
  probe?.remove();

  it('takes a daemon along that left every trace, where the system has such groups', async () => {
    const agent = confined(DAEMON, 'none');
    const daemon = identifyProcess(Number(await sleepers(agent.folder)));
    await agent.ended;
    if (daemon === null) throw new TypeError('it is there');
    const { left } = await agent.endAll({ signal: 'SIGTERM' });
    expect({ left, alive: isAlive(daemon) }).toEqual({ left: [], alive: probe === null });
    signalProcess(daemon, 'SIGKILL');
    expect(existsSync(agent.groupList)).toBe(false);
  });

  it('is found again by whoever comes after a crash', async () => {
    const agent = confined(`${DAEMON} sleep 300`, 'none');
    const daemon = identifyProcess(Number(await sleepers(agent.folder)));
    if (daemon === null) throw new TypeError('it is there');
    const { runId, groupList } = agent;
    const { left } = await endLeft({ runId, groupList, roots: [], clock: systemClock });
    expect({ left, alive: isAlive(daemon) }).toEqual({ left: [], alive: probe === null });
    expect(findRunProcesses(runId)).toEqual([]);
    signalProcess(daemon, 'SIGKILL');
    // So that nothing goes on looking.
    await agent.endAll({ signal: 'SIGKILL' });
  });
});

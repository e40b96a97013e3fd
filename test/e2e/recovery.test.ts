/** What becomes of runs whose supervisor died, whose folder is torn, whose leftovers live, or whose disk is full. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { findRunProcesses } from '../../src/platform/process-tree.ts';
import { startProcess } from '../../src/platform/start-process.ts';
import { listQuarantined } from '../../src/store/run-folder/quarantine.ts';
import type { RunRecord, RunView } from '../../src/words/run.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { smallWorkspace, type TestWorkspace } from '../kit/workspace.ts';

const PRIVATE = 'workspace: { isolation: private }\n';
const REPORT = `printf '## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"`;

function record(workspace: TestWorkspace, id: string): RunRecord | null {
  const path = join(workspace.runFolder(id), 'state.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Kills the supervisor once `path` is there. */
async function killOnce(workspace: TestWorkspace, id: string, path: string): Promise<void> {
  await waitUntil(() => (existsSync(path) ? true : null));
  const phase = record(workspace, id)?.phase;
  if (phase?.kind !== 'running') throw new TypeError('it is at work');
  process.kill(phase.supervisor.pid, 'SIGKILL');
}

async function ended(workspace: TestWorkspace, id: string): Promise<RunView> {
  return waitUntil(() => {
    const view: RunView = JSON.parse(workspace.roundsman('show', id, '--json').stdout);
    return view.state === 'ended' ? view : null;
  });
}

function detached(workspace: TestWorkspace, routine: string): string {
  return JSON.parse(workspace.roundsman('run', routine, '--detach', '--json').stdout).id;
}

describe('a run whose supervisor was killed', () => {
  it('before its agent began is taken up again, and its agent runs once', async () => {
    const workspace = smallWorkspace();
    const here = temporaryFolder();
    const setup = `echo set >> ${here}/setups; test -e ${here}/first || { touch ${here}/first; sleep 300; }`;
    workspace.agentRoutine(
      'slow',
      ['/bin/sh', '-c', `echo ran >> ${here}/count; echo x > new.txt; ${REPORT}`],
      `workspace: { isolation: private, setup: [${JSON.stringify(setup)}] }\n`,
    );
    const id = detached(workspace, 'slow');
    await killOnce(workspace, id, join(here, 'first'));
    const view = await ended(workspace, id);
    expect(view.result).toMatchObject({
      execution: 'succeeded',
      report: 'valid',
      changes: 'branch',
    });
    expect(view.notices[0]).toBe(
      'the supervisor of the run died; another one took it up again at `open`',
    );
    expect(readFileSync(join(here, 'count'), 'utf8')).toBe('ran\n');
    expect(readFileSync(join(here, 'setups'), 'utf8')).toBe('set\nset\n');
    expect(findRunProcesses(id)).toEqual([]);
    expect(workspace.repo.git('for-each-ref', 'refs/roundsman')).toBe('');
  });

  it('while its agent worked is interrupted, and what there was becomes a branch', async () => {
    const workspace = smallWorkspace();
    const here = temporaryFolder();
    const script = `echo x > new.txt; touch ${here}/works; sleep 300`;
    workspace.agentRoutine('worker', ['/bin/sh', '-c', script], PRIVATE);
    const id = detached(workspace, 'worker');
    await killOnce(workspace, id, join(here, 'works'));
    const view = await ended(workspace, id);
    expect(view.result).toMatchObject({ execution: 'lost', changes: 'branch' });
    expect(view.notices[0]).toBe(
      'the run was interrupted: its supervisor died while the agent worked; what there was is kept',
    );
    expect(workspace.repo.git('show', `${view.branch}:new.txt`)).toBe('x');
    expect(readFileSync(view.reportPath ?? '', 'utf8')).toContain('the run was interrupted');
    expect(findRunProcesses(id)).toEqual([]);
  });

  it('by a step, again and again, is not begun again for ever', async () => {
    const workspace = smallWorkspace();
    const here = temporaryFolder();
    const setup = `echo set >> ${here}/setups; kill -9 $(sed 's/.*"supervisor":{"pid":\\([0-9]*\\).*/\\1/' ../state.json); sleep 300`;
    workspace.agentRoutine(
      'deadly',
      ['/bin/sh', '-c', `echo ran >> ${here}/count`],
      `workspace: { isolation: private, setup: [${JSON.stringify(setup)}] }\n`,
    );
    const view = await ended(workspace, detached(workspace, 'deadly'));
    expect(view.result).toMatchObject({ execution: 'lost', changes: 'none' });
    expect(view.notices).toContain(
      'the run was interrupted: one supervisor after the other died at it; what there was is kept',
    );
    expect(readFileSync(join(here, 'setups'), 'utf8')).toBe('set\nset\nset\n');
    expect(existsSync(join(here, 'count'))).toBe(false);
  });

  it('and whose claim is torn is taken up all the same', async () => {
    const workspace = smallWorkspace();
    const here = temporaryFolder();
    const script = `touch ${here}/works; sleep 300`;
    workspace.agentRoutine('worker', ['/bin/sh', '-c', script], PRIVATE);
    const id = detached(workspace, 'worker');
    await waitUntil(() => (existsSync(join(here, 'works')) ? true : null));
    writeFileSync(join(workspace.runFolder(id), 'claim-1'), '');
    await killOnce(workspace, id, join(here, 'works'));
    expect((await ended(workspace, id)).result?.execution).toBe('lost');
  });
});

describe('a run that does not tell what happened', () => {
  it('is set aside, whole, and its slot says so', async () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('ok', ['/bin/sh', '-c', REPORT], PRIVATE);
    const { view } = workspace.run('ok');
    const folder = workspace.runFolder(view.id);
    writeFileSync(join(folder, 'state.json'), '{"protocol":2,"phase":');
    // Its supervisor may still be tidying up.
    const runs = await waitUntil(() => {
      const ran = workspace.roundsman('runs');
      return ran.stderr.includes('set aside') ? ran : null;
    });
    const aside = join(workspace.stateDir, 'quarantine', view.id);
    expect(runs.stderr).toBe(
      `note: run ${view.id.slice(-6)}: it cannot be read (it is not JSON) and was set aside, whole: ${aside}\n`,
    );
    expect(readdirSync(aside)).toContain('spec.json');
    expect(existsSync(folder)).toBe(false);
    const [slot] = JSON.parse(workspace.roundsman('slots', '--json').stdout);
    expect(slot).toMatchObject({
      state: 'started',
      runId: view.id,
      reason: `its run cannot be read (it is not JSON) and was set aside: ${aside}`,
    });
    expect(await listQuarantined(workspace.stateDir)).toMatchObject([
      { id: view.id, folder: aside, problem: 'it is not JSON' },
    ]);
    expect(workspace.roundsman('runs').stderr).toBe('');
    expect(workspace.run('ok').exitCode).toBe(0);
  });
});

describe('retry', () => {
  it('first ends what the last attempt left alive', async () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('fails', ['/bin/sh', '-c', 'exit 3'], PRIVATE);
    const { view } = workspace.run('fails');
    const left = startProcess({
      argv: ['sleep', '300'],
      cwd: '/',
      env: { PATH: process.env['PATH'], ROUNDSMAN_RUN: view.id },
      stdin: 'empty',
      stdout: 'ignore',
      stderr: 'ignore',
      ownSession: true,
    });
    expect(findRunProcesses(view.id)).toHaveLength(1);
    workspace.roundsman('retry', view.id);
    expect((await left.ended).signal).toBe('SIGKILL');
  });
});

describe('a disk below its floor', () => {
  it('lets nothing start, and says why', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('ok', ['/bin/sh', '-c', REPORT], PRIVATE);
    workspace.repo.write('roundsman.yaml', 'limits: { disk-floor: 999999GB }\n');
    const { view, exitCode } = workspace.run('ok');
    expect(exitCode).toBe(0);
    expect(view.skipped).toMatch(
      /^only [0-9.]+ [KMGT]?B are free on the disk of .*, less than the floor of [0-9]+ TB$/,
    );
    expect(view.base).toBe(null);
  });
});

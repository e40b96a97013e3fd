/** Runs outlive whoever started them, can be found again, cancelled, and finished after a crash. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { findRunProcesses } from '../../src/platform/process-tree.ts';
import type { RunRecord, RunView } from '../../src/words/run.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { smallWorkspace, type TestWorkspace } from '../kit/workspace.ts';

function record(workspace: TestWorkspace, id: string): RunRecord {
  return JSON.parse(readFileSync(join(workspace.runFolder(id), 'state.json'), 'utf8'));
}

/** Starts a run that hangs, in the background, and waits until its agent works. */
async function hangingRun(
  workspace: TestWorkspace,
): Promise<{ readonly id: string; readonly supervisor: number }> {
  workspace.agentRoutine('hangs', ['hangs']);
  const started = workspace.roundsman('run', 'hangs', '--detach', '--json');
  const { id } = JSON.parse(started.stdout);
  return waitUntil(() => {
    const { phase } = record(workspace, id);
    return phase.kind === 'running' && phase.agent !== null
      ? { id, supervisor: phase.supervisor.pid }
      : null;
  });
}

async function ended(workspace: TestWorkspace, id: string): Promise<RunView> {
  return waitUntil(() => {
    const view: RunView = JSON.parse(workspace.roundsman('show', id, '--json').stdout);
    return view.state === 'ended' ? view : null;
  });
}

describe('a run', () => {
  it('goes on when the command that started it has ended, and is found again', async () => {
    const workspace = smallWorkspace();
    const { id } = await hangingRun(workspace);
    const runs: RunView[] = JSON.parse(workspace.roundsman('runs', '--json').stdout);
    expect(runs.map((run) => [run.id, run.state])).toEqual([[id, 'running']]);
    expect(workspace.roundsman('cancel', id).exitCode).toBe(0);
    expect((await ended(workspace, id)).result?.execution).toBe('cancelled');
    expect(findRunProcesses(id)).toEqual([]);
  });

  it('is refused while another of the same routine is going on', async () => {
    const workspace = smallWorkspace();
    const { id } = await hangingRun(workspace);
    const second = workspace.roundsman('run', 'hangs');
    expect(second.exitCode).toBe(4);
    expect(second.stderr).toContain(`hangs is running already: ${id}`);
    workspace.roundsman('cancel', id);
    await ended(workspace, id);
  });

  it('whose supervisor was killed ends as lost, its agent gone, by the next command that looks', async () => {
    const workspace = smallWorkspace();
    const { id, supervisor } = await hangingRun(workspace);
    process.kill(supervisor, 'SIGKILL');
    const view = await ended(workspace, id);
    expect(view.result).toMatchObject({ execution: 'lost', report: 'missing' });
    expect(view.failure?.code).toBe('lost');
    expect(findRunProcesses(id)).toEqual([]);
    expect(workspace.repo.git('for-each-ref', 'refs/roundsman')).toBe('');
  });
});

describe('a run at level worktree', () => {
  it("whose agent changes the repository's own settings is refused, named, and kept", () => {
    const workspace = smallWorkspace();
    const { path } = workspace.repo;
    const script = `git -C '${path}' config core.editor evil; echo x > new.txt`;
    workspace.agentRoutine(
      'meddler',
      ['/bin/sh', '-c', script],
      'workspace: { isolation: worktree }\n',
    );
    const { view, exitCode } = workspace.run('meddler');
    expect(view.isolation).toBe('worktree');
    expect(view.failure).toMatchObject({
      code: 'repository-changed',
      message: "the repository's own settings changed during the run: .git/config (core.editor)",
    });
    expect(view.result?.changes).toBe('refused(repository-changed)');
    expect(readFileSync(join(workspace.runFolder(view.id), 'worktree', 'new.txt'), 'utf8')).toBe(
      'x\n',
    );
    expect(exitCode).toBe(1);
  });
});

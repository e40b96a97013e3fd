/** Whole runs that split items up, and runs for what came of it. */
import { describe, expect, it } from 'vitest';

import { agentProgram } from '../../kit/agent-program.ts';
import { smallWorkspace, type TestWorkspace } from '../../kit/workspace.ts';

const planner = (how: string): string =>
  `agent.command=${JSON.stringify(agentProgram('plans', how))}`;

function withItem(): TestWorkspace {
  const workspace = smallWorkspace();
  workspace.roundsman('items', 'new', 'Retry on 429', '--body', 'Not more than three times.');
  return workspace;
}

const plan = (workspace: TestWorkspace, how: string): ReturnType<TestWorkspace['roundsman']> =>
  workspace.roundsman('plan', 'RM-1', '--engine', 'command', '--set', planner(how), '--json');

describe('a plan by an engine', () => {
  it('is made from the item that the run was told of, and becomes items when a person accepts', () => {
    const workspace = withItem();
    const planned = plan(workspace, 'well');
    expect(planned.stderr).not.toContain('error');
    const { tasks, overlaps, run } = JSON.parse(planned.stdout);
    expect(tasks.map(({ title }: { title: string }) => title)).toEqual([
      'Client of RM-1',
      'Use it',
      'Test it',
    ]);
    expect(overlaps.map((one: { task: number; with: unknown }) => [one.task, one.with])).toEqual([
      [1, { kind: 'task', number: 3 }],
      [2, { kind: 'task', number: 3 }],
    ]);
    expect(workspace.roundsman('brief', run).stdout).toContain('Not more than three times.');
    expect(workspace.roundsman('items', '--json').stdout).not.toContain('RM-2');

    workspace.agentRoutine('implement', ['ok']);
    const accepted = workspace.roundsman('plan', 'accept', '1', '--run', 'implement', '--json');
    expect(JSON.parse(accepted.stdout)).toMatchObject({
      accepted: ['RM-2', 'RM-3', 'RM-4'],
      queued: ['RM-2', 'RM-4'],
      waiting: ['RM-3'],
      state: 'settled',
    });
    expect(workspace.roundsman('plan', 'accept', '1').exitCode).toBe(3);

    const { view } = workspace.run('implement', '--item', 'RM-3');
    expect(view.item).toEqual({ key: 'RM-3', purpose: 'work' });
    const shown = JSON.parse(workspace.roundsman('items', 'show', 'RM-3', '--json').stdout);
    expect(shown).toMatchObject({ parent: 'RM-1', standing: 'in-review' });
    expect(shown.ties.runs).toMatchObject([
      { id: view.id, role: 'works', state: 'ended', outcome: 'succeeded' },
      { id: run, role: 'proposed', state: 'ended', outcome: 'succeeded' },
    ]);
  });

  it('is data, whatever it says, and its run leaves no branch', () => {
    const workspace = withItem();
    const planned = plan(workspace, 'hostile');
    const { tasks, problems, run } = JSON.parse(planned.stdout);
    expect(tasks).toMatchObject([
      { title: '<script>=cmd()', files: ['ok.ts'] },
      { title: 'Circle', dependsOn: [1] },
    ]);
    expect(problems).toEqual([
      'sub-item 1: "../../etc/passwd" leads out of its folder, and was left out',
      'sub-item 1: "/root" is not relative to the repository, and was left out',
      'sub-item 2 depends on itself: that was left out',
      'sub-item 2 depends on 99, which is not a sub-item of the plan: that was left out',
    ]);
    const view = JSON.parse(workspace.roundsman('show', run, '--json').stdout);
    expect(view.result.changes).toMatch(/^refused/);
    expect(workspace.repo.git('branch', '--list', 'roundsman/*')).toBe('');
  });

  it('is none when a line of it does not hold', () => {
    const workspace = withItem();
    const planned = plan(workspace, 'wrong');
    expect(planned.exitCode).toBe(1);
    expect(planned.stdout).toContain('left no plan that can be used: succeeded, report invalid');
    expect(workspace.roundsman('plan', '1', '--show').exitCode).toBe(1);
  });
});

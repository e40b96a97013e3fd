/** Agents that do not end when they should, or say more than anybody reads: at both levels nothing of them is left. */
import { describe, expect, it } from 'vitest';

import { findRunProcesses } from '../../../src/platform/process-tree.ts';
import { smallWorkspace } from '../../kit/workspace.ts';

describe.each(['private', 'sandbox'])('at level %s', (level) => {
  const at = `workspace: { isolation: ${level} }\n`;

  it('an agent that leaves a hundred processes behind leaves none', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('storm', ['forks-storm'], at);
    const { view } = workspace.run('storm');
    expect([view.isolation, view.result?.execution]).toEqual([level, 'succeeded']);
    expect(findRunProcesses(view.id)).toEqual([]);
  });

  it('an agent that leaves a process in a session of its own leaves none', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('forks', ['forks-child'], at);
    const { view } = workspace.run('forks');
    expect([view.isolation, view.result?.execution]).toEqual([level, 'succeeded']);
    expect(findRunProcesses(view.id)).toEqual([]);
  });

  it('an agent that takes no order to end is ended at its time limit', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('stays', ['ignores-sigterm'], `${at}limits: { timeout: 1s }\n`);
    const { view } = workspace.run('stays');
    expect([view.isolation, view.result?.execution]).toEqual([level, 'timed-out']);
    expect(findRunProcesses(view.id)).toEqual([]);
  });
});

it('in a sandbox too, of 1 GB of output the beginning is kept and the rest counted', () => {
  const workspace = smallWorkspace();
  workspace.agentRoutine('flood', ['floods-stdout'], 'workspace: { isolation: sandbox }\n');
  const { view } = workspace.run('flood');
  expect([view.isolation, view.result?.execution]).toEqual(['sandbox', 'succeeded']);
});

/** The engine `command` with a program of the repository's own, and the slips that come with it. */
import { describe, expect, it } from 'vitest';

import { shortIdOf } from '../../src/words/ids.ts';
import { smallWorkspace } from '../kit/workspace.ts';

const ROUTINE = `on: manual
agent: { engine: command, command: [node, tools/look.mjs], prompt: Look at src/. }
`;

describe('a program of the repository', () => {
  it('that is not committed yet is named before anything is started', () => {
    const workspace = smallWorkspace();
    workspace.repo.write('routines/look.yaml', ROUTINE);
    workspace.repo.write('tools/look.mjs', 'process.exit(0);\n');
    const { view, exitCode } = workspace.run('look');
    expect(exitCode).toBe(1);
    expect(view.failure).toEqual({
      code: 'program-not-in-base',
      message:
        'agent.command: tools/look.mjs is in your checkout, but not in main, which the run starts from',
      hint: 'Commit it.',
    });
  });

  it('that fails is told with the command that shows its last words', () => {
    const workspace = smallWorkspace();
    workspace.repo.write('routines/look.yaml', ROUTINE);
    workspace.repo.commit({
      files: { 'tools/look.mjs': 'console.log("no network"); process.exit(3);\n' },
      message: 'Add a program',
    });
    const { view } = workspace.run('look');
    expect(view.failure?.message).toBe('the agent ended with exit code 3');
    const command = `roundsman logs ${shortIdOf(view.id)}`;
    expect(view.failure?.hint).toBe(`See the end of its log: ${command}`);
    expect(workspace.roundsman('logs', shortIdOf(view.id)).stdout).toContain('no network');
  });
});

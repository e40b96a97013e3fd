/** A commit that starts a routine starts it as that commit defines it. */
import { expect, it, onTestFinished } from 'vitest';

import { waitUntil } from '../../kit/wait-until.ts';
import { smallWorkspace } from '../../kit/workspace.ts';

function defined(version: number): Readonly<Record<string, string>> {
  const agent = `echo "as version ${version}"; printf '## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"`;
  return {
    'routines/tidy.yaml': `on: { git: { branches: [main] } }\nagent:\n  engine: command\n  command: ${JSON.stringify(['/bin/sh', '-c', agent])}\n  prompt: Say which.\n`,
  };
}

it('a push runs with the definition that it brought', async () => {
  const workspace = smallWorkspace();
  workspace.repo.commit({ files: defined(0) });
  onTestFinished(() => void workspace.roundsman('stop'));
  expect(workspace.roundsman('start', '--detach', '--no-doctor').exitCode).toBe(0);
  for (const version of [1, 2, 3]) {
    const commit = workspace.repo.commit({ files: defined(version) });
    const run = await waitUntil(() => {
      const runs: readonly {
        readonly id: string;
        readonly base: string;
        readonly state: string;
      }[] = JSON.parse(workspace.roundsman('runs', '--json').stdout);
      return runs.find(({ base, state }) => base === commit && state === 'ended')?.id ?? null;
    });
    expect(workspace.roundsman('logs', run).stdout).toContain(`as version ${version}`);
  }
});

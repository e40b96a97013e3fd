/** The daemon as it ships makes a worktree ready, and a run takes it. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { isRunId } from '../../../src/words/ids.ts';
import { waitUntil } from '../../kit/wait-until.ts';
import { smallWorkspace, type TestWorkspace } from '../../kit/workspace.ts';

const AGENT = `mkdir -p "$ROUNDSMAN_OUT"; printf '## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"`;

/** Folders of those that are ready. */
function spares({ stateDir }: TestWorkspace): readonly string[] {
  const folder = join(stateDir, 'spares');
  const there = readdirSync(stateDir).includes('spares') ? readdirSync(folder) : [];
  return there.filter(isRunId).map((id) => join(folder, id));
}

it('makes a worktree ready while something is due soon, and another one after a run took it', async () => {
  const workspace = smallWorkspace();
  workspace.repo.commit({
    files: {
      'deep/file.txt': 'one\n',
      'routines/tidy.yaml': `on: { schedule: every 30m }\nagent:\n  engine: command\n  command: ${JSON.stringify(['/bin/sh', '-c', AGENT])}\n  prompt: Say that it is done.\n`,
    },
  });
  onTestFinished(() => void workspace.roundsman('stop'));
  expect(workspace.roundsman('start', '--detach', '--no-doctor').exitCode).toBe(0);
  const first = await waitUntil(() => spares(workspace)[0] ?? null);
  const { ino } = statSync(join(first, 'tree/deep/file.txt'));
  const run: { readonly id: string } = JSON.parse(
    workspace.roundsman('run', 'tidy', '--json').stdout,
  );
  const worktree = join(workspace.stateDir, 'runs', run.id, 'worktree');
  expect(statSync(join(worktree, 'deep/file.txt')).ino).toBe(ino);
  const second = await waitUntil(() => spares(workspace)[0] ?? null);
  expect(second).not.toBe(first);
  workspace.repo.commit({ files: { 'roundsman.yaml': 'workspace: { spares: 0 }\n' } });
  await waitUntil(() => (spares(workspace).length === 0 ? true : null));
});

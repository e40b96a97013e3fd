/** Attempts, replays and runs beside others, with real runs. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { readReport, smallWorkspace, type TestWorkspace } from '../kit/workspace.ts';

/** For an agent that leaves something beside the repository. */
const OUTSIDE = 'workspace: { isolation: private }\n';

/** Fails the first time it is started with a flag file that is not there yet, and reports after that. */
function fickle(workspace: TestWorkspace): string {
  const flag = join(workspace.stateDir, '..', 'flag');
  const path = join(workspace.stateDir, '..', 'fickle.mjs');
  writeFileSync(
    path,
    `import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
if (!existsSync(${JSON.stringify(flag)})) {
  writeFileSync(${JSON.stringify(flag)}, '');
  process.exit(3);
}
writeFileSync(join(process.env.ROUNDSMAN_OUT, 'report.md'), '## Summary\\n\\nFine.\\n\\n## Findings\\n\\nNone.\\n');
`,
  );
  return path;
}

function viewOf(workspace: TestWorkspace, ...args: readonly string[]): RunView {
  return JSON.parse(workspace.roundsman(...args, '--json').stdout);
}

/** Asks the run to stop, and waits until it has. */
async function cancelled(workspace: TestWorkspace, id: string): Promise<void> {
  workspace.roundsman('cancel', id);
  await waitUntil(() => (viewOf(workspace, 'show', id).state === 'ended' ? true : null));
}

function findings(workspace: TestWorkspace): unknown {
  return JSON.parse(workspace.roundsman('findings', '--all', '--json').stdout);
}

describe('retry', () => {
  it('makes good what failed, for the same slot, and leaves nothing more to retry', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('fickle', [process.execPath, fickle(workspace)], OUTSIDE);
    const failed = workspace.run('fickle');
    expect([failed.exitCode, failed.view.result?.execution]).toEqual([1, 'failed']);

    const again = workspace.roundsman('retry', 'fickle', '--json');
    const view: RunView = JSON.parse(again.stdout);
    expect([again.exitCode, again.stderr]).toEqual([0, expect.not.stringContaining('note:')]);
    expect(view).toMatchObject({
      slot: failed.view.slot,
      window: failed.view.window,
      definition: failed.view.definition,
      attempt: 2,
      result: { execution: 'succeeded', report: 'valid' },
    });
    expect(readReport(view)).toContain('attempt 2');

    const third = workspace.roundsman('retry', failed.view.id);
    expect(third.exitCode).toBe(4);
    expect(third.stderr).toMatch(/^error: run [0-9a-z]{6} of fickle went well: succeeded\n/);
  });

  it('says what it is about to do, and says no while the run continues', async () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('hangs', ['hangs']);
    const { id } = viewOf(workspace, 'run', 'hangs', '--detach');
    const refused = workspace.roundsman('retry', 'hangs', '--anyway');
    expect(refused).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/^error: run [0-9a-z]{6} of hangs has not ended: /),
    });
    await cancelled(workspace, id);
    const ran = workspace.roundsman('retry', 'hangs', '--detach');
    expect(ran.stderr).toContain(
      `note: another attempt for the slot of ${id.slice(-6)}, with the definition, window and inputs that it had\n`,
    );
    expect(ran.stdout).toMatch(/^Started run /);
    await cancelled(workspace, viewOf(workspace, 'show', 'hangs').id);
  });
});

describe('replay', () => {
  it('goes over a past run from its base, says so in the report, and counts for nothing else', () => {
    const workspace = smallWorkspace();
    const { repo } = workspace;
    workspace.agentRoutine('look', ['ok'], 'window: { since: last-success }\n');
    const { view: past } = workspace.run('look');
    const known = findings(workspace);
    const latest = join(repo.path, 'reports', 'look', 'latest.md');
    const news = readFileSync(latest, 'utf8');
    repo.commit({ files: { 'src/main.ts': 'export const two = 2;\n' } });

    const { stdout, exitCode } = workspace.roundsman('replay', past.id, '--json');
    const replay: RunView = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(replay).toMatchObject({
      slot: { key: `replay:${past.id}:1` },
      base: past.base,
      window: past.window,
      result: { execution: 'succeeded', report: 'valid' },
    });
    const report = readReport(replay);
    expect(report).toContain(`replay: "${past.id}"`);
    expect(report).toContain(`of \`${past.id}\`, for comparison`);
    expect(findings(workspace)).toEqual(known);
    expect(readFileSync(latest, 'utf8')).toBe(news);
    const { view: next } = workspace.run('look');
    expect(next.window.from).toBe(past.window.to);
    const { context } = JSON.parse(workspace.roundsman('brief', next.id, '--json').stdout);
    const runs = (list: readonly { readonly run: string }[]): readonly string[] =>
      list.map(({ run }) => run);
    expect([runs(context.reports), runs(context.branches)]).toEqual([[past.id], [past.id]]);
  });

  it('takes no --set beside --same, and no run that never had a base', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('lost', ['ok'], 'workspace: { base: no-such-branch }\n');
    workspace.run('lost');
    expect(workspace.roundsman('replay', 'lost')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('never had a base commit'),
    });
    expect(workspace.roundsman('replay', 'lost', '--same', '--set', 'x=1')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--same and --set exclude each other'),
    });
  });
});

describe('run --anyway and --queue', () => {
  it('starts beside a run of the same routine that continues, when asked to', async () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('hangs', ['hangs']);
    const first = viewOf(workspace, 'run', 'hangs', '--detach');
    expect(workspace.roundsman('run', 'hangs', '--detach')).toMatchObject({ exitCode: 4 });
    const second = viewOf(workspace, 'run', 'hangs', '--detach', '--anyway');
    expect(second.id).not.toBe(first.id);
    for (const { id } of [first, second]) await cancelled(workspace, id);
  });

  it('records a slot that waits for a daemon, pinned to the file as it is', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('look', ['ok']);
    const { stdout, stderr, exitCode } = workspace.roundsman('run', 'look', '--queue');
    expect(stdout).toBe('Queued a run of look. See its turn come: roundsman slots look\n');
    expect(stderr).toBe('note: no daemon runs here, so it waits until one does: roundsman start\n');
    expect(exitCode).toBe(0);
    const queued = JSON.parse(workspace.roundsman('run', 'look', '--queue', '--json').stdout);
    expect(queued).toMatchObject({
      routine: 'look',
      trigger: 'manual',
      state: 'queued',
      runId: null,
      daemon: false,
    });
    expect(existsSync(join(workspace.stateDir, 'runs'))).toBe(false);
    for (const [flag, ...more] of [['--anyway'], ['--detach'], ['--set', 'name=x']]) {
      expect(workspace.roundsman('run', 'look', '--queue', flag ?? '', ...more)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(`--queue and ${flag ?? ''} exclude each other`),
      });
    }
  });
});

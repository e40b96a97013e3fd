import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Brief } from '../../src/context/brief.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { findRunProcesses } from '../../src/platform/process-tree.ts';
import { shortIdOf, type RunId } from '../../src/words/ids.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { agentProgram } from '../kit/agent-program.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { storeEndedRun } from '../kit/stored-run.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { smallWorkspace, workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const SWEEP = `on: manual
collect:
  - todos: { older-than: 0d }
agent: { engine: builtin, builtin: todo-sweep }
outputs:
  file-item: { tracker: local, max: 5 }
`;

/** A repository with one old note and the routine that looks for it. */
function sweepWorkspace(): TestWorkspace {
  const repo = gitRepo();
  repo.commit({
    files: { 'src/a.js': '// TODO: mend it\n', 'routines/sweep.yaml': SWEEP },
    date: '2026-01-05T10:00:00Z',
  });
  return workspaceOf(repo);
}

/** A routine whose collector runs a program. */
function collectWith(workspace: TestWorkspace, argv: readonly string[]): void {
  workspace.agentRoutine(
    'look',
    ['ok'],
    `collect:\n  - command: { name: seen, run: ${JSON.stringify(argv)} }\n`,
  );
}

function claims({ stateDir }: TestWorkspace): readonly string[] {
  const folder = join(stateDir, 'previews');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
}

function folders({ stateDir }: TestWorkspace): readonly string[] {
  const folder = join(stateDir, 'previews', 'runs');
  return existsSync(folder) ? readdirSync(folder) : [];
}

function expectNothingLeft(workspace: TestWorkspace): void {
  expect(claims(workspace)).toEqual([]);
  expect(folders(workspace)).toEqual([]);
  expect(existsSync(join(workspace.stateDir, 'runs'))).toBe(false);
  expect(existsSync(join(workspace.stateDir, 'slots'))).toBe(false);
  expect(existsSync(join(workspace.stateDir, 'items'))).toBe(false);
  expect(workspace.repo.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  expect(workspace.repo.git('worktree', 'list').split('\n')).toHaveLength(1);
}

/** The id of a preview whose collector is at work. */
function previewAtWork(workspace: TestWorkspace): Promise<string> {
  return waitUntil(() => {
    const id = claims(workspace)[0]?.replace('.json', '');
    return id !== undefined && findRunProcesses(id).length > 0 ? id : null;
  });
}

describe('brief of a routine', () => {
  it('shows what a run would be told now, and leaves nothing behind', () => {
    const workspace = sweepWorkspace();
    const asked = workspace.roundsman('brief', 'sweep', '--json');
    expect(asked.stderr).toBe('');
    const preview: Brief = JSON.parse(asked.stdout);
    expectNothingLeft(workspace);
    expect(preview.run).toBeNull();
    expect(preview.facts['todos']).toMatchObject({
      items: [{ path: 'src/a.js', line: 1, text: 'mend it' }],
      coverage: { found: 1 },
      truncated: 0,
    });
    const { view } = workspace.run('sweep');
    const told: Brief = JSON.parse(workspace.roundsman('brief', view.id, '--json').stdout);
    expect(told.facts).toEqual(preview.facts);
    expect(told.context).toEqual(preview.context);
    expect(told.context.reservedItems).toEqual(['RM-1']);
    expect(told.run).toBe(view.id);
  });

  it('says on the page that no run was started', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('look', ['ok']);
    const { stdout, exitCode } = workspace.roundsman('brief', 'look', '--set', 'intent=Know more');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('intent           Know more\n');
    expect(stdout).toContain('preview          what a run would be told now; none was started\n');
    expect(stdout).toContain('# Your task\n\nLook at src/ and report what you find.\n');
    expect(workspace.roundsman('runs', '--json').stdout).toBe('[]\n');
  });

  it('looks no differently at isolation worktree, and adds none to the repository', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('look', ['ok'], 'workspace: { isolation: worktree }\n');
    expect(workspace.roundsman('brief', 'look').exitCode).toBe(0);
    expectNothingLeft(workspace);
  });

  it('leaves nothing behind when a collector fails', () => {
    const workspace = smallWorkspace();
    collectWith(workspace, [process.execPath, '-e', 'process.exit(3)']);
    const { stdout, stderr, exitCode } = workspace.roundsman('brief', 'look');
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toContain('failed (exit 3)');
    expectNothingLeft(workspace);
  });

  it('leaves nothing behind at Ctrl-C', async () => {
    const workspace = smallWorkspace();
    collectWith(workspace, agentProgram('hangs'));
    const asking = workspace.start('brief', 'look');
    const id = await previewAtWork(workspace);
    asking.kill('SIGINT');
    expect(await exitCodeOf(asking)).toBe(1);
    expect(findRunProcesses(id)).toEqual([]);
    expectNothingLeft(workspace);
  });

  it('takes back what a killed preview left', async () => {
    const workspace = smallWorkspace();
    collectWith(workspace, agentProgram('hangs'));
    const asking = workspace.start('brief', 'look');
    const id = await previewAtWork(workspace);
    asking.kill('SIGKILL');
    await exitCodeOf(asking);
    expect(workspace.repo.git('for-each-ref', 'refs/roundsman')).toContain(id);
    collectWith(workspace, [process.execPath, '-e', 'console.log("[]")']);
    expect(workspace.roundsman('brief', 'look').exitCode).toBe(0);
    expect(findRunProcesses(id)).toEqual([]);
    expectNothingLeft(workspace);
  });
});

describe('what brief is asked about', () => {
  it('is the routine when a run has an id of the same ending, and says so', async () => {
    const { workspace, id } = await withEndedRun();
    const name = shortIdOf(id);
    workspace.agentRoutine(name, ['ok']);
    const { stdout, stderr } = workspace.roundsman('brief', name);
    expect(stdout).toContain(`routine          ${name}: `);
    expect(stderr).toBe(
      `note: "${name}" is a part of a run's id too; that one's: roundsman brief ${id}\n`,
    );
  });

  it('is not a run for a routine that is gone, and says how to see its last one', async () => {
    const { workspace, id } = await withEndedRun();
    expect(workspace.roundsman('brief', 'sweep')).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `error: there is no routine "sweep" any more, so nothing can be told of its next run\nhint: What its last run was told: roundsman brief ${shortIdOf(id)}\n`,
    });
  });

  it('names what may have been meant when nothing matches', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('look', ['ok']);
    expect(workspace.roundsman('brief', 'lok')).toEqual({
      exitCode: 3,
      stdout: '',
      stderr:
        'error: no routine and no run matches "lok"\nhint: Did you mean look? There are: look. To write a new one: roundsman new lok\n',
    });
  });

  it('takes no --set for a run, which was told what it was told', async () => {
    const { workspace, id } = await withEndedRun();
    const { stderr, exitCode } = workspace.roundsman('brief', id, '--set', 'owner=ada');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('hint: Ask about its routine: roundsman brief sweep --set …\n');
  });
});

async function withEndedRun(): Promise<{ workspace: TestWorkspace; id: RunId }> {
  const workspace = smallWorkspace();
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: workspace.stateDir };
  const folder = workspace.repo.path;
  const spec = await storeEndedRun(
    await openWorkspace({ actor: 'ada', folder, env, clock: systemClock }),
  );
  return { workspace, id: spec.id };
}

function exitCodeOf(child: ReturnType<TestWorkspace['start']>): Promise<number | null> {
  return new Promise((resolve) => void child.once('close', resolve));
}

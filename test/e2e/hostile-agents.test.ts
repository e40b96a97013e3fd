/* oxlint-disable no-control-regex -- that none of them is shown is the point */
/** Agents that misbehave: each run ends in a known state, and no byte of their work is lost. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { findRunProcesses } from '../../src/platform/process-tree.ts';
import { agentProgram } from '../kit/agent-program.ts';
import { readReport, smallWorkspace } from '../kit/workspace.ts';

describe('an agent that', () => {
  it('exits 0 without a report has succeeded, its report is missing, and the command exits 1', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('quiet', ['no-report']);
    const { view, exitCode } = workspace.run('quiet');
    expect(view.result).toMatchObject({
      execution: 'succeeded',
      report: 'missing',
      changes: 'none',
    });
    expect(exitCode).toBe(1);
    expect(readReport(view)).toContain('report: missing');
  });

  it('prints its report has reported, without what steers a terminal', () => {
    const workspace = smallWorkspace();
    const program = "printf 'Lines: \\033[1m42\\033[0m <b>of</b> code\\n'";
    workspace.agentRoutine('prints', ['/bin/sh', '-c', program]);
    const { view, exitCode } = workspace.run('prints');
    expect([exitCode, view.result?.report]).toEqual([0, 'valid']);
    expect(readReport(view)).toContain('Lines: 42 &lt;b>of&lt;/b> code');
  });

  it.each([
    ['blanks', "printf ' \\n\\n'", ''],
    ['bytes that are no text', "printf '\\377\\376\\000'", 'it is not UTF-8 text'],
    ['more than a report may have', 'yes | head -c 1100000', 'it has 1100000 bytes'],
    ['and fails', "echo 'Lines: 42'; exit 3", ''],
  ])('prints %s has reported nothing', (_what, program, notice) => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('prints', ['/bin/sh', '-c', program]);
    const { view, exitCode } = workspace.run('prints');
    expect([exitCode, view.result?.report]).toEqual([1, 'missing']);
    expect(view.notices.join('\n')).toContain(notice);
  });

  it('writes a good report and commits leaves a branch with its commit', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('good', ['ok']);
    const { view, exitCode } = workspace.run('good');
    expect(view.result).toMatchObject({
      execution: 'succeeded',
      report: 'valid',
      changes: 'branch',
    });
    expect(exitCode).toBe(0);
    expect(view.branch).toMatch(/^roundsman\/good\/\d{4}-\d{2}-\d{2}-[0-9a-z]{6}$/);
    expect(workspace.repo.git('rev-parse', view.branch ?? '')).toBe(view.head);
  });

  it('fails with a code keeps the code', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('fails', ['exits-3']);
    const { view, exitCode } = workspace.run('fails');
    expect(view.result?.execution).toBe('failed');
    expect(view.failure).toMatchObject({
      code: 'agent-failed',
      message: 'the agent ended with exit code 3',
    });
    expect(exitCode).toBe(1);
  });

  it('leaves files uncommitted has them committed for it', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('untidy', ['leaves-uncommitted']);
    const { view } = workspace.run('untidy');
    expect(view.result?.changes).toBe('branch');
    expect(view.diffstat?.files).toBeGreaterThan(0);
    expect(workspace.repo.git('log', '-1', '--format=%ce', view.branch ?? '')).toBe(
      `run-${view.id}@roundsman.invalid`,
    );
  });

  it('deletes .git loses its commits but not its files', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('vandal', ['deletes-git']);
    const { view } = workspace.run('vandal');
    expect(view.state).toBe('ended');
    expect(view.result?.changes).toBe('branch');
    expect(view.notices.join('\n')).toMatch(/\.git/);
  });

  it('hangs is ended at its time limit', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('hangs', ['hangs'], 'limits: { timeout: 1s }\n');
    const { view, exitCode } = workspace.run('hangs');
    expect(view.result).toMatchObject({ execution: 'timed-out', report: 'missing' });
    expect(view.failure?.code).toBe('timed-out');
    expect(exitCode).toBe(1);
    expect(findRunProcesses(view.id)).toEqual([]);
  });

  it('floods stdout with 1 GB is read to the end, with the loss counted', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('flood', ['floods-stdout']);
    const { view } = workspace.run('flood');
    expect(view.result?.execution).toBe('succeeded');
    const log = readFileSync(join(workspace.runFolder(view.id), 'agent.log'));
    expect(log.length).toBeLessThan(6_000_000);
    expect(log.toString('utf8')).toContain('[995000000 bytes of output were not kept]');
    expect(readReport(view)).toContain('995,000,000');
  });

  it('leaves a child behind that outlives it has the child ended', () => {
    const workspace = smallWorkspace();
    const heartbeat = join(
      workspace.repo.path,
      '..',
      `${workspace.repo.path.split('/').pop() ?? ''}-beat`,
    );
    // In a sandbox it never outlives the agent, so that there is nobody to count.
    const level = 'workspace: { isolation: private }\n';
    workspace.agentRoutine('forks', [...agentProgram('forks-child'), heartbeat], level);
    const { view } = workspace.run('forks');
    expect(view.result?.execution).toBe('succeeded');
    expect(existsSync(heartbeat)).toBe(true);
    expect(findRunProcesses(view.id)).toEqual([]);
    expect(readReport(view)).toMatch(/1 process/);
  });

  it('writes a bad finding has an invalid report that names the line', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('sloppy', ['bad-finding-line']);
    const { view, exitCode } = workspace.run('sloppy');
    expect(view.result?.report).toBe('invalid');
    expect(exitCode).toBe(1);
    expect(readReport(view)).toMatch(/findings\.jsonl line \d+/);
  });

  it('puts a link in place of its report gets nothing read through it', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('linker', ['report-is-link']);
    const { view } = workspace.run('linker');
    expect(['missing', 'invalid']).toContain(view.result?.report);
    expect(readReport(view)).toContain('symbolic link');
    expect(readReport(view)).not.toContain('root:');
  });

  it('rewrites the alternates of its repository keeps its files and is named', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('borrower', ['rewrites-alternates']);
    const { view } = workspace.run('borrower');
    expect(view.state).toBe('ended');
    expect(view.notices.join('\n')).toMatch(/alternates/);
  });

  it('writes escape sequences, bidi marks and HTML shows none of them working', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('painter', ['hostile-text']);
    const { view } = workspace.run('painter');
    const report = readReport(view);
    expect(report).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
    );
    expect(report).not.toMatch(/(?<!\\)<(script|img|iframe)/i);
    const shown = workspace.roundsman('show', view.id);
    expect(shown.stdout + shown.stderr).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
    );
  });

  it('finds nothing to do and says so has a valid, quiet report', () => {
    const workspace = smallWorkspace();
    workspace.agentRoutine('calm', ['noop']);
    const { view, exitCode } = workspace.run('calm');
    expect(view.result).toMatchObject({ execution: 'succeeded', report: 'valid', changes: 'none' });
    expect(exitCode).toBe(0);
  });
});

import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { agentProgram } from '../kit/agent-program.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';

interface Here {
  readonly repo: GitRepo;
  readonly cli: (...args: readonly string[]) => CliResult;
}

/** A repository with one routine, `work`, whose agent is one of the small programs. */
function routineOf(agent: string, extra = ''): Here {
  const command = JSON.stringify(agentProgram(agent));
  const repo = gitRepo({
    'a.txt': 'a\n',
    'routines/work.yaml': `on: manual\nagent: { engine: command, command: ${command}, prompt: Work. }\n${extra}`,
  });
  const env = { ROUNDSMAN_STATE_DIR: join(temporaryFolder(), 'state') };
  return { repo, cli: (...args) => runCli(args, { cwd: repo.path, env }) };
}

describe('run', () => {
  it('ends with report, branch and next command, and shows its steps on the other stream', () => {
    const { repo, cli } = routineOf('ok');
    const { stdout, stderr, exitCode } = cli('run', 'work');
    const [outcome, report, branch, next, ...rest] = stdout.split('\n');
    expect(outcome).toMatch(/^work {2}succeeded · .* · findings: 1 new$/);
    expect(report).toMatch(/^report {2}reports\/work\/[0-9-]{10}-[0-9a-z]{6}\.md$/);
    expect(branch).toMatch(
      /^branch {2}roundsman\/work\/[0-9-]{10}-[0-9a-z]{6} \(1 file, \+1 −0\)$/,
    );
    const name = branch?.split(/\s+/)[1] ?? '';
    expect(next).toBe(`next    roundsman diff ${name.slice(-6)}`);
    expect(rest).toEqual(['']);
    expect(exitCode).toBe(0);
    expect(repo.git('branch', '--list', name)).toContain(name);
    expect(stderr).toMatch(/^ {2}✓ work {6}/m);
    expect(stderr).not.toContain('\u001b');
    expect(stderr).not.toContain('\r');
  });

  it('runs several one after the other, and all but those that cannot be', () => {
    const { cli, repo } = routineOf('ok');
    const text = (on: string): string =>
      `on: ${on}\nagent: { engine: command, command: ["false"], prompt: Work. }\n`;
    repo.commit({
      files: {
        'routines/asks.yaml': text('{ manual: { inputs: { since: { required: true } } } }'),
        'routines/fails.yaml': text('manual'),
        'routines/off.yaml': `enabled: false\n${text('manual')}`,
      },
    });
    const all = cli('run', '--all', '--json');
    expect(JSON.parse(all.stdout)).toMatchObject([
      { routine: 'fails', result: { execution: 'failed' } },
      { routine: 'work', result: { execution: 'succeeded' } },
    ]);
    expect(all.exitCode).toBe(1);
    const both = cli('run', 'work', 'fails');
    expect(both.stdout).toMatch(/^work {2}succeeded[^]*\n\nfails {2}failed/);
    expect(both.exitCode).toBe(1);
    expect(cli('run', '--all').stderr).toMatch(
      /^note: left out: asks \(it asks for since\), off \(`enabled: false`\)\n/,
    );
    expect(cli('run', 'work', 'nosuch').stderr).toMatch(/^error: there is no routine "nosuch"\n/);
    expect(cli('run', '--all', '--item', 'RM-1').stderr).toMatch(
      /^error: --item is for one routine/,
    );
    expect(JSON.parse(cli('runs', '--json').stdout)).toHaveLength(6);
  });

  it('is one document with --json', () => {
    const { cli } = routineOf('ok');
    const { stdout, exitCode } = cli('run', 'work', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      routine: 'work',
      state: 'ended',
      slot: { trigger: 'manual' },
      result: { execution: 'succeeded', report: 'valid', changes: 'branch' },
      findings: { new: 1 },
      failure: null,
    });
    expect(exitCode).toBe(0);
  });

  it('takes nothing for gone where a person had it look at a part alone', () => {
    const repo = gitRepo();
    repo.commit({
      files: {
        'src/a.js': '// FIXME: read the file again after an error\n',
        'routines/notes.yaml':
          'on: manual\ncollect: [{ todos: { older-than: 1d } }]\nagent: { engine: builtin, builtin: todo-sweep }\n',
      },
      date: '2024-01-01T00:00:00Z',
    });
    repo.git('tag', 'v1');
    repo.commit({
      files: { 'lib/b.js': '// FIXME: close the socket on a timeout\n' },
      date: '2024-01-02T00:00:00Z',
    });
    const env = { ROUNDSMAN_STATE_DIR: join(temporaryFolder(), 'state') };
    const findings = (...args: readonly string[]): unknown =>
      JSON.parse(runCli(['run', 'notes', '--json', ...args], { cwd: repo.path, env }).stdout)
        .findings;
    expect(findings()).toMatchObject({ new: 2 });
    const narrow = { new: 0, known: 1, resolved: 0, regressed: 0 };
    const open = (): number =>
      JSON.parse(runCli(['findings', '--json'], { cwd: repo.path, env }).stdout).length;
    for (const words of [
      ['--set', 'collect.todos.paths=src'],
      ['--set', 'paths=src'],
      ['--path', 'src'],
      ['--exclude', 'lib'],
    ]) {
      expect(findings(...words)).toEqual(narrow);
      const { stdout } = runCli(['report', 'notes'], { cwd: repo.path, env });
      expect(stdout).not.toContain('Gone');
      expect(open()).toBe(2);
    }
    // Nor where it began elsewhere.
    expect(findings('--base', 'v1')).toEqual(narrow);
    expect(open()).toBe(2);
    expect(findings()).toMatchObject({ known: 2, resolved: 0, regressed: 0 });
  });

  it('exits with 1 when the agent leaves no report, although it exits with 0', () => {
    const { cli } = routineOf('no-report');
    const { stdout, exitCode } = cli('run', 'work', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      result: { execution: 'succeeded', report: 'missing' },
    });
    expect(exitCode).toBe(1);
  });

  it('runs a disabled routine by hand and says so', () => {
    const { cli } = routineOf('ok', 'enabled: false\n');
    const { stderr, exitCode } = cli('run', 'work');
    expect(stderr).toContain('note: work is `enabled: false`; run by hand it runs all the same\n');
    expect(exitCode).toBe(0);
  });

  it('lays values over the definition for this run only', () => {
    const { cli } = routineOf('ok');
    const { stdout } = cli(
      'run',
      'work',
      '--set',
      'limits.timeout=7s',
      '--set',
      'owner=ada',
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      definition: { overrides: ['limits.timeout=7s', 'owner=ada'] },
    });
  });

  it('refuses a routine that is not there, and one that is broken', () => {
    const { cli } = routineOf('ok');
    const unknown = cli('run', 'wrok');
    expect(unknown.stderr).toContain('error: there is no routine "wrok"\nhint: Did you mean work?');
    expect(unknown.exitCode).toBe(3);
    const broken = cli('run', 'work', '--set', 'limits.timeot=7s');
    expect(broken.stderr).toContain('there is no key `limits.timeot`');
    expect(broken.exitCode).toBe(2);
  });

  it('continues without us with --detach', () => {
    const { cli } = routineOf('ok');
    const { stdout, exitCode } = cli('run', 'work', '--detach', '--json');
    const { id } = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(cli('logs', id, '-f').stdout).toBe('working on work\ndone\n');
    expect(JSON.parse(cli('show', id, '--json').stdout)).toMatchObject({
      id,
      result: { execution: 'succeeded' },
    });
  });

  it('leaves a brief, a report and a log that can be read', () => {
    const { cli } = routineOf('ok');
    cli('run', 'work');
    expect(cli('brief').stdout).toContain('# Your task\n\nWork.');
    const brief = JSON.parse(cli('brief', '--json').stdout);
    expect(Object.keys(brief)).toEqual(
      expect.arrayContaining(['prompt', 'window', 'facts', 'context']),
    );
    expect(cli('logs').stdout).toBe('working on work\ndone\n');
    expect(cli('reports', 'show').stdout).toContain('One thing was found.');
    expect(cli('reports').stdout).toContain('valid');
    expect(cli('findings').stdout).toContain('The sky is blue');
  });

  it('writes lost copies of reports again', () => {
    const { repo, cli } = routineOf('ok');
    cli('run', 'work');
    repo.git('clean', '-fdxq', 'reports');
    const { stdout } = cli('reports', 'restore');
    expect(stdout).toMatch(/^Wrote 1 report again:\n {2}reports\/work\//);
  });
});

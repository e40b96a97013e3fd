import { describe, expect, it } from 'vitest';

import { gitRepo, type GitRepo } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';

const TIDY =
  'on: { schedule: "0 7 * * 1-5" }\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';
const BROKEN = 'on: manual\nagnet: { engine: builtin }\nlimits: { timeout: soon }\n';

function repoWith(files: Readonly<Record<string, string>>): {
  readonly repo: GitRepo;
  readonly cli: (...args: readonly string[]) => CliResult;
} {
  const repo = gitRepo({ 'roundsman.yaml': 'timezone: Europe/Berlin\n', ...files });
  return { repo, cli: (...args) => runCli(args, { cwd: repo.path }) };
}

describe('list', () => {
  it('shows each routine with its triggers and next slot, broken ones too', () => {
    const { cli } = repoWith({ 'routines/tidy.yaml': TIDY, 'routines/bad.yaml': BROKEN });
    const { stdout, stderr, exitCode } = cli('list');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^bad +bad +- +broken +never$/m);
    expect(stdout).toMatch(/^tidy +tidy +0 7 \* \* 1-5.* +in [0-9]+ (h|min|d) +never$/m);
    expect(stderr).toBe('note: 3 problems in the definitions: roundsman validate\n');
  });

  it('has the shape that scripts rely on', () => {
    const { cli } = repoWith({ 'routines/tidy.yaml': `enabled: false\n${TIDY}` });
    const [listed] = JSON.parse(cli('list', '--json').stdout);
    expect(listed).toMatchObject({
      id: 'tidy',
      name: 'tidy',
      enabled: false,
      active: false,
      paused: false,
      next: null,
      lastRun: null,
      problems: [],
    });
    expect(listed.triggers).toContainEqual({
      kind: 'schedule',
      when: { kind: 'cron', expression: '0 7 * * 1-5' },
      timezone: 'Europe/Berlin',
    });
  });
});

describe('validate', () => {
  it('tells all problems of all files at once and exits with 2', () => {
    const { cli } = repoWith({ 'routines/tidy.yaml': TIDY, 'routines/bad.yaml': BROKEN });
    const { stdout, exitCode } = cli('validate');
    expect(exitCode).toBe(2);
    expect(stdout).toContain('routines/bad.yaml:2:1  there is no key `agnet`\n');
    expect(stdout).toContain('routines/bad.yaml:3:20  ');
    expect(stdout).toContain('3 problems in 3 files\n');
  });

  it('gives them as data', () => {
    const { cli } = repoWith({ 'routines/bad.yaml': BROKEN });
    const { stdout, exitCode } = cli('validate', '--json');
    const { ok, problems } = JSON.parse(stdout);
    expect(exitCode).toBe(2);
    expect(ok).toBe(false);
    expect(problems).toHaveLength(3);
    expect(Object.keys(problems[0]).toSorted()).toEqual(
      ['code', 'column', 'file', 'hint', 'line', 'message'].toSorted(),
    );
  });

  it('looks only at the files that are named', () => {
    const { cli } = repoWith({ 'routines/tidy.yaml': TIDY, 'routines/bad.yaml': BROKEN });
    expect(cli('validate', 'routines/tidy.yaml', 'roundsman.yaml')).toEqual({
      exitCode: 0,
      stdout: '2 files: no problems\n',
      stderr: '',
    });
    expect(cli('validate', 'routines/none.yaml').stdout).toContain(
      'routines/none.yaml:1:1  there is no such file\n',
    );
  });

  it('prints a routine with where each value came from', () => {
    const { cli } = repoWith({ 'routines/tidy.yaml': TIDY });
    const { stdout, exitCode } = cli('validate', '--resolved', 'tidy');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('timezone: Europe/Berlin # roundsman.yaml:1\n');
    expect(stdout).toContain('engine: command # routines/tidy.yaml:2\n');
    expect(cli('validate', '--resolved', 'tydi').exitCode).toBe(3);
  });
});

describe('next', () => {
  it('gives instants in UTC over the change of the clocks', () => {
    const { cli } = repoWith({ 'routines/tidy.yaml': TIDY });
    const { stdout } = cli(
      'next',
      'tidy',
      '--from',
      '2026-10-22T12:00:00Z',
      '--count',
      '3',
      '--json',
    );
    expect(JSON.parse(stdout)).toEqual([
      '2026-10-23T05:00:00.000Z',
      '2026-10-26T06:00:00.000Z',
      '2026-10-27T06:00:00.000Z',
    ]);
  });

  it('shows local time and UTC side by side', () => {
    const { cli } = repoWith({ 'routines/tidy.yaml': TIDY });
    const { stdout } = cli('next', 'tidy', '--from', '2026-10-22T12:00:00Z', '--count', '1');
    expect(stdout.split('\n')[1]).toMatch(
      /^Fri 2026-10-23 07:00 CEST {2}2026-10-23T05:00:00.000Z {2}/,
    );
  });

  it('takes any cron line, without a workspace', () => {
    const args = ['next', '--cron', '30 2 * * *', '--timezone', 'Asia/Tokyo', '--count', '1'];
    const { stdout } = runCli([...args, '--from', '2026-01-01T00:00:00Z', '--json'], { cwd: '/' });
    expect(JSON.parse(stdout)).toEqual(['2026-01-01T17:30:00.000Z']);
  });

  it.each([
    [['next'], 'give either a routine or --cron'],
    [['next', '--cron', '61 * * * *'], 'the cron line "61 * * * *" cannot be read'],
    [['next', '--cron', '0 0 31 2 *'], 'the cron line "0 0 31 2 *" never fires'],
    [['next', '--cron', '0 0 * * *', '--timezone', 'Mars/X'], 'there is no time zone Mars/X'],
    [['next', '--cron', '0 0 * * *', '--from', 'noon'], '--from noon is not an instant'],
    [['next', 'tidy', '--timezone', 'UTC'], '--timezone goes with --cron only'],
  ])('says what is wrong with %j', (args, message) => {
    const { cli } = repoWith({ 'routines/tidy.yaml': TIDY });
    const { stderr, exitCode } = cli(...args);
    expect(stderr).toContain(`error: ${message}`);
    expect(exitCode).toBe(2);
  });
});

describe('schema', () => {
  it.each(['routine', 'workspace', 'agent-finding', 'agent-proposal'])(
    'gives that of %s',
    (name) => {
      const { stdout, exitCode } = runCli(['schema', name], { cwd: '/' });
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
      });
    },
  );

  it('names the ones there are', () => {
    const { stderr, exitCode } = runCli(['schema', 'tracker'], { cwd: '/' });
    expect(stderr).toContain('error: there is no schema "tracker"\nhint: There are: routine, ');
    expect(exitCode).toBe(3);
  });
});

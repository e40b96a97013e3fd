import { describe, expect, it } from 'vitest';

import { gitRepo, type GitRepo } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';

const TIDY =
  'on: { schedule: "0 7 * * 1-5" }\nagent: { engine: command, command: ["true"], prompt: Report dead links in docs/. }\n';
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
      ['code', 'column', 'file', 'hint', 'line', 'message', 'severity'].toSorted(),
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

  it('warns of what is valid and hardly meant, and exits with 0 all the same', () => {
    const vague = TIDY.replace('Report dead links in docs/', 'Improve the code');
    const { cli } = repoWith({ 'routines/tidy.yaml': vague });
    const { stdout, exitCode } = cli('validate');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        'routines/tidy.yaml:2:54  warning: the prompt is short (3 words), names no place to look and does not say what to hand in or when it is done',
        '  hint: Such as: Look through src/, pick the one place that needs it most, and change that alone. `npm test` must pass. Report each place with file and line; if there is none, say so.',
        'routines/tidy.yaml:2:54  warning: the prompt asks for changes, and `workspace.checks` is empty: that they work is the agent’s word alone',
        '  hint: Add the command that shows it, such as `workspace: { checks: [npm test] }`.',
        '2 files: no problems, 2 warnings',
        '',
      ].join('\n'),
    );
    const { ok, problems } = JSON.parse(cli('validate', '--json').stdout);
    expect(ok).toBe(true);
    expect(problems.map(({ code, severity }: Record<string, unknown>) => [code, severity])).toEqual(
      [
        ['vague-prompt', 'warning'],
        ['unchecked-changes', 'warning'],
      ],
    );
    expect(cli('run', 'tidy').stderr).toContain(
      'note: the prompt is short (3 words), names no place to look and does not say what to hand in or when it is done, and 1 more warning: roundsman validate\n',
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
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('0 7 * * 1-5 in Europe/Berlin');
    expect(lines[2]).toMatch(/^Fri 2026-10-23 07:00 CEST {2}2026-10-23T05:00Z {2}/);
  });

  it('takes any cron line, without a workspace', () => {
    const args = ['next', '--cron', '30 2 * * *', '--timezone', 'Asia/Tokyo', '--count', '1'];
    const { stdout } = runCli([...args, '--from', '2026-01-01T00:00:00Z', '--json'], { cwd: '/' });
    expect(JSON.parse(stdout)).toEqual(['2026-01-01T17:30:00.000Z']);
  });

  it('marks the slots that a change of the clocks moves', () => {
    const next = (cron: string, from: string): readonly string[] =>
      runCli(['next', '--cron', cron, '--from', from, '--count', '2'], { cwd: '/' }).stdout.split(
        '\n',
      );
    const spring = next('daily at 02:30 in Europe/Berlin', '2026-03-28T12:00:00Z');
    expect(spring[0]).toBe('daily at 02:30 (30 2 * * *) in Europe/Berlin');
    expect(spring[2]).toMatch(
      /^Sun 2026-03-29 03:00 CEST {2}2026-03-29T01:00Z .*02:30 → 03:00, clocks go forward$/,
    );
    expect(spring[3]).toMatch(/^Mon 2026-03-30 02:30 CEST {2}2026-03-30T00:30Z {2}\S+( \S+){1,2}$/);
    const autumn = next('hourly at :30 in Europe/Berlin', '2026-10-25T00:00:00Z');
    expect(autumn[2]).toMatch(/02:30 CEST .* the first 02:30 of two, clocks go back$/);
    expect(autumn[3]).toMatch(/02:30 CET .* the second 02:30 of two, clocks go back$/);
  });

  it('says which line words came to, and that another routine gets another time', () => {
    const { stdout, stderr } = runCli(['next', '--cron', 'weekly in UTC'], { cwd: '/' });
    expect(stdout.split('\n')[0]).toBe(
      'weekly on monday at 04:02 (2 4 * * 1) in UTC, scattered from "weekly", between 01:00 and 05:00',
    );
    expect(stderr).toBe(
      'note: each routine gets a time of its own; this is that of one named "routine"\n',
    );
  });

  it('merges the slots of all routines, and says what is left out', () => {
    const { cli } = repoWith({
      'routines/tidy.yaml': TIDY,
      'routines/early.yaml': TIDY.replace('"0 7 * * 1-5"', 'daily at 6am'),
      'routines/off.yaml': `enabled: false\n${TIDY}`,
      'routines/bad.yaml': BROKEN,
    });
    const args = ['next', '--from', '2026-10-23T00:00:00Z', '--count', '3'];
    const { stdout, stderr } = cli(...args);
    expect(stdout.split('\n').map((line) => line.slice(0, 29))).toEqual([
      'ROUTINE  LOCAL               ',
      'early    Fri 2026-10-23 06:00',
      'tidy     Fri 2026-10-23 07:00',
      'early    Sat 2026-10-24 06:00',
      '',
    ]);
    expect(stderr).toBe('note: left out: 1 disabled, 1 broken (roundsman validate)\n');
    expect(JSON.parse(cli(...args, '--json').stdout)).toEqual([
      '2026-10-23T04:00:00.000Z',
      '2026-10-23T05:00:00.000Z',
      '2026-10-24T04:00:00.000Z',
    ]);
  });

  it('says why there is nothing ahead', () => {
    const manual = TIDY.replace('{ schedule: "0 7 * * 1-5" }', 'manual');
    const past = TIDY.replace('"0 7 * * 1-5"', '[{ at: 2020-01-01T00:00 }]');
    expect(repoWith({}).cli('next').stdout).toBe(
      'No routines yet. `roundsman init` writes a first one.\n',
    );
    const { cli } = repoWith({ 'routines/tidy.yaml': manual, 'routines/past.yaml': past });
    expect(cli('next').stdout).toBe(
      'No slots ahead: 2 routines here, none with one to come. Write `on: { schedule: daily at 07:00 }`.\n',
    );
    expect(cli('next', 'tidy').stdout).toBe(
      'tidy has no schedule: it runs by hand, with `roundsman run tidy`.\n',
    );
    expect(cli('next', 'past').stdout).toBe(
      'at 2020-01-01T00:00 in Europe/Berlin\npast has no slot ahead: its schedule has passed; it runs by hand, with `roundsman run past`.\n',
    );
    const off = repoWith({ 'routines/tidy.yaml': `enabled: false\n${TIDY}` });
    expect(off.cli('next').stdout).toBe('No slots ahead: no routine is enabled and sound.\n');
    expect(off.cli('next', 'tidy').stderr).toBe(
      'note: tidy is `enabled: false`; it does not start by itself\n',
    );
  });

  it.each([
    [['next', 'tidy', '--cron', 'daily'], 'give either a routine or --cron'],
    [['next', '--cron', 'every monday 8'], 'the schedule "every monday 8" is not understood'],
    [
      ['next', '--cron', 'daily in UTC', '--timezone', 'UTC'],
      'the schedule names its zone already: in UTC',
    ],
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

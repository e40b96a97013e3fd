import { describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';

const NIGHTLY =
  'on: { schedule: "0 2 * * *" }\nagent: { engine: command, command: ["true"], prompt: Look. }\n';

function here(files: Readonly<Record<string, string>>): {
  readonly repo: GitRepo;
  readonly cli: (...args: readonly string[]) => CliResult;
} {
  const repo = gitRepo({ 'roundsman.yaml': 'timezone: UTC\n', ...files });
  const env = { ROUNDSMAN_STATE_DIR: temporaryFolder(), TZ: 'UTC' };
  return { repo, cli: (...args) => runCli(args, { cwd: repo.path, env }) };
}

describe('rehearse', () => {
  it('shows the slots, what they would take, and that nothing was started', () => {
    const { cli } = here({ 'routines/sweep.yaml': NIGHTLY });
    const { stdout, exitCode } = cli('rehearse', '--from', '2027-01-11T22:00:00Z');
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 3).map((line) => line.trimEnd().split(/ {2,}/))).toEqual([
      ['Mon 2027-01-11 22:00 UTC to Tue 2027-01-12 22:00 UTC'],
      ['DUE', 'ROUTINE', 'WOULD', 'STARTS', 'UNTIL ABOUT', 'WHY'],
      ['Tue 2027-01-12 02:00 UTC', 'sweep', 'run', 'at once', '2027-01-12 02:05'],
    ]);
    for (const line of [
      'slots     1 run',
      'routines  1 of 1 in order, 0 quiet',
      'time      1 run of unknown length, taken for 5 min each',
      'budget    no tokens, as far as earlier runs tell',
      'messages  none: no routine that would run has `notify`',
      'The night would go well. Nothing was started.',
    ]) {
      expect(lines).toContain(line);
    }
  });

  it('shows many slots that all fare alike as one row', () => {
    const { cli } = here({ 'routines/sweep.yaml': NIGHTLY.replace('0 2 * * *', '* * * * *') });
    cli('pause', 'sweep');
    const { stdout } = cli('rehearse', '--from', '2027-01-11T22:00:00Z', '--hours', '2');
    const rows = stdout.split('\n').filter((line) => line.includes('be skipped  '));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/and 1\d\d more like it, until Tue 2027-01-12 00:00 UTC$/);
    expect(
      JSON.parse(cli('rehearse', '--hours', '2', '--json').stdout).slots.length,
    ).toBeGreaterThan(100);
  });

  it('exits with 5 for a night that would fail, and names what to mend', () => {
    const { cli } = here({ 'routines/sweep.yaml': NIGHTLY.replace('"true"', 'no-such-agent') });
    const failing = cli('rehearse');
    expect(failing.exitCode).toBe(5);
    expect(failing.stdout).toContain(
      '\nwould not work\nsweep  the program no-such-agent was not found on PATH\n       Install it,',
    );
    const { stdout, exitCode } = cli('rehearse', '--json');
    expect(exitCode).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      slots: [{ routine: 'sweep', state: 'started', trigger: 'schedule', reason: null }],
      failures: [{ routine: 'sweep', code: 'engine-missing' }],
      forecast: { runs: 1, costUsd: 0 },
    });
  });

  it('names the connection of a message that could not be sent', () => {
    const { cli } = here({
      'roundsman.yaml':
        'timezone: UTC\nconnections: { slack: { kind: webhook, url: env:NO_SUCH_URL, body: slack } }\n',
      'routines/sweep.yaml': `notify: [{ on: [failure], webhook: { via: slack } }]\n${NIGHTLY}`,
    });
    const { stdout, exitCode } = cli('rehearse');
    expect(exitCode).toBe(5);
    expect(stdout).toContain(
      '\nwould not work\nsweep  connections.slack.url: env:NO_SUCH_URL is not there\n',
    );
  });

  it('says so when nothing is scheduled', () => {
    const { cli } = here({
      'routines/sweep.yaml': NIGHTLY.replace('schedule: "0 2 * * *"', 'manual: {}'),
    });
    const { stdout, exitCode } = cli('rehearse');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Nothing would start by itself in that time.');
    expect(stdout).toContain('routines  0 of 0 in order, 1 quiet');
  });

  it('takes hours and an instant, and nothing else', () => {
    const { cli } = here({ 'routines/sweep.yaml': NIGHTLY });
    expect(cli('rehearse', '--hours', '0').exitCode).toBe(2);
    expect(cli('rehearse', '--from', 'tonight')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--from tonight is not an instant'),
    });
    expect(cli('rehearse', '--from', '2020-01-01T00:00:00Z').stderr).toContain('has passed');
  });
});

describe('doctor', () => {
  it('tells each check, what to do, and the answer, and exits with 5 when it is no', () => {
    const { cli } = here({ 'routines/sweep.yaml': NIGHTLY });
    const { stdout, exitCode } = cli('doctor');
    expect(exitCode).toBe(5);
    expect(stdout).toMatch(/^CHECK +OK +FOUND\n/);
    expect(stdout).not.toMatch(/ yes /);
    expect(stdout).toMatch(/\n\d+ checks passed; --verbose lists them\n/);
    expect(cli('doctor', '--verbose').stdout).toMatch(/^CHECK +OK +FOUND\ngit +yes +\d/);
    expect(stdout).toContain('\ndaemon  ');
    expect(stdout).toMatch(/\n\nready for an unattended night: no\n$/);
    const { ready, checks } = JSON.parse(cli('doctor', '--json').stdout);
    expect(ready).toBe(false);
    expect(checks.find(({ name }: { name: string }) => name === 'daemon')).toEqual({
      name: 'daemon',
      ok: 'no',
      detail: 'no daemon runs, so nothing starts by itself',
      hint: 'roundsman start --detach, or for good: roundsman service install',
    });
  });

  it('looks at one routine: 1 is no, 3 that there is none of that name', () => {
    const { cli } = here({ 'routines/sweep.yaml': NIGHTLY });
    const { stdout, exitCode } = cli('doctor', '--routine', 'sweep');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/\nsweep is ready to run unattended: no; next slot in /);
    expect(cli('doctor', '--routine', 'swep').exitCode).toBe(3);
  });

  it('says yes while a daemon runs', () => {
    const { cli } = here({ 'routines/sweep.yaml': NIGHTLY });
    cli('start', '--detach');
    try {
      const one = cli('doctor', '--routine', 'sweep');
      expect(one.stdout).toMatch(/\nsweep is ready to run unattended: yes; /);
      expect(one.exitCode).toBe(0);
      const { stdout, exitCode } = cli('doctor');
      expect(stdout).toMatch(/\nready for an unattended night: yes\n$/);
      expect(exitCode).toBe(0);
    } finally {
      cli('stop');
    }
  });
});

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { runCli } from '../kit/run-cli.ts';

const here = { cwd: process.cwd() };

describe('help', () => {
  it('shows the commands of every day on one screen first', () => {
    const { stdout, exitCode } = runCli([], here);
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(23);
    for (const name of ['demo', 'run', 'show', 'inbox', 'approve', 'land', 'undo', 'doctor']) {
      expect(stdout).toMatch(new RegExp(`[ ,]${name}[ ,]`));
    }
    expect(stdout).toBe(runCli(['--help'], here).stdout);
    expect(stdout).toBe(runCli(['help'], here).stdout);
  });

  it('shows the rest with --all', () => {
    const { stdout } = runCli(['help', '--all'], here);
    for (const name of ['cancel', 'next', 'brief', 'logs', 'validate', 'items', 'schema']) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });

  it('fits a terminal of eighty columns', () => {
    const pages = [[], ['help', '--all'], ['help', 'run'], ['help', 'findings', 'snooze']];
    for (const page of pages) {
      const long = runCli(page, here)
        .stdout.split('\n')
        .filter((line) => line.length > 80);
      expect(long).toEqual([]);
    }
  });

  it.each(['demo', 'init', 'run', 'reports', 'validate', 'requests', 'land', 'approve', 'rerun'])(
    'gives examples for %s',
    (name) => {
      const { stdout, exitCode } = runCli(['help', name], here);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`Examples:\n  roundsman ${name}`);
      expect(stdout).toBe(runCli([name, '--help'], here).stdout);
    },
  );

  it('tells the version', () => {
    expect(runCli(['--version'], here)).toEqual({ exitCode: 0, stdout: '0.1.0\n', stderr: '' });
  });
});

describe('a word that people type', () => {
  it.each([
    [['log'], ['logs']],
    [['merge'], ['land']],
    [['why'], ['runs']],
    [['compare'], ['review', 'compare']],
    [['undo'], ['undo']],
  ])('%j has the help of its command', (typed, name) => {
    const { stdout, exitCode } = runCli(['help', ...typed], here);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(runCli(['help', ...name], here).stdout);
  });

  it('explains what no command does', () => {
    const text =
      'Each repository has its own records. Go there, or name it: roundsman inbox -C FOLDER';
    const { exitCode, stdout, stderr } = runCli(['help', 'repos'], here);
    expect([exitCode, stdout.replaceAll('\n', ' '), stderr]).toEqual([0, `${text} `, '']);
    expect(runCli(['repos'], here)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: there is no command 'repos'\nhint: ${text}\n`,
    });
  });
});

describe('a wrong command line', () => {
  it.each([
    [['rnu'], "unknown command 'rnu'", 'Did you mean run? See `roundsman --help`.'],
    [['help', 'rnu'], "unknown command 'rnu'", 'Did you mean run? See `roundsman --help`.'],
    [['rnu', '--help'], "unknown command 'rnu'", 'Did you mean run? See `roundsman --help`.'],
    [
      ['split'],
      "unknown command 'split'",
      'Name what it is of: roundsman review split, roundsman findings split',
    ],
    [['inboxes'], "unknown command 'inboxes'", 'Did you mean inbox? See `roundsman --help`.'],
    [
      ['rerun', '4k2v9x', '--fresh', '--dry-run'],
      '--dry-run and --fresh exclude each other',
      'See `roundsman help rerun`: a retry, a replay and a backfill have options of their own.',
    ],
    [
      ['runs', '--limt', '3'],
      "unknown option '--limt'",
      'Did you mean --limit? See `roundsman help runs`.',
    ],
    [
      ['stop', '--all'],
      "unknown option '--all'",
      'The daemon: roundsman stop   Every run: roundsman cancel --all',
    ],
    [['run'], 'which routine?', 'For example: roundsman run todo-sweep. For all of them add --all'],
    [
      ['service', 'frob'],
      '`roundsman service` has no verb "frob"',
      'There are: install, uninstall.',
    ],
    [
      ['runs', '--limit', '0'],
      '--limit 0 is not a whole number from 1 to 100000',
      'For example: --limit 20',
    ],
  ])('says what is wrong with %j and exits with 2', (args, message, hint) => {
    const { stdout, stderr, exitCode } = runCli([...args], here);
    expect(stderr).toBe(`error: ${message}\nhint: ${hint}\n`);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  it('is a document with --json, and nothing else is written', () => {
    const { stdout, stderr, exitCode } = runCli(['rnu', '--json'], here);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'usage',
        message: "unknown command 'rnu'",
        hint: 'Did you mean run? See `roundsman --help`.',
      },
    });
    expect(stderr).toBe('');
    expect(exitCode).toBe(2);
  });
});

describe('-C', () => {
  it('works from another folder, wherever it stands on the line', () => {
    const repo = gitRepo({ a: 'a' });
    mkdirSync(join(repo.path, 'inside'));
    const elsewhere = { cwd: temporaryFolder() };
    expect(runCli(['-C', repo.path, 'runs'], elsewhere).exitCode).toBe(0);
    expect(runCli(['runs', '-C', join(repo.path, 'inside')], elsewhere).exitCode).toBe(0);
  });

  it('says when there is no such folder', () => {
    const { stderr, exitCode } = runCli(['-C', '/no/such', 'runs'], here);
    expect(stderr).toBe(
      'error: -C /no/such: there is no such folder\nhint: Give the folder of a repository.\n',
    );
    expect(exitCode).toBe(5);
  });
});

describe('outside a repository', () => {
  it.each(['list', 'runs', 'show', 'findings', 'outbox', 'items', 'reports', 'init'])(
    '%s says so and exits with 5',
    (name) => {
      const folder = temporaryFolder();
      const { stderr, exitCode } = runCli([name], { cwd: folder });
      expect(stderr).toContain(`error: ${folder} is not in a git repository\n`);
      expect(exitCode).toBe(5);
    },
  );
});

describe('in a repository where nothing has happened', () => {
  it.each([
    ['runs', 'No runs yet. Start one: roundsman run todo-sweep\n'],
    ['reports', 'No reports yet. Each run leaves one: roundsman run todo-sweep\n'],
    ['findings', 'No findings yet. Runs leave them: roundsman run todo-sweep\n'],
    ['outbox', 'No requests yet: no run has asked for anything.\n'],
    [
      'items',
      'No items yet. Make one: roundsman items new "…"\nRuns propose them too, and you approve them: roundsman requests\n',
    ],
    ['list', 'No routines yet. `roundsman init` writes a first one.\n'],
  ])('%s says what to do next', (name, text) => {
    const repo = gitRepo({ a: 'a' });
    expect(runCli([name], { cwd: repo.path })).toEqual({ exitCode: 0, stdout: text, stderr: '' });
    expect(runCli([name, '--json'], { cwd: repo.path }).stdout).toBe('[]\n');
  });

  it.each(['show', 'logs', 'brief'])('%s finds no run and exits with 3', (name) => {
    const repo = gitRepo({ a: 'a' });
    expect(runCli([name], { cwd: repo.path })).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: 'error: there are no runs here yet\nhint: Start one: `roundsman run todo-sweep`.\n',
    });
  });
});

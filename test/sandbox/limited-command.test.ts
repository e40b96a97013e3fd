import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import type { Command } from '../../src/sandbox/contract.ts';
import { countsBySandbox, limitedCommand } from '../../src/sandbox/inside-command.ts';
import { DEFAULT_RESOURCES } from '../../src/words/resource-limits.ts';

function run(
  command: Pick<Command, 'argv' | 'env'>,
  counted = false,
): ReturnType<typeof spawnSync> {
  const limits = { ...DEFAULT_RESOURCES, fileBytes: 10_240, processes: 100, counted };
  const { argv, env } = limitedCommand({ ...command, cwd: '/' }, limits);
  const [program = '', ...args] = argv;
  return spawnSync(program, args, { cwd: '/', env: { ...env }, encoding: 'utf8' });
}

describe('a command that bounds itself', () => {
  it('gives its words and its environment on as they are', () => {
    const words = ['a b', '', '"', '$HOME', '*', '-n', 'é\n'];
    const script = 'console.log(JSON.stringify([process.argv.slice(1), process.env]))';
    const argv = [process.execPath, '-e', script, '--', ...words];
    const ran = run({ argv, env: { ONE: '1', EMPTY: '' } });
    expect(JSON.parse(String(ran.stdout))).toEqual([words, { ONE: '1', EMPTY: '' }]);
    expect(ran.stderr).toBe('');
  });

  it('keeps the variables that a shell would set, where they were given', () => {
    const ran = run({ argv: ['/usr/bin/env'], env: { PWD: '/', SHLVL: '7' } });
    expect(String(ran.stdout)).toContain('PWD=/\n');
  });

  it('bounds the size of files', () => {
    expect(run({ argv: ['/bin/sh', '-c', 'ulimit -f'], env: {} }).stdout).toBe('20\n');
  });

  it('bounds processes only where they are counted for the sandbox alone', () => {
    const argv = ['/bin/sh', '-c', 'ulimit -p 2>/dev/null || ulimit -u'];
    expect(run({ argv, env: {} }, true).stdout).toBe('1200\n');
    expect(run({ argv, env: {} }).stdout).not.toBe('1200\n');
  });

  it('fails as a shell does when there is no such program', () => {
    expect(run({ argv: ['/nowhere/program'], env: {} }).status).toBe(127);
  });
});

it.each([
  ['5.13.19-generic', false],
  ['5.14.0', true],
  ['5.4.0-150', false],
  ['4.18.0-553.el8_10.x86_64', false],
  ['6.1.0-18-amd64', true],
  ['10.0', true],
  ['', false],
])('on Linux %j processes are counted for each sandbox: %s', (release, counted) => {
  expect(countsBySandbox(release)).toBe(counted);
});

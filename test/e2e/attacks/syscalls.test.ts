/** What a program of a run may ask of the kernel: tried by number from each part, past every library. Needs bubblewrap and perl. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { ERRNO, REFUSED_SYSCALLS } from '../../../src/sandbox/syscalls/filter-program.ts';
import {
  isFiltered,
  SYSCALL_NUMBERS,
  type Architecture,
} from '../../../src/sandbox/syscalls/syscall-numbers.ts';
import type { RunView } from '../../../src/words/run.ts';
import { int80Program } from '../../kit/foreign-program.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { usersHere, type TestUser } from '../../kit/probed-person.ts';
import { workspaceOf } from '../../kit/workspace.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/attacks', import.meta.url));
const PARTS = ['agent', 'check', 'condition', 'setup'];
const SIGSYS = 31;
const SIGSEGV = 11;
const ENOTTY = 25;
/** An argument of which the kernel reads the low half only. */
const HIGH = 0xdead * 2 ** 32;

interface Call {
  readonly label: string;
  readonly number: number;
  /** Numbers, or texts. */
  readonly arguments: readonly (number | string)[];
  /** `ok`, or the number of the error. */
  readonly expected: string;
}

function here(): Architecture {
  if (!isFiltered(process.arch)) throw new Error(`there is no sandbox for ${process.arch}`);
  return process.arch;
}

/** Each that is refused whatever it is asked for; where zeros would not show it, with arguments that go through. */
function refusedCalls(): readonly Call[] {
  const telling: Readonly<Record<string, readonly (number | string)[]>> = {
    keyctl: [0, -3, 0],
    add_key: ['user', 'planted', 'x', 1, -2],
    request_key: ['user', 'attacked', 0, 0],
  };
  return Object.entries(REFUSED_SYSCALLS).flatMap(([name, rule]): readonly Call[] => {
    const number = numberOf(name);
    if (number === null || typeof rule !== 'string' || rule === 'allow') return [];
    const expected = String(ERRNO[rule]);
    return [{ label: name, number, arguments: telling[name] ?? [0, 0, 0, 0], expected }];
  });
}

function numberOf(name: string): number | null {
  const found = Object.entries(SYSCALL_NUMBERS).find(([one]) => one === name);
  return found === undefined ? null : found[1][here()];
}

/** Those that are refused by what they are asked for, and what real programs need. */
function otherCalls(): readonly Call[] {
  const { ioctl, socket, socketpair } = SYSCALL_NUMBERS;
  const asked = (
    label: string,
    number: Readonly<Record<Architecture, number | null>>,
    [outcome, ...given]: readonly [number | 'ok', ...(readonly (number | string)[])],
  ): Call => ({
    label,
    number: number[here()] ?? 0,
    arguments: given,
    expected: String(outcome),
  });
  const { EPERM, EAFNOSUPPORT, EPROTONOSUPPORT } = ERRNO;
  return [
    asked('TIOCSTI', ioctl, [EPERM, 0, 0x5412, 'x']),
    asked('TIOCSTI with a high half', ioctl, [EPERM, 0, HIGH + 0x5412, 'x']),
    asked('TIOCLINUX', ioctl, [EPERM, 0, 0x541c, 'x']),
    asked('TIOCSETD', ioctl, [EPERM, 0, 0x5423, 'x']),
    asked('TCGETS', ioctl, [ENOTTY, 0, 0x5401, 'x'.repeat(64)]),
    asked('a vsock', socket, [EAFNOSUPPORT, 40, 1, 0]),
    asked('a vsock with a high half', socket, [EAFNOSUPPORT, HIGH + 40, 1, 0]),
    asked('a pair of vsocks', socketpair, [EAFNOSUPPORT, 40, 1, 0, 0]),
    asked('packets', socket, [EAFNOSUPPORT, 17, 3, 0]),
    asked('cryptography of the kernel', socket, [EAFNOSUPPORT, 38, 5, 0]),
    asked('packet filters', socket, [EPROTONOSUPPORT, 16, 3, 12]),
    asked('a unix socket', socket, ['ok', 1, 1, 0]),
    asked('an internet socket', socket, ['ok', 2, 1, 0]),
    asked('addresses and routes', socket, ['ok', 16, 3, 0]),
    asked('being traced', { x64: 101, arm64: 117 }, ['ok', 0, 0, 0, 0]),
    asked('its own filter', { x64: 157, arm64: 167 }, ['ok', 21, 0, 0, 0, 0]),
    asked('a user namespace', { x64: 272, arm64: 97 }, ['ok', 0x10000000]),
    ...(here() === 'x64'
      ? [asked('keyctl by x32', { x64: 0x40000000 + 250, arm64: null }, [ERRNO.ENOSYS, 0, -3, 0])]
      : []),
  ];
}

interface Outcomes {
  readonly byPart: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly log: string;
}

function outcomesInRun({ user }: TestUser, calls: readonly Call[]): Outcomes {
  const secret = randomBytes(16).toString('hex');
  const keys = [numberOf('keyctl'), numberOf('add_key')].map(String);
  const repo = gitRepo({ 'README.md': '# Shop\n', 'roundsman.yaml': 'timezone: UTC\n' });
  const workspace = workspaceOf(repo, {
    ...(user === null ? {} : { user }),
    startedBy: ['perl', join(FIXTURES, 'with-key.pl'), ...keys, secret],
  });
  cpSync(join(FIXTURES, 'syscalls.pl'), join(repo.path, 'syscalls.pl'));
  repo.write('calls.txt', calls.map(lineOf).join(''));
  writeFileSync(join(repo.path, 'int80'), int80Program());
  chmodSync(join(repo.path, 'int80'), 0o755);
  repo.commit({ message: 'Add tools' });
  const line = (part: string): string =>
    [
      `perl syscalls.pl ${part} calls.txt ${secret} ${keys[0] ?? ''}`,
      ...(here() === 'x64'
        ? [`./int80; printf 'SYSCALL\\t${part}\\tkeyctl by int 0x80\\t%s\\n' $?`]
        : []),
    ].join('; ');
  const report = String.raw`printf '## Summary\n\nDone.\n\n## Findings\n\nNone.\n' > "$ROUNDSMAN_OUT/report.md"`;
  repo.write(
    'routines/ask.yaml',
    JSON.stringify({
      on: 'manual',
      condition: { run: line('condition') },
      agent: {
        engine: 'command',
        command: ['sh', '-c', `${line('agent')}; ${report}`],
        prompt: 'Ask.',
      },
      workspace: { isolation: 'sandbox', setup: [line('setup')], checks: [line('check')] },
    }),
  );
  if (user !== null)
    for (const path of [repo.path, workspace.home])
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  const ran = workspace.roundsman('run', 'ask', '--json');
  const view: RunView = JSON.parse(ran.stdout);
  if (view.result?.execution !== 'succeeded') throw new Error(`${ran.stderr}${ran.stdout}`);
  const log = ['agent.log', 'commands.log']
    .map((name) => readFileSync(join(workspace.runFolder(view.id), name), 'utf8'))
    .join('');
  const byPart: Record<string, Record<string, string>> = {};
  for (const [, part = '', label = '', outcome = ''] of log.matchAll(
    /^SYSCALL\t(.*?)\t(.*?)\t(.*)$/gm,
  ))
    (byPart[part] ??= {})[label] = outcome;
  return { byPart, log };
}

/** The filter's signal, or that of a kernel without the 32-bit entry: the same program dies of it outside the sandbox too. */
function signalOfInt80(): number {
  const folder = mkdtempSync(join(tmpdir(), 'rm-int80-'));
  const program = join(folder, 'int80');
  writeFileSync(program, int80Program(), { mode: 0o755 });
  const { signal } = spawnSync(program);
  rmSync(folder, { recursive: true });
  return signal === 'SIGSEGV' ? SIGSEGV : SIGSYS;
}

function lineOf({ label, number, arguments: given }: Call): string {
  const words = given.map((one) => (typeof one === 'string' ? `"${one}` : String(one)));
  return `${[label, number, ...words].join('\t')}\n`;
}

describe.each(usersHere())('for $name', (user) => {
  it('no part of a run reads, adds or asks for keys of the kernel, nor makes any other call that is refused', () => {
    const calls = [...refusedCalls(), ...otherCalls()];
    const expected = {
      ...Object.fromEntries(calls.map(({ label, expected: outcome }) => [label, outcome])),
      'a key of the user': 'not read',
      // The shell's number for a program that was ended by a signal.
      ...(here() === 'x64' ? { 'keyctl by int 0x80': String(128 + signalOfInt80()) } : {}),
    };
    const { byPart } = outcomesInRun(user, calls);
    expect(byPart).toEqual(Object.fromEntries(PARTS.map((part) => [part, expected])));
    expect(calls.length).toBeGreaterThan(45);
  });
});

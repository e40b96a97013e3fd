/** The trial says of a sandbox that holds less than it should that it does not work. Needs bubblewrap. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import { findSandbox, type SandboxSearch } from '../../../src/sandbox/find-sandbox.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';

function search(): SandboxSearch {
  const repo = gitRepo();
  return {
    workspace: {
      root: repo.path,
      gitDir: join(repo.path, '.git'),
      stateDir: temporaryFolder('rm-state-'),
    },
    env: { PATH: process.env['PATH'], HOME: temporaryFolder('rm-home-') },
    clock: systemClock,
  };
}

/** The same, with a bwrap of ours before the real one, which it starts. */
function searchWith(asked: SandboxSearch, lines: readonly string[]): SandboxSearch {
  const folder = temporaryFolder('rm-bwrap-');
  const program = join(folder, 'bwrap');
  const path = process.env['PATH'] ?? '';
  writeFileSync(program, ['#!/bin/bash', `PATH='${path}'`, ...lines, ''].join('\n'));
  chmodSync(program, 0o755);
  return { ...asked, env: { ...asked.env, PATH: `${folder}:${path}` } };
}

it('the one of this machine works, and the answer is kept', async () => {
  const asked = search();
  const answer = await findSandbox(asked);
  expect(answer).toMatchObject({ kind: 'works', record: { kind: 'bubblewrap' } });
  expect(await findSandbox(asked)).toEqual(answer);
});

it('one that hands a descriptor on is refused, with where it leads', async () => {
  const leaking = searchWith(search(), ['exec 60</', 'exec bwrap "$@"']);
  expect(await findSandbox(leaking)).toEqual({
    kind: 'missing',
    reason: 'descriptor 60 (/) is open in a sandbox, and was not handed to it',
    hint: 'Use the bwrap of your system: put it first on PATH.',
  });
});

it('one without the filter of system calls is refused', async () => {
  const unfiltered = searchWith(search(), [
    'words=()',
    'while [ $# -gt 0 ]; do',
    '  if [ "$1" = --seccomp ]; then shift 2; else words+=("$1"); shift; fi',
    'done',
    'exec 3<&-',
    'exec bwrap "${words[@]}"',
  ]);
  expect(await findSandbox(unfiltered)).toMatchObject({
    kind: 'missing',
    reason: 'the system calls of a sandbox are not filtered here',
  });
});

it('there is none for a processor whose system calls are not known', async () => {
  expect(await findSandbox({ ...search(), cpu: 'riscv64' })).toEqual({
    kind: 'missing',
    reason: 'there is no sandbox for riscv64 yet: its system calls cannot be filtered',
    hint: 'Use isolation: private, or run it on x64 or arm64.',
  });
});

it('what an earlier trial found, which looked for less, counts for nothing', async () => {
  const asked = search();
  await findSandbox(asked);
  const file = join(asked.workspace.stateDir, 'cache', 'sandbox.json');
  const [kept] = JSON.parse(readFileSync(file, 'utf8'));
  const before = {
    ...kept,
    key: String(kept.key)
      .split('\n')
      .filter((line) => !line.startsWith('trial ') && !line.includes('.bpf '))
      .join('\n'),
    answer: { kind: 'missing', reason: 'of before', hint: '' },
  };
  writeFileSync(file, JSON.stringify([before]));
  expect(await findSandbox(asked)).toMatchObject({ kind: 'works' });
});

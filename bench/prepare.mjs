/**
 * The prepare step (open and checkout) beside a plain `git worktree add` of the same repository.
 * The two alternate; every round works in a new folder and nothing is removed before the last one has been
 * timed: removing a tree makes the next checkout many times slower. On /dev/shm when it has room, so that the
 * disk's write-back takes no part.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { gitEnvironment } from '../.build/modules/git/git-environment.js';
import { systemClock } from '../.build/modules/platform/clock.js';
import { newRunId } from '../.build/modules/platform/ids.js';
import { openStores } from '../.build/modules/store/open-stores.js';
import { runPaths } from '../.build/modules/store/run-folder/run-paths.js';
import {
  checkOutBase,
  openRunRepository,
} from '../.build/modules/worktrees/open-run-repository.js';
import { routineOf } from './routine-of.mjs';

const ROUNDS = 7;
const NEEDED_BYTES = 6_000_000_000;
const LARGE_ROUNDS = 5;
const ROUTINE = routineOf(`
name: Bench
on: manual
collect: [todos]
agent: { engine: builtin, builtin: todo-sweep }
workspace: { isolation: private, history: borrow }
`);

export async function run() {
  const { folder, medium } = scratchFolder();
  try {
    const large = await compare(folder, { name: 'large', files: 20_000, bytes: 4_000 });
    const small = await compare(folder, { name: 'small', files: 1_000, bytes: 4_000 });
    const ratio = large.ours / large.plain;
    const extra = small.ours - small.plain;
    return [
      {
        name: 'prepare / git worktree add, 20,000 files',
        value: round(ratio, 100),
        bound: 1.1,
        unit: 'x',
        ok: ratio <= 1.1,
        detail: detail(large, medium),
      },
      {
        name: 'prepare - git worktree add, 1,000 files',
        value: round(extra, 10),
        bound: 60,
        unit: 'ms',
        ok: extra <= 60,
        detail: detail(small, medium),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A hundred thousand files: where helpers for the checkout begin to pay, on machines with more than two cores. */
export async function runLarge() {
  const { folder, medium } = scratchFolder();
  try {
    const size = { name: 'huge', files: 100_000, bytes: 1_000, rounds: LARGE_ROUNDS };
    const huge = await compare(folder, size);
    const ratio = huge.ours / huge.plain;
    return [
      {
        name: 'prepare / git worktree add, 100,000 files',
        value: round(ratio, 100),
        bound: 1.1,
        unit: 'x',
        ok: ratio <= 1.1,
        detail: detail(huge, medium, LARGE_ROUNDS),
      },
    ];
  } finally {
    await removeSlowly(folder);
  }
}

/** One tree after the other with a rest between: whoever measures next is not to wait for the disk. */
async function removeSlowly(folder) {
  for (const name of readdirSync(folder)) {
    rmSync(join(folder, name), { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  rmSync(folder, { recursive: true, force: true });
}

function scratchFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > NEEDED_BYTES)
      return { folder: mkdtempSync('/dev/shm/rm-bench-'), medium: '/dev/shm (tmpfs)' };
  } catch {
    // No such file system here: the temporary folder will do.
  }
  const folder = mkdtempSync(join(tmpdir(), 'rm-bench-'));
  return { folder, medium: `the temporary folder, ${tmpdir()}` };
}

async function compare(folder, size) {
  const repository = makeRepository(join(folder, size.name), size);
  const times = { ours: [], plain: [] };
  for (let turn = 0; turn < (size.rounds ?? ROUNDS); turn += 1) {
    const plain = () => addWorktree(repository, join(folder, `${size.name}-plain-${turn}`));
    const ours = () => prepare(repository, join(folder, `${size.name}-state-${turn}`));
    // Who goes first takes turns too.
    for (const which of turn % 2 === 0 ? ['ours', 'plain'] : ['plain', 'ours'])
      times[which].push(await timed(which === 'ours' ? ours : plain));
  }
  return { ours: median(times.ours), plain: median(times.plain) };
}

function makeRepository(path, { files, bytes }) {
  mkdirSync(path);
  for (let index = 0; index < files; index += 1) {
    const parent = join(path, `d${index % 200}`);
    if (index < 200) mkdirSync(parent);
    const line = `file ${index} of the benchmark, line of text to fill it up\n`;
    writeFileSync(join(parent, `f${index}.txt`), line.repeat(Math.ceil(bytes / line.length)));
  }
  git(path, 'init', '--quiet', '--initial-branch=main', '.');
  git(path, 'config', 'gc.auto', '0');
  git(path, 'add', '--all');
  git(path, 'commit', '--quiet', '-m', 'first');
  git(path, 'gc', '--quiet');
  return path;
}

function git(cwd, ...args) {
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
  execFileSync('git', [...identity, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

function addWorktree(repository, path) {
  git(repository, 'worktree', 'add', '--quiet', '--detach', path);
}

async function prepare(repository, stateDir) {
  const id = newRunId(new Date());
  const paths = runPaths(stateDir, id);
  mkdirSync(paths.folder, { recursive: true });
  const request = {
    spec: specOf(id, await ROUTINE, { repository, stateDir }),
    paths,
    gitEnv: gitEnvironment(process.env),
    env: process.env,
    clock: systemClock,
    progress: () => undefined,
    proposals: openStores(stateDir, systemClock).proposals,
  };
  await checkOutBase(request, await openRunRepository(request));
}

function specOf(id, routine, { repository, stateDir }) {
  return {
    id,
    admittedAt: new Date().toISOString(),
    routine,
    workspace: { root: repository, gitDir: join(repository, '.git'), bare: false, stateDir },
    settings: { timezone: 'UTC' },
  };
}

async function timed(work) {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function round(value, steps) {
  return Math.round(value * steps) / steps;
}

function detail({ ours, plain }, medium, rounds = ROUNDS) {
  return `prepare ${Math.round(ours)} ms, git worktree add ${Math.round(plain)} ms, medians of ${rounds}, on ${medium}`;
}

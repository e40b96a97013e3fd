// `roundsman review` of 30 branches over 20,000 files, cold (nothing found out before) and warm (nothing changed since), as a
// command and in one process; beside `git merge` of pairs of the same branches in a worktree, measured in the same run. There
// are 435 pairs: some of them are merged, and the rest is reckoned from those.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { git, mode, program, timed, typical, workFolder } from './measure.mjs';

const FILES = 20_000;
const BRANCHES = 30;
const PAIRS = (BRANCHES * (BRANCHES - 1)) / 2;
const merged = () => (mode.short ? 8 : 40);
const rounds = () => (mode.short ? 2 : 5);
const COLD_MS = 5_000;
const WARM_MS = 500;

export async function review() {
  const { folder, where } = workFolder('review');
  const repository = join(folder, 'repository');
  generate(repository);
  const cold = [];
  const warm = [];
  const look = () => lookByCommand(repository, folder);
  // Loads programs and pages into memory, so that the first round is not charged for them.
  const state = look();
  for (let round = 0; round < rounds(); round += 1) {
    forget(folder);
    cold.push(await timed(look));
    warm.push(await timed(look));
  }
  const inProcess = await measureInProcess(repository, folder);
  const merges = mergePairs(repository, join(folder, 'worktree'));
  const [coldMs, warmMs] = [typical(cold), typical(warm)];
  const all = (merges.ms / merged()) * PAIRS;
  const of = `${state.branches} branches in ${state.sets} sets over ${FILES} files, ${where}, ${rounds()} rounds`;
  const row = (name, ms, bound) => ({
    name,
    value: Math.round(ms),
    bound,
    unit: 'ms',
    ok: ms <= bound,
    detail: of,
  });
  const against = `git merge of ${merged()} pairs in a worktree took ${Math.round(merges.ms)} ms, so ${(all / 1000).toFixed(0)} s for all ${PAIRS}`;
  return [
    row('review, cold', coldMs, COLD_MS),
    row('review, warm', warmMs, WARM_MS),
    row('review in one process, cold', typical(inProcess.cold), COLD_MS),
    row('review in one process, warm', typical(inProcess.warm), WARM_MS),
    {
      name: 'review, cold / git merge of each pair',
      value: Number((coldMs / all).toFixed(3)),
      bound: 0.5,
      unit: 'x',
      ok: coldMs / all <= 0.5,
      detail: `${against}; ${merges.conflicts} of them conflict, review says ${merges.said(state.view)}`,
    },
  ];
}

function lookByCommand(repository, folder) {
  const ran = spawnSync(process.execPath, [program, 'review', '--others', '--json'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { PATH: process.env.PATH, HOME: folder, ROUNDSMAN_STATE_DIR: stateOf(folder) },
  });
  if (ran.status !== 0) throw new Error(`roundsman review: ${ran.stderr}`);
  const view = JSON.parse(ran.stdout);
  const branches = view.changeSets.reduce((sum, set) => sum + set.branches.length, 0);
  if (branches !== BRANCHES) throw new Error(`${branches} branches in place of ${BRANCHES}`);
  return { view, branches, sets: view.changeSets.length };
}

function stateOf(folder) {
  return join(folder, 'state');
}

function forget(folder) {
  const found = execFileSync('find', [folder, '-path', '*/cache/review', '-type', 'd', '-prune'], {
    encoding: 'utf8',
  });
  for (const path of found.split('\n').filter((line) => line !== ''))
    rmSync(path, { recursive: true, force: true });
}

async function measureInProcess(repository, folder) {
  const { openWorkspace } = await import('../.build/modules/workspace/open-workspace.js');
  const { inspectReview } = await import('../.build/modules/review/inspect-review.js');
  const { systemClock } = await import('../.build/modules/platform/clock.js');
  const env = { PATH: process.env.PATH, HOME: folder, ROUNDSMAN_STATE_DIR: stateOf(folder) };
  const workspace = await openWorkspace({ folder: repository, env, clock: systemClock });
  const look = () => inspectReview(workspace, { others: true });
  await look();
  const [cold, warm] = [[], []];
  for (let round = 0; round < rounds(); round += 1) {
    forget(folder);
    cold.push(await timed(look));
    warm.push(await timed(look));
  }
  return { cold, warm };
}

/** Each in the same worktree: go to the one branch, merge the other, take it back. */
function mergePairs(repository, worktree) {
  git(repository, 'worktree', 'add', '--quiet', '--detach', worktree, 'main');
  const pairs = [];
  for (let a = 0; a < BRANCHES; a += 1)
    for (let b = a + 1; b < BRANCHES; b += 1) pairs.push([a, b]);
  const step = Math.floor(pairs.length / merged());
  const chosen = pairs.filter((_pair, index) => index % step === 0).slice(0, merged());
  const conflicting = [];
  const started = performance.now();
  for (const [a, b] of chosen) {
    git(worktree, 'checkout', '--quiet', '--force', '--detach', nameOf(a));
    const merged = spawnSync(
      'git',
      [
        '-c',
        'user.name=Ada',
        '-c',
        'user.email=ada@example.com',
        'merge',
        '--quiet',
        '--no-edit',
        nameOf(b),
      ],
      { cwd: worktree, encoding: 'utf8' },
    );
    if (merged.status !== 0) conflicting.push([nameOf(a), nameOf(b)]);
    git(worktree, 'reset', '--quiet', '--hard');
  }
  const ms = performance.now() - started;
  const names = new Set(chosen.map(([a, b]) => `${nameOf(a)} ${nameOf(b)}`));
  const said = (view) =>
    view.changeSets
      .flatMap(({ conflicts }) => conflicts)
      .filter(({ a, b }) => names.has(`${a} ${b}`) || names.has(`${b} ${a}`)).length;
  return { ms, conflicts: conflicting.length, said };
}

function nameOf(index) {
  return `work/branch-${String(index).padStart(2, '0')}`;
}

/**
 * Files that import one another; thirty branches that change eight files each, three and three the same lines of one file;
 * the default branch moved on after half of them began.
 */
function generate(repository) {
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', repository]);
  const path = (index) => `area-${index % 20}/part-${index % 100}/file-${index}.ts`;
  const content = (index, change = '') =>
    `import { make${(index + 20) % FILES} } from '../part-${(index + 20) % 100}/file-${(index + 20) % FILES}';\n\n` +
    `export function make${index}(value: number): number {\n  return make${(index + 20) % FILES}(value) + ${index};\n}\n` +
    Array.from({ length: 30 }, (_, line) => `\nconst step${line} = ${line} * ${index};`).join('') +
    `\n${change}\nexport const last${index} = step1;\n`;
  const stream = [];
  let time = 1_700_000_000;
  const commit = (ref, message, { from, files }) => {
    time += 60;
    stream.push(
      `commit refs/heads/${ref}\ncommitter Ada <ada@example.com> ${time} +0000\ndata ${Buffer.byteLength(message)}\n${message}\n`,
    );
    if (from !== undefined) stream.push(`from ${from}\n`);
    for (const [name, text] of files)
      stream.push(`M 100644 inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  };
  commit('main', 'Start', {
    files: Array.from({ length: FILES }, (_, index) => [path(index), content(index)]),
  });
  const begin = (index) =>
    commit(nameOf(index), `Change part ${index}`, {
      from: 'refs/heads/main',
      files: Array.from({ length: 8 }, (_, nth) => {
        // The first file is shared by three branches; the others are each one's own, and import one another.
        const file = nth === 0 ? Math.floor(index / 3) * 7 : 1_000 + index * 200 + nth * 20;
        return [path(file), content(file, `export const branch${index}x${nth} = ${index};`)];
      }),
    });
  for (let index = 0; index < BRANCHES / 2; index += 1) begin(index);
  for (let turn = 0; turn < 200; turn += 1) {
    const file = 15_000 + turn;
    commit('main', `Move on ${turn}`, { files: [[path(file), content(file, `// turn ${turn}`)]] });
  }
  for (let index = BRANCHES / 2; index < BRANCHES; index += 1) begin(index);
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repository, input: stream.join('') });
  git(repository, 'reset', '--quiet', '--hard');
}

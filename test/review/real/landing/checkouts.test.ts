import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { landBranches } from '../../../../src/review/land-branches.ts';
import { landQueued } from '../../../../src/review/land-queued.ts';
import { recoverLandings } from '../../../../src/review/recover-landings.ts';
import { undoLanding } from '../../../../src/review/undo-landing.ts';
import { gitRepo, openRepo, temporaryFolder } from '../../../kit/git-repo.ts';
import { reviewBeside, stateOf } from '../../../kit/landing-crash.ts';
import {
  ADA,
  FILES,
  landingWorld,
  refusalOf,
  type LandingWorld,
} from '../../../kit/landing-world.ts';
import { snapshotRepository } from '../../../kit/repository-snapshot.ts';

const LAND = { what: 'fix/a', ...ADA, anyway: true } as const;

async function changed(): Promise<LandingWorld> {
  const world = await landingWorld();
  world.branch('fix/a', {
    files: { 'src/a.ts': 'export const a = 10;\n', 'src/new/c.ts': 'c\n', 'src/b.ts': null },
  });
  return world;
}

test('what is dirty, staged, untracked or only meant to be added elsewhere stays as it is', async () => {
  const world = await changed();
  const { repo } = world;
  repo.write('README.md', 'dirty\n');
  repo.write('docs/guide.md', 'staged\n');
  repo.git('add', 'docs/guide.md');
  repo.write('meant.txt', 'meant\n');
  repo.git('add', '--intent-to-add', 'meant.txt');
  repo.write('notes.txt', 'mine\n');
  const before = repo.git('status', '--porcelain');
  await landBranches(world.workspace, LAND);
  expect(repo.git('status', '--porcelain')).toBe(before);
  expect(readFileSync(join(repo.path, 'src/new/c.ts'), 'utf8')).toBe('c\n');
  await undoLanding(world.workspace, { id: null, ...ADA });
  expect(repo.git('status', '--porcelain')).toBe(before);
  expect(existsSync(join(repo.path, 'src/new'))).toBe(false);
  expect(readFileSync(join(repo.path, 'src/b.ts'), 'utf8')).toBe(FILES['src/b.ts']);
});

test('what no commit of a checked-out branch has is told, and left out only when that is meant', async () => {
  const world = await changed();
  const beside = join(temporaryFolder(), 'beside');
  world.repo.git('worktree', 'add', '-q', beside, 'fix/a');
  writeFileSync(join(beside, 'src/a.ts'), 'export const a = 11;\n');
  writeFileSync(join(beside, 'later.txt'), 'new\n');
  const plain = { what: 'fix/a', ...ADA };
  const refusal = await refusalOf(landBranches(world.workspace, plain));
  expect(refusal).toMatchObject({
    reason: 'not-ready',
    message: expect.stringContaining(
      ` is not ready: fix/a is checked out in ${beside} with changes that no commit has: src/a.ts, later.txt`,
    ),
    hint: 'When that is meant: roundsman land fix/a --anyway',
  });
  await landBranches(world.workspace, LAND);
  expect(world.repo.git('show', 'main:src/a.ts')).toContain('a = 10');
  expect(readFileSync(join(beside, 'src/a.ts'), 'utf8')).toContain('a = 11');
});

test.each([
  ['src/a.ts', (world: LandingWorld) => world.repo.write('src/a.ts', 'mine\n')],
  [
    'src/a.ts',
    (world: LandingWorld) => {
      world.repo.write('src/a.ts', 'mine\n');
      world.repo.git('add', 'src/a.ts');
    },
  ],
  ['src/b.ts', (world: LandingWorld) => rmSync(join(world.repo.path, 'src/b.ts'))],
  ['src/new/c.ts', (world: LandingWorld) => world.repo.write('src/new/c.ts', 'untracked\n')],
  ['src/new', (world: LandingWorld) => world.repo.write('src/new', 'a file\n')],
  [
    'src/new/c.ts',
    (world: LandingWorld) => {
      world.repo.write('.git/info/exclude', 'src/new/\n');
      world.repo.write('src/new/c.ts', 'ignored\n');
    },
  ],
  [
    'src/new/c.ts',
    (world: LandingWorld) => {
      world.repo.write('src/new/c.ts', 'meant\n');
      world.repo.git('add', '--intent-to-add', 'src/new/c.ts');
    },
  ],
])('%s in the way is refused by name, and nothing changes (%#)', async (path, dirty) => {
  const world = await changed();
  dirty(world);
  const before = snapshotRepository(world.repo.path);
  const error = await refusalOf(landBranches(world.workspace, LAND));
  expect(error.reason).toBe('checkout-dirty');
  expect(error.message).toBe(
    `${world.repo.path} has changes of yours where fix/a changes something: ${path}`,
  );
  expect(snapshotRepository(world.repo.path)).toEqual(before);
});

test('queued, it lands as soon as the path is clean, prepared again', async () => {
  const world = await changed();
  world.repo.write('src/a.ts', 'mine\n');
  const queued = await landBranches(world.workspace, { ...LAND, whenClean: true });
  expect(queued.state).toEqual({ kind: 'queued', paths: ['src/a.ts'] });
  expect(await landQueued(world.workspace)).toEqual([]);
  world.repo.git('checkout', '--', 'src/a.ts');
  world.repo.commit({ files: { 'docs/guide.md': 'further\n' } });
  expect(await landQueued(world.workspace)).toEqual(['landed fix/a on main']);
  expect(world.repo.git('status', '--porcelain')).toBe('');
  expect(await landQueued(world.workspace)).toEqual([]);
});

test('what is queued can be taken out again', async () => {
  const world = await changed();
  world.repo.write('src/a.ts', 'mine\n');
  const queued = await landBranches(world.workspace, { ...LAND, whenClean: true });
  await undoLanding(world.workspace, { id: queued.id, ...ADA });
  world.repo.git('checkout', '--', 'src/a.ts');
  const before = stateOf(world);
  expect(await landQueued(world.workspace)).toEqual([]);
  expect(stateOf(world)).toEqual(before);
});

test('a target in another worktree is fast-forwarded there, the main checkout stays', async () => {
  const world = await changed();
  const folder = join(temporaryFolder('rm-linked-'), 'tree');
  world.repo.git('switch', '--quiet', '--create', 'other');
  world.repo.git('worktree', 'add', '--quiet', folder, 'main');
  const index = world.repo.git('ls-files', '--stage');
  const landing = await landBranches(world.workspace, LAND);
  expect(openRepo(folder).git('status', '--porcelain')).toBe('');
  expect(openRepo(folder).git('rev-parse', 'HEAD')).toBe(landing.to);
  expect(world.repo.git('ls-files', '--stage')).toBe(index);
  expect(world.repo.git('status', '--porcelain')).toBe('');
  await undoLanding(world.workspace, { id: null, ...ADA });
  expect(openRepo(folder).git('status', '--porcelain')).toBe('');
});

test('a target that nobody has checked out is moved as a ref, also in a bare repository', async () => {
  const world = await changed();
  world.repo.git('switch', '--quiet', '--detach');
  const before = world.repo.git('rev-parse', 'HEAD');
  await landBranches(world.workspace, LAND);
  expect(world.repo.git('rev-parse', 'HEAD')).toBe(before);
  expect(world.repo.git('show', 'main:src/a.ts')).toBe('export const a = 10;');
  const bare = join(temporaryFolder('rm-bare-'), 'bare.git');
  world.repo.git('clone', '--quiet', '--bare', '.', bare);
  openRepo(bare).git('update-ref', 'refs/heads/main', before);
  const second = await landingWorld(bare);
  const landing = await landBranches(second.workspace, LAND);
  expect(openRepo(bare).git('rev-parse', 'main')).toBe(landing.to);
});

test('while a rebase, merge, pick, revert or bisect is under way, landing is refused and says which', async () => {
  const world = await changed();
  const { repo } = world;
  repo.git('switch', '--quiet', '--create', 'side');
  repo.commit({ files: { 'README.md': 'side\n' }, message: 'side' });
  repo.git('switch', '--quiet', 'main');
  repo.commit({ files: { 'README.md': 'main\n' }, message: 'main' });
  const attempt = (...args: readonly string[]): void => {
    try {
      repo.git(...args);
    } catch {
      // A conflict, as it is meant to be.
    }
  };
  for (const [begin, end, what] of [
    [['merge', 'side'], ['merge', '--abort'], 'merge'],
    [['rebase', 'side'], ['rebase', '--abort'], 'rebase'],
    [['cherry-pick', 'side'], ['cherry-pick', '--abort'], 'cherry-pick'],
    [['bisect', 'start', 'HEAD', 'HEAD~1'], ['bisect', 'reset'], 'bisect'],
  ] as const) {
    attempt(...begin);
    const error = await refusalOf(landBranches(world.workspace, LAND));
    expect(error.reason).toBe('operation-under-way');
    expect(error.message).toMatch(new RegExp(`^a ${what} of main is under way in ${repo.path}`));
    repo.git(...end);
  }
  writeFileSync(join(repo.path, '.git/index.lock'), '');
  const error = await refusalOf(landBranches(world.workspace, LAND));
  expect(error.message).toBe(`git's index is locked: ${join(repo.path, '.git/index.lock')}`);
});

test('no hook, filter, merge driver or signing program of the person is started, nothing is stashed', async () => {
  const world = await changed();
  const { repo } = world;
  const traces = join(temporaryFolder('rm-traces-'), 'traces');
  const program = join(temporaryFolder('rm-programs-'), 'trace.sh');
  writeFileSync(program, `#!/bin/sh\necho "$0 $@" >> ${traces}\ncat\n`, { mode: 0o755 });
  for (const name of [
    'post-merge',
    'reference-transaction',
    'pre-merge-commit',
    'post-checkout',
    'commit-msg',
  ])
    writeFileSync(join(repo.path, '.git/hooks', name), `#!/bin/sh\necho ${name} >> ${traces}\n`, {
      mode: 0o755,
    });
  for (const [key, value] of [
    ['commit.gpgsign', 'true'],
    ['gpg.program', program],
    ['merge.verifySignatures', 'true'],
    ['merge.autostash', 'true'],
    ['merge.evil.driver', program],
    ['core.fsmonitor', program],
    ['merge.ff', 'false'],
  ] as const)
    repo.git('config', key, value);
  repo.write('README.md', 'dirty\n');
  await landBranches(world.workspace, LAND);
  await undoLanding(world.workspace, { id: null, ...ADA });
  repo.write('.git/info/attributes', '* merge=evil\n');
  await landBranches(world.workspace, LAND);
  expect(existsSync(traces)).toBe(false);
  expect(repo.git('-c', 'core.fsmonitor=false', 'status', '--porcelain')).toBe(' M README.md');
});

test('a path that goes through a filter of the person is refused, whoever names the filter', async () => {
  const world = await landingWorld();
  const { repo } = world;
  repo.git('config', 'filter.big.smudge', 'false');
  world.branch('fix/a', { files: { '.gitattributes': '*.bin filter=big\n', 'x.bin': 'x\n' } });
  const error = await refusalOf(landBranches(world.workspace, LAND));
  expect(error.message).toBe(
    `${repo.path} sends x.bin through your filter big, which is not started on what an agent wrote`,
  );
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('names that a file system cannot tell apart are refused', async () => {
  const world = await landingWorld();
  world.branch('fix/a', { files: { 'src/A.ts': 'other\n' } });
  world.repo.git('config', 'core.ignorecase', 'true');
  const error = await refusalOf(landBranches(world.workspace, LAND));
  expect(error.reason).toBe('names-collide');
});

test('a sparse checkout stays sparse, and a submodule is moved in the index alone', async () => {
  const inner = gitRepo({ 'in.txt': 'in\n' });
  const world = await landingWorld();
  const { repo } = world;
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'inner');
  repo.git('commit', '--quiet', '-m', 'submodule');
  const next = inner.commit({ files: { 'in.txt': 'further\n' } });
  const folder = join(temporaryFolder('rm-branch-'), 'tree');
  repo.git('worktree', 'add', '--quiet', '-b', 'fix/a', folder, 'main');
  openRepo(folder).git('update-index', '--cacheinfo', `160000,${next},inner`);
  openRepo(folder).write('docs/guide.md', '# More\n');
  openRepo(folder).git('add', 'docs');
  openRepo(folder).git('commit', '--quiet', '-m', 'move it');
  repo.git('worktree', 'remove', '--force', folder);
  repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!/docs/');
  await landBranches(world.workspace, LAND);
  expect(existsSync(join(repo.path, 'docs'))).toBe(false);
  expect(repo.git('ls-files', '--stage', 'inner')).toBe(`160000 ${next} 0\tinner`);
  expect(repo.git('status', '--porcelain')).toBe(' M inner');
});

test('a branch that moved since it was seen is refused, and one whose person git does not know', async () => {
  const world = await changed();
  const seen = { 'fix/a': world.repo.git('rev-parse', 'main') };
  const error = await refusalOf(landBranches(world.workspace, { ...LAND, seen }));
  expect(error.message).toBe('what you saw has changed since: fix/a');
  writeFileSync(join(world.env['HOME'] ?? '', '.gitconfig'), '');
  const unknown = await refusalOf(landBranches(world.workspace, LAND));
  expect(unknown.message).toBe(
    `git does not know who commits in ${world.repo.path}: user.name is not set`,
  );
});

test('two people who land at once both land, one after the other', async () => {
  const world = await changed();
  world.branch('fix/d', { files: { 'src/d.ts': 'd\n' } });
  const said = await Promise.all([
    reviewBeside(world, 'land', LAND),
    reviewBeside(world, 'land', { ...LAND, what: 'fix/d' }),
  ]);
  expect(said).toEqual(['done', 'done']);
  expect(world.repo.git('log', '--first-parent', '--format=%s').split('\n').toSorted()).toEqual([
    'Merge fix/a into main',
    'Merge fix/d into main',
    'first',
  ]);
  expect(world.repo.git('status', '--porcelain')).toBe('');
});

test('where the ref cannot be moved, index and files are put back', async () => {
  const world = await changed();
  const before = stateOf(world);
  const lock = join(world.repo.path, '.git/refs/heads/main.lock');
  writeFileSync(lock, '');
  const error = await refusalOf(landBranches(world.workspace, LAND));
  expect(error.reason).toBe('checkout-not-moved');
  expect(stateOf(world)).toEqual(before);
  rmSync(lock);
  const landed = await landBranches(world.workspace, LAND);
  expect(landed.state.kind).toBe('landed');
});

test('what a git that was killed half way left in a checkout is put right', async () => {
  const world = await changed();
  const { repo, workspace } = world;
  const landed = await landBranches(workspace, LAND);
  await undoLanding(workspace, { id: null, ...ADA });
  const before = stateOf(world);
  // As if it had died with one file written, one begun, one gone, and the lock still there.
  repo.write('src/new/c.ts', 'c\n');
  repo.write('src/a.ts', 'export const a = 1');
  rmSync(join(repo.path, 'src/b.ts'));
  writeFileSync(join(repo.path, '.git/index.lock'), '');
  await workspace.review.landings.write({
    ...landed,
    endedAt: null,
    state: { kind: 'moving', how: 'checkout', checkout: repo.path },
  });
  expect(await recoverLandings(workspace)).toEqual([
    `the landing ${landed.id} (fix/a): it was cut short: everything is as before`,
  ]);
  expect(stateOf(world)).toEqual(before);
});

test('what a person wrote after such a death stays, and is named', async () => {
  const world = await changed();
  const { repo, workspace } = world;
  const landed = await landBranches(workspace, LAND);
  await undoLanding(workspace, { id: null, ...ADA });
  repo.write('src/new/c.ts', 'c\n');
  repo.write('src/a.ts', 'something else\n');
  await workspace.review.landings.write({
    ...landed,
    endedAt: null,
    state: { kind: 'moving', how: 'checkout', checkout: repo.path },
  });
  expect(await recoverLandings(workspace)).toEqual([
    `the landing ${landed.id} (fix/a): it was cut short; look at what is in src/a.ts`,
  ]);
  expect(repo.git('status', '--porcelain')).toBe(' M src/a.ts');
});

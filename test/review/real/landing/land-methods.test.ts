import { expect, test } from 'vitest';

import { landBranches } from '../../../../src/review/land-branches.ts';
import { undoLanding } from '../../../../src/review/undo-landing.ts';
import { ADA, landingWorld, refusalOf } from '../../../kit/landing-world.ts';
import { snapshotRepository } from '../../../kit/repository-snapshot.ts';

/** What of ours stays behind: the landing's tips, and the note that tells of its commit. */
const OURS = ['refs/roundsman/', 'refs/notes/roundsman'];

test('a merge lands as a merge commit of the person, also where a fast-forward would do', async () => {
  const world = await landingWorld();
  const tip = world.branch('fix/a', {
    files: { 'src/a.ts': 'export const a = 10;\n' },
    message: 'Make a ten\n\nRoundsman-Covers: abc123',
    author: 'Agent Smith <agent@example.com>',
  });
  const before = world.repo.git('rev-parse', 'main');
  const landing = await landBranches(world.workspace, { what: 'fix/a', ...ADA, method: 'merge' });
  expect(landing).toMatchObject({
    set: null,
    method: 'merge',
    target: 'main',
    from: before,
    state: { kind: 'landed' },
    steps: [{ branch: 'fix/a', tip, commit: landing.to }],
  });
  expect(landing.endedAt).not.toBeNull();
  expect(world.repo.git('rev-parse', 'main', 'HEAD^1', 'HEAD^2').split('\n')).toEqual([
    landing.to,
    before,
    tip,
  ]);
  expect(world.repo.git('status', '--porcelain')).toBe('');
  expect(world.repo.git('log', '-1', '--format=%an <%ae> %cn|%s|%(trailers:only)')).toBe(
    `Pat Person <pat@example.com> Pat Person|Merge fix/a into main|Roundsman-Landing: ${landing.id}\nRoundsman-Covers: abc123\n`,
  );
  expect(world.repo.git('for-each-ref', 'refs/roundsman/')).toBe('');
  expect(await world.workspace.review.verdicts.list()).toMatchObject([
    { kind: 'landed', branch: 'fix/a', tip, commit: landing.to, landing: landing.id, by: 'ada' },
  ]);
});

test('a squash keeps author, message and trailers of the only commit', async () => {
  const world = await landingWorld();
  world.branch('fix/a', {
    files: { 'src/a.ts': 'export const a = 10;\n' },
    message: 'Make a ten\n\nIt was one.\n\nRoundsman-Covers: abc123\nRoundsman-Run: forged',
    author: 'Agent Smith <agent@example.com>',
  });
  const landing = await landBranches(world.workspace, { what: 'fix/a', ...ADA, method: 'squash' });
  expect(world.repo.git('log', '-1', '--format=%an|%cn|%P|%B')).toBe(
    `Agent Smith|Pat Person|${landing.from}|Make a ten\n\nIt was one.\n\nRoundsman-Covers: abc123\nRoundsman-Landing: ${landing.id}\n`,
  );
});

test('a squash of several commits names each, and everybody who wrote one', async () => {
  const world = await landingWorld();
  world.branch(
    'fix/a',
    {
      files: { 'src/a.ts': 'export const a = 10;\n' },
      message: 'Make a ten\n\nRoundsman-Covers: abc123\nRoundsman-Blame: ignore',
      author: 'Agent Smith <agent@example.com>',
    },
    {
      files: { 'src/c.ts': 'export const c = 3;\n' },
      message: 'Add c\n\nRoundsman-Covers: def456',
    },
  );
  const landing = await landBranches(world.workspace, {
    what: 'fix/a',
    by: 'ada',
    reason: 'tidy',
    method: 'squash',
  });
  // What only got keys is not dealt with.
  expect(world.repo.git('log', '-1', '--format=%an|%B')).toBe(
    `Ada Example|Make a ten\n\ntidy\n\n* Make a ten\n* Add c\n\nRoundsman-Covers: def456\nCo-authored-by: Agent Smith <agent@example.com>\nRoundsman-Landing: ${landing.id}\n`,
  );
});

test('a rebase replays each commit with its author and message', async () => {
  const world = await landingWorld();
  world.branch(
    'fix/a',
    {
      files: { 'src/a.ts': 'export const a = 10;\n' },
      message: 'Make a ten',
      author: 'Agent Smith <agent@example.com>',
    },
    { files: { 'src/c.ts': 'export const c = 3;\n' }, message: 'Add c' },
  );
  world.repo.commit({ files: { 'docs/guide.md': '# Guide\n\nMore.\n' }, message: 'more docs' });
  await landBranches(world.workspace, { what: 'fix/a', ...ADA, method: 'rebase' });
  expect(world.repo.git('log', '-3', '--format=%an|%cn|%s').split('\n')).toEqual([
    'Ada Example|Pat Person|Add c',
    'Agent Smith|Pat Person|Make a ten',
    'Ada Example|Ada Example|more docs',
  ]);
  expect(world.repo.git('status', '--porcelain')).toBe('');
});

test('a conflict is refused with branch and files, and everything is as before', async () => {
  const world = await landingWorld();
  world.branch('fix/a', { files: { 'src/a.ts': 'export const a = 10;\n' } });
  world.repo.commit({ files: { 'src/a.ts': 'export const a = 11;\n' } });
  const before = snapshotRepository(world.repo.path);
  for (const method of ['merge', 'squash', 'rebase'] as const) {
    const error = await refusalOf(
      landBranches(world.workspace, { what: 'fix/a', ...ADA, method, anyway: true }),
    );
    expect(error.code).toBe('refused');
    expect(error.reason).toBe('landing-conflict');
    expect(error.message).toMatch(
      /^fix\/a conflicts with main( \(at [0-9a-f]{10}\))? in src\/a\.ts$/,
    );
  }
  expect(snapshotRepository(world.repo.path)).toEqual(before);
});

test('undo moves the target back where nobody built on it, and says undone', async () => {
  const world = await landingWorld();
  world.branch('fix/a', { files: { 'src/a.ts': null, 'src/new/c.ts': 'c\n' } });
  const before = snapshotRepository(world.repo.path, OURS);
  const landing = await landBranches(world.workspace, { what: 'fix/a', ...ADA });
  const undone = await undoLanding(world.workspace, { id: null, by: 'ada', reason: 'too soon' });
  expect(undone).toMatchObject({ id: landing.id, state: { kind: 'undone', reason: 'too soon' } });
  const after = snapshotRepository(world.repo.path, OURS);
  const { index: _old, ORIG_HEAD: _none, ...files } = before.files;
  const { index: _new, ORIG_HEAD: _orig, ...now } = after.files;
  expect({ ...after, files: now }).toEqual({ ...before, files });
  expect((await world.workspace.review.verdicts.list()).map(({ kind }) => kind)).toEqual([
    'landed',
    'undone',
  ]);
});

test('undo is refused where somebody built on it, and a revert does', async () => {
  const world = await landingWorld();
  world.branch('fix/a', { files: { 'src/a.ts': 'export const a = 10;\n' } });
  await landBranches(world.workspace, { what: 'fix/a', ...ADA });
  world.repo.commit({ files: { 'docs/guide.md': 'on top\n' }, message: 'on top' });
  const error = await refusalOf(undoLanding(world.workspace, { id: null, ...ADA }));
  expect(error.message).toBe('there are commits on top of the landing: main is 1 commit further');
  const reverted = await undoLanding(world.workspace, { id: null, ...ADA, revert: true });
  expect(reverted.state).toMatchObject({
    kind: 'undone',
    revert: world.repo.git('rev-parse', 'main'),
  });
  expect(world.repo.git('show', 'main:src/a.ts')).toBe('export const a = 1;');
  expect(world.repo.git('show', 'main:docs/guide.md')).toBe('on top');
  expect(world.repo.git('status', '--porcelain')).toBe('');
});

import { expect, test } from 'vitest';

import { chooseSets } from '../../../../src/review/choose-sets.ts';
import { findReviewed } from '../../../../src/review/find-reviewed.ts';
import { inspectReview } from '../../../../src/review/inspect-review.ts';
import { landBranches } from '../../../../src/review/land-branches.ts';
import { undoLanding } from '../../../../src/review/undo-landing.ts';
import { ADA, landingWorld, refusalOf } from '../../../kit/landing-world.ts';
import { snapshotRepository } from '../../../kit/repository-snapshot.ts';

const NAMES = ['fix/a', 'fix/b', 'fix/c'];

test('a set lands as a whole or not at all, and is taken back as a whole', async () => {
  const world = await landingWorld();
  const { workspace, repo } = world;
  world.branch('fix/a', { files: { 'src/a.ts': 'export const a = 10;\n' } });
  world.branch('fix/b', { files: { 'src/b.ts': 'export const b = 20;\n' } });
  world.branch('fix/c', { files: { 'src/c.ts': 'export const c = 30;\n' } });
  await chooseSets(workspace, { ...ADA, kind: 'join', branches: NAMES });
  const { sets } = await inspectReview(workspace, { others: true });
  const set = sets.find(({ branches }) => branches.length === 3)?.id ?? '';
  expect((await findReviewed(workspace, { what: set })).branches).toHaveLength(3);

  // One of the three does not fit.
  repo.commit({ files: { 'src/b.ts': 'export const b = 21;\n' }, message: 'in the way' });
  const before = snapshotRepository(repo.path);
  const error = await refusalOf(landBranches(workspace, { what: set, ...ADA, anyway: true }));
  expect(error.message).toBe(`fix/b conflicts with main in src/b.ts; nothing of ${set} landed`);
  expect(snapshotRepository(repo.path)).toEqual(before);
  expect(await workspace.review.verdicts.list()).toEqual([]);

  repo.commit({ files: { 'src/b.ts': 'export const b = 2;\n' }, message: 'out of it' });
  const from = repo.git('rev-parse', 'main');
  const landing = await landBranches(workspace, { what: set, ...ADA, method: 'squash' });
  expect(landing.steps.map(({ branch }) => branch).toSorted()).toEqual(NAMES);
  expect(repo.git('rev-list', '--count', `${from}..main`)).toBe('3');
  expect(repo.git('status', '--porcelain')).toBe('');
  // By squash git does not tell that they landed.
  expect((await inspectReview(workspace, { others: true })).sets).toEqual([]);

  await undoLanding(workspace, { id: set, ...ADA });
  expect(repo.git('rev-parse', 'main')).toBe(from);
  const back = await inspectReview(workspace, { others: true });
  expect(back.sets.flatMap(({ branches }) => branches.map(({ branch }) => branch))).toHaveLength(3);
});

test('what landed and was pushed is not undone but reverted', async () => {
  const world = await landingWorld();
  const { workspace, repo } = world;
  world.branch('fix/a', { files: { 'src/a.ts': 'export const a = 10;\n' } });
  await landBranches(workspace, { what: 'fix/a', ...ADA });
  repo.git('update-ref', 'refs/remotes/origin/main', 'main');
  repo.git('config', 'remote.origin.url', '/nowhere');
  repo.git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
  repo.git('branch', '--quiet', '--set-upstream-to=origin/main', 'main');
  const error = await refusalOf(undoLanding(workspace, { id: null, ...ADA }));
  expect(error.reason).toBe('pushed-already');
  await undoLanding(workspace, { id: null, ...ADA, revert: true });
  expect(repo.git('show', 'main:src/a.ts')).toBe('export const a = 1;');
});

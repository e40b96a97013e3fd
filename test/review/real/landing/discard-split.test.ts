import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { checkOutBranch } from '../../../../src/review/check-out-branch.ts';
import { discardBranches } from '../../../../src/review/discard-branches.ts';
import { undoKind } from '../../../../src/review/find-landing.ts';
import { inspectReview } from '../../../../src/review/inspect-review.ts';
import { landBranches } from '../../../../src/review/land-branches.ts';
import { listDiscarded, restoreBranch } from '../../../../src/review/restore-branch.ts';
import { splitBranch } from '../../../../src/review/split-branch.ts';
import { temporaryFolder } from '../../../kit/git-repo.ts';
import { ADA, landingWorld, refusalOf } from '../../../kit/landing-world.ts';

const WHY = { by: 'ada', reason: 'not this way' };

test('a discarded branch is gone, told, and comes back as it was', async () => {
  const { workspace, repo, branch } = await landingWorld();
  const tip = branch('fix/a', { files: { 'src/a.ts': 'x\n' } });
  expect((await refusalOf(discardBranches(workspace, { what: 'fix/a', ...ADA }))).code).toBe(
    'usage',
  );
  const [discarded] = await discardBranches(workspace, { what: 'fix/a', ...WHY });
  expect(discarded).toMatchObject({
    branch: 'fix/a',
    tip,
    state: 'discarded',
    reason: 'not this way',
  });
  expect(repo.git('branch', '--list', 'fix/a')).toBe('');
  expect(repo.git('rev-parse', `refs/roundsman/discarded/${discarded?.id}`)).toBe(tip);
  expect(await listDiscarded(workspace)).toEqual([discarded]);
  repo.git('branch', 'fix/a', 'main');
  const taken = await refusalOf(restoreBranch(workspace, { what: 'fix/a', by: 'ada' }));
  expect(taken.message).toBe('there is a branch fix/a already');
  repo.git('branch', '-D', 'fix/a');
  await restoreBranch(workspace, { what: 'a', by: 'ada' });
  expect(repo.git('rev-parse', 'fix/a')).toBe(tip);
  expect(repo.git('for-each-ref', 'refs/roundsman/')).toBe('');
  expect(await listDiscarded(workspace)).toEqual([]);
  expect((await workspace.review.verdicts.list()).map(({ kind }) => kind)).toEqual([
    'discarded',
    'restored',
  ]);
});

test('undo takes back whichever of a landing and a discard of one name is newer', async () => {
  const { workspace, repo, branch } = await landingWorld();
  expect(await undoKind(workspace, 'fix/a')).toBe('landing');
  const tip = branch('fix/a', { files: { 'src/a.ts': 'x\n' } });
  await discardBranches(workspace, { what: 'fix/a', ...WHY });
  expect(await undoKind(workspace, 'fix/a')).toBe('discard');
  repo.git('branch', 'fix/a', tip);
  await landBranches(workspace, { what: 'fix/a', ...ADA });
  expect(await undoKind(workspace, 'fix/a')).toBe('landing');
});

test('a branch that somebody has checked out is not discarded', async () => {
  const { workspace, repo, branch } = await landingWorld();
  branch('fix/a', { files: { 'src/a.ts': 'x\n' } });
  const folder = `${temporaryFolder('rm-linked-')}/tree`;
  repo.git('worktree', 'add', '--quiet', folder, 'fix/a');
  const error = await refusalOf(discardBranches(workspace, { what: 'fix/a', ...WHY }));
  expect(error.message).toBe(`fix/a is checked out in ${folder}`);
});

test('with a branch goes the checkout that was made to look at it, unless something in it is not committed', async () => {
  const { workspace, branch } = await landingWorld();
  branch('fix/a', { files: { 'src/a.ts': 'x\n' } });
  const { folder } = await checkOutBranch(workspace, { what: 'fix/a', folder: null });
  writeFileSync(join(folder, 'src/a.ts'), 'better\n');
  const error = await refusalOf(discardBranches(workspace, { what: 'fix/a', ...WHY }));
  expect(error.message).toContain('something in it is not committed');
  writeFileSync(join(folder, 'src/a.ts'), 'x\n');
  await discardBranches(workspace, { what: 'fix/a', ...WHY });
  expect(existsSync(folder)).toBe(false);
});

test('a split makes two branches that together are what it was', async () => {
  const { workspace, repo, branch } = await landingWorld();
  const tip = branch(
    'fix/a',
    {
      files: { 'src/a.ts': 'x\n', 'docs/guide.md': 'more\n' },
      message: 'both',
      author: 'Bo <bo@example.com>',
    },
    { files: { 'docs/new.md': 'new\n', 'src/b.ts': null }, message: 'second' },
    { files: { 'src/c.ts': 'c\n' }, message: 'only code' },
  );
  const [first, second] = await splitBranch(workspace, { what: 'fix/a', ...WHY, paths: ['*.md'] });
  expect([first, second]).toEqual(['fix/a-1', 'fix/a-2']);
  const log = (name: string): readonly string[] =>
    repo.git('log', '--format=%an %s', `main..${name}`).split('\n');
  expect(log(first)).toEqual(['Ada Example second', 'Bo both']);
  expect(log(second)).toEqual(['Ada Example only code', 'Ada Example second', 'Bo both']);
  expect(repo.git('diff', '--name-only', 'main', first)).toBe('docs/guide.md\ndocs/new.md');
  expect(repo.git('diff', '--name-only', 'main', second)).toBe('src/a.ts\nsrc/b.ts\nsrc/c.ts');
  expect(repo.git('merge-tree', '--write-tree', first, second)).toBe(
    repo.git('rev-parse', `${tip}^{tree}`),
  );
  expect(repo.git('branch', '--list', 'fix/a')).toBe('');
  expect(await workspace.review.verdicts.list()).toMatchObject([
    { kind: 'split', branch: 'fix/a', tip, into: [{ branch: first }, { branch: second }] },
  ]);
  const look = await inspectReview(workspace, { others: true });
  const names = look.sets.flatMap(({ branches }) => branches.map((one) => one.branch));
  expect(names.toSorted()).toEqual([first, second]);
  await restoreBranch(workspace, { what: 'fix/a', by: 'ada' });
  expect(
    repo.git('for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads/fix'),
  ).toBe(`fix/a ${tip}`);
});

test('a part that somebody continued with stays when the whole comes back', async () => {
  const { workspace, repo, branch } = await landingWorld();
  branch('fix/a', { files: { 'src/a.ts': 'x\n', 'docs/guide.md': 'more\n' } });
  const [first, second] = await splitBranch(workspace, { what: 'fix/a', ...WHY, paths: ['*.md'] });
  repo.git('checkout', '--quiet', first);
  repo.commit({ files: { 'docs/more.md': 'm\n' } });
  repo.git('checkout', '--quiet', 'main');
  await restoreBranch(workspace, { what: 'fix/a', by: 'ada' });
  const names = repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/fix').split('\n');
  expect(names).toEqual(['fix/a', first]);
  expect(names).not.toContain(second);
});

test('a split by what matches all or nothing is refused', async () => {
  const { workspace, branch } = await landingWorld();
  branch('fix/a', { files: { 'src/a.ts': 'x\n' } });
  const all = await refusalOf(splitBranch(workspace, { what: 'fix/a', ...WHY, paths: ['src/'] }));
  expect(all.message).toBe('everything that fix/a changes matches: nothing would be left');
  const none = await refusalOf(splitBranch(workspace, { what: 'fix/a', ...WHY, paths: ['docs/'] }));
  expect(none.message).toBe('nothing that fix/a changes matches');
});

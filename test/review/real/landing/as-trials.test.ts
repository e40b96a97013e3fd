import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { listAttributeFiles } from '../../../../src/git/attribute-files.ts';
import { gitIn } from '../../../../src/git/git-call.ts';
import { gitEnvironment } from '../../../../src/git/git-environment.ts';
import { mergeTrees } from '../../../../src/git/merge-trees.ts';
import { withScratchRepository } from '../../../../src/git/scratch-repository.ts';
import { landBranches, previewLanding } from '../../../../src/review/land-branches.ts';
import { makeCommits, treeOf } from '../../../../src/review/landing/make-commits.ts';
import { tryMerges } from '../../../../src/review/trials/try-merges.ts';
import { isCommitSha } from '../../../../src/words/ids.ts';
import { gitRepo } from '../../../kit/git-repo.ts';
import { ADA, landingWorld, refusalOf, type LandingWorld } from '../../../kit/landing-world.ts';
import { memoryFactCache } from '../../../kit/memory-fact-cache.ts';
import { randomFrom } from '../../../kit/random-from.ts';
import { randomHistory } from '../../../kit/random-merges.ts';

const LINES = Array.from({ length: 12 }, (_value, index) => `line ${index}`);
const PLAIN = `${LINES.join('\n')}\n`;
const changed = (at: number, text: string): string =>
  `${LINES.map((line, index) => (index === at ? text : line)).join('\n')}\n`;

/** What landing does with what trials say of it. */
const EXPECTED = [
  // What shares no history with its target is nothing to review at all.
  ['fix/alien', 'error', 'review-unknown'],
  ['fix/folder', 'conflict', 'landing-conflict'],
  ['fix/gone', 'conflict', 'landing-conflict'],
  ['fix/hides', 'conflict', 'landing-conflict'],
  ['fix/mode', 'clean', 'lands'],
  ['fix/renamed', 'clean', 'lands'],
  ['fix/union', 'clean', 'lands'],
];

test('what trials call clean lands, and nothing else does: attributes, renames, modes, other histories', async () => {
  const world = await worldOfOddMerges();
  const trials = await trialsOf(
    world,
    EXPECTED.map(([name = '']) => name),
  );
  const seen: (readonly string[])[] = [];
  for (const { a: what, kind } of trials) {
    const request = { what, ...ADA, anyway: true, method: 'merge' } as const;
    const outcome =
      kind === 'clean'
        ? previewLanding(world.workspace, request).then(() => 'lands')
        : refusalOf(previewLanding(world.workspace, request)).then(({ reason }) => reason);
    seen.push([what, kind, await outcome]);
  }
  expect(seen).toEqual(EXPECTED);
  await landBranches(world.workspace, { what: 'fix/union', ...ADA, anyway: true });
  expect(world.repo.git('show', 'main:CHANGES.md').split('\n').slice(3, 5)).toEqual([
    'main',
    'union',
  ]);
  await landBranches(world.workspace, { what: 'fix/mode', ...ADA, anyway: true });
  expect(world.repo.git('ls-tree', 'main', 'mode.sh')).toMatch(/^100755 /);
  expect(world.repo.git('show', 'main:mode.sh').split('\n')[8]).toBe('main');
  expect(world.repo.git('status', '--porcelain')).toBe('');
});

async function worldOfOddMerges(): Promise<LandingWorld> {
  const root = gitRepo({
    '.gitattributes': 'CHANGES.md merge=union\n',
    'CHANGES.md': PLAIN,
    'a.txt': PLAIN,
    'b.txt': PLAIN,
    'mode.sh': PLAIN,
    'old.txt': PLAIN,
  });
  const world = await landingWorld(root.path);
  const { repo } = world;
  world.branch('fix/union', { files: { 'CHANGES.md': changed(3, 'union') } });
  world.branch('fix/hides', {
    files: { 'a.txt': changed(3, 'hides'), '.gitattributes': '* merge=union\n' },
  });
  world.branch('fix/renamed', { files: { 'old.txt': null, 'new.txt': changed(1, 'renamed') } });
  world.branch('fix/gone', { files: { 'b.txt': null } });
  world.branch('fix/folder', { files: { 'place/inside.txt': 'x\n' } });
  repo.git('checkout', '--quiet', '-b', 'fix/mode');
  chmodSync(join(repo.path, 'mode.sh'), 0o755);
  repo.commit({ message: 'mode' });
  repo.git('checkout', '--quiet', '--orphan', 'fix/alien', 'main');
  repo.commit({ files: { 'other.txt': 'x\n' }, message: 'alien' });
  repo.git('checkout', '--quiet', 'main');
  const files = {
    'CHANGES.md': changed(3, 'main'),
    'a.txt': changed(3, 'main'),
    'b.txt': changed(3, 'main'),
    'mode.sh': changed(8, 'main'),
    'old.txt': changed(8, 'main'),
    place: 'a file\n',
  };
  repo.commit({ files, message: 'main continues' });
  return world;
}

async function trialsOf({ repo }: LandingWorld, names: readonly string[]) {
  const trials = await tryMerges({
    branches: names.map((branch) => ({ branch, tip: repo.git('rev-parse', branch) })),
    target: { target: 'main', tip: repo.git('rev-parse', 'main') },
    repository: { cwd: repo.path, env: gitEnvironment(process.env) },
    cache: memoryFactCache(),
  });
  return trials.filter(({ b }) => b === 'main');
}

const PERSON = { name: 'Pat', email: 'pat@example.com', at: '1700000000 +0000' };

test.each([301, 302, 303])(
  'the commits of a landing have the trees and the conflicts of trials, history %i',
  async (seed) => {
    const random = randomFrom(seed);
    const { repo, tips } = randomHistory((most) => Math.floor(random() * most), 6);
    const [target = '', ...others] = tips;
    const repository = { cwd: repo.path, env: gitEnvironment(process.env) };
    const attributes = await listAttributeFiles(repository, target);
    await withScratchRepository({ repository, attributes }, async ({ context }) => {
      const trials = await mergeTrees(
        others.map((theirs) => ({ ours: target, theirs })),
        context,
      );
      const words = { target: 'main', set: null, reason: '', landing: 'L' };
      for (const [at, tip] of others.entries()) {
        if (!isCommitSha(target) || !isCommitSha(tip)) throw new TypeError('no commits');
        const branches = [{ branch: `b${at}`, tip, run: null, routine: null }];
        const question = { scratch: context, from: target, branches, words, committer: PERSON };
        const made = await makeCommits({ ...question, method: 'merge' });
        const trial = trials[at];
        const told =
          made.kind === 'made'
            ? { kind: 'clean', tree: await treeOf(gitIn(context), made.commits[0] ?? '') }
            : { kind: made.what, files: made.files };
        const said =
          trial?.kind === 'conflict'
            ? { kind: 'conflict', files: trial.files.map(({ path }) => path) }
            : trial;
        expect(told).toEqual(said);
      }
    });
  },
);

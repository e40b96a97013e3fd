import { expect, it } from 'vitest';

import { diffTrees } from '../../src/git/diff-trees.ts';
import { gitIn } from '../../src/git/git-call.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { isCommitSha } from '../../src/words/ids.ts';
import { embeddedProgram } from '../../src/worktrees/embedded-programs.ts';
import { gitRepo } from '../kit/git-repo.ts';

const PLAIN = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';
const BARE = { 'x/HEAD': 'ref: refs/heads/main\n', 'x/objects/a': '', 'x/refs/a': '' };

/** What is found when files are added to those that were there. */
async function found(
  files: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const repo = gitRepo({ 'README.md': 'a\n', ...before });
  const base = repo.git('rev-parse', 'HEAD');
  const tip = repo.commit({ files });
  if (!isCommitSha(base) || !isCommitSha(tip)) throw new TypeError(tip);
  const env = gitEnvironment(process.env);
  const { changes } = await diffTrees({ cwd: repo.path, env }, { from: base, to: tip, most: 100 });
  return embeddedProgram(gitIn({ cwd: repo.path, env }), tip, changes);
}

it('a repository among the files that starts nothing is none of our business', async () => {
  expect(await found({ ...BARE, 'x/config': PLAIN, 'x/hooks/pre-commit.sample': '' })).toBeNull();
  expect(await found(BARE)).toBeNull();
});

it('what is not a repository may have any settings', async () => {
  expect(await found({ 'x/HEAD': 'a\n', 'x/config': '[core]\n\tfsmonitor = ./run\n' })).toBeNull();
  expect(await found({ 'config/objects/a': 'a\n', 'src/config': 'a = b\n' })).toBeNull();
});

it('one that sets a program, has a hook or borrows settings is named', async () => {
  const config = (line: string): Record<string, string> => ({ ...BARE, 'x/config': PLAIN + line });
  expect(await found(config('\tfsmonitor = ./run\n'))).toBe('x: its config sets core.fsmonitor');
  expect(await found(config('\tworktree = tree\n'))).toBe('x: its config sets core.worktree');
  expect(await found(config('[include]\n\tpath = ../more\n'))).toBe(
    'x: its config sets include.path',
  );
  expect(await found({ ...BARE, 'x/config': PLAIN, 'x/hooks/post-checkout': 'run\n' })).toBe(
    'x: it has the hook post-checkout',
  );
  expect(await found({ ...BARE, 'x/commondir': '../y\n' })).toBe(
    'x: its settings are those of another folder',
  );
});

it('one that was there already is looked at when a part of it changes', async () => {
  const config = { 'x/config': `${PLAIN}\tfsmonitor = ./run\n` };
  expect(await found(config, BARE)).toBe('x: its config sets core.fsmonitor');
  expect(await found({ 'other.md': 'b\n' }, { ...BARE, ...config })).toBeNull();
});

it('the whole tree may be one, and names count in any case', async () => {
  const files = { HEAD: 'ref: refs/heads/main\n', 'objects/a': '', 'refs/a': '' };
  expect(await found({ ...files, config: '[core]\n\tpager = run\n' })).toBe(
    'the top folder: its config sets core.pager',
  );
  expect(
    await found({
      'x/head': 'ref: refs/heads/main\n',
      'x/Objects/a': '',
      'x/refs/a': '',
      'x/CONFIG': '[alias]\n\tst = !run\n',
    }),
  ).toBe('x: its config sets alias.st');
});

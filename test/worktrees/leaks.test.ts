/** Below level `sandbox`: what an agent did to the user's own repository is named; what the user did is nobody's business. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { HandBack } from '../../src/sandbox/run-worktree.ts';
import { compareTraces } from '../../src/worktrees/compare-traces.ts';
import { handBack } from '../../src/worktrees/hand-back.ts';
import { readTraces } from '../../src/worktrees/inspect-repository.ts';
import { openRunRepository } from '../../src/worktrees/open-run-repository.ts';
import { prepareWorktree } from '../../src/worktrees/prepare-worktree.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { agentDoes, worktreeRequest, type RequestOptions } from '../kit/worktree-run.ts';

const WORKTREE = { workspace: { isolation: 'worktree' } } as const;

/** A run that makes one file, and whatever else happens meanwhile. */
async function during(
  repo: GitRepo,
  what: { agent?: string; user?: () => void },
  options: RequestOptions = {},
): Promise<{ readonly handed: HandBack; readonly worktree: string }> {
  const request = await worktreeRequest(repo.path, options);
  const opened = await openRunRepository(request);
  await prepareWorktree(request, opened);
  agentDoes(request, `MAIN='${repo.path}'; echo x > x; ${what.agent ?? ''}`);
  what.user?.();
  return { handed: await handBack(request, opened), worktree: request.paths.worktree };
}

const BANNER = (root: string, what: string): string =>
  `look before the next git command in ${root}: its settings changed during the run, by it or by another program: ${what}`;

describe('an agent at level private that reaches for the checkout', () => {
  it.each([
    ['a hook', `echo x > "$MAIN/.git/hooks/pre-commit"`, '.git/hooks/pre-commit'],
    [
      'settings',
      `git -C "$MAIN" config core.fsmonitor evil; git -C "$MAIN" config branch.main.remote x`,
      '.git/config (core.fsmonitor, branch.main.remote)',
    ],
    ['attributes', `echo '* filter=x' > "$MAIN/.git/info/attributes"`, '.git/info/attributes'],
    [
      'borrowed objects',
      `echo /tmp > "$MAIN/.git/objects/info/alternates"`,
      '.git/objects/info/alternates',
    ],
    [
      'a worktree of the user',
      `git -C "$MAIN" worktree remove --force ../side 2>/dev/null || rm -r "$MAIN/.git/worktrees/side"`,
      '.git/worktrees/side (removed)',
    ],
    [
      'a link for a hook, and a pipe',
      `ln -s /bin/sh "$MAIN/.git/hooks/post-merge"; mkfifo "$MAIN/.git/hooks/update"`,
      '.git/hooks/post-merge, .git/hooks/update',
    ],
  ])('%s: is named, and the work is handed back', async (_what, agent, named) => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    repo.git('worktree', 'add', '-q', join(temporaryFolder(), 'side'));
    const { handed } = await during(repo, { agent });
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(handed.notices).toEqual([BANNER(repo.path, named)]);
  });

  it('reset --hard in the checkout is told from its reflog, with or without the name of the run', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const named = await during(repo, { agent: 'git -C "$MAIN" reset -q --hard' });
    expect(named.handed.notices).toEqual([
      `look at the checkout ${repo.path}: the run itself changed it (reset: moving to HEAD)`,
    ]);
    const mail = '-c user.name=Ada -c user.email=ada@example.com';
    const unnamed = await during(repo, {
      agent: `env -u GIT_COMMITTER_EMAIL -u GIT_COMMITTER_NAME git ${mail} -C "$MAIN" reset -q --hard`,
    });
    expect(unnamed.handed.notices).toEqual([
      `the checkout ${repo.path} was changed during the run, by it or by another program (reset: moving to HEAD)`,
    ]);
  });

  it('names branches and stashes that it made there', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    repo.write('a.txt', 'dirty\n');
    const { handed } = await during(repo, {
      agent: 'git -C "$MAIN" branch planted; git -C "$MAIN" stash -q',
    });
    expect(handed.notices).toEqual([
      `look at the checkout ${repo.path}: the run itself changed it (reset: moving to HEAD)`,
      'look at `refs/stash`: the run itself changed it (WIP on main: ' +
        `${repo.git('rev-parse', '--short', 'main')} first)`,
      'look at `refs/heads/planted`: the run itself changed it (branch: Created from main)',
    ]);
  });
});

const DAMAGED = (count: string, names: string): string =>
  `look at the repository's objects: ${count} of them went missing or broke during the run, by it or by another program: ${names}; git fsck says what is lost`;

describe('objects of the repository', () => {
  it('that were emptied or cut off are named', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const looseOf = (text: string): string => {
      repo.write('other', text);
      const id = repo.git('hash-object', '-w', 'other');
      return `${id.slice(0, 2)}/${id.slice(2)}`;
    };
    const files = [looseOf('1'.repeat(500)), looseOf('2'.repeat(500))].toSorted();
    const [empty = '', cut = ''] = files.map((name) => `"$MAIN/.git/objects/${name}"`);
    const { handed } = await during(repo, {
      agent: `chmod u+w ${empty} ${cut}; : > ${empty}; truncate -s 9 ${cut}`,
    });
    expect(handed.notices).toEqual([
      DAMAGED('2 files', files.map((name) => `\`${name}\``).join(', ')),
    ]);
  });

  it('in packs are named by their size, and so are whole folders that are gone', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    repo.git('gc', '--quiet');
    const packs = join(repo.path, '.git/objects/pack');
    const index = readdirSync(packs).find((name) => name.endsWith('.idx')) ?? '';
    repo.write('other', 'loose\n');
    const folder = repo.git('hash-object', '-w', 'other').slice(0, 2);
    const before = readTraces({ gitDir: join(repo.path, '.git') }, 0);
    truncateSync(join(packs, index), 100);
    rmSync(join(repo.path, '.git/objects', folder), { recursive: true });
    const workspace = { gitDir: join(repo.path, '.git'), root: repo.path };
    expect(compareTraces(workspace, before, { email: '', isOurs: () => false })).toEqual([
      DAMAGED('2 files', `\`pack/${index}\`, \`${folder}\``),
    ]);
  });

  /** Commits have other names each time; one of them may lie in the folder of a given object. */
  function writeObjectInFolderOfItsOwn(repo: GitRepo): string {
    const taken = new Set(readdirSync(join(repo.path, '.git/objects')));
    for (let n = 0; ; n += 1) {
      repo.write('other', `loose ${n}\n`);
      const id = repo.git('hash-object', 'other');
      if (!taken.has(id.slice(0, 2))) return repo.git('hash-object', '-w', 'other');
    }
  }

  it('a folder that lost all of its objects counts as gone', () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const workspace = { gitDir: join(repo.path, '.git'), root: repo.path };
    const id = writeObjectInFolderOfItsOwn(repo);
    const before = readTraces(workspace, 0);
    rmSync(join(repo.path, '.git/objects', id.slice(0, 2), id.slice(2)));
    expect(compareTraces(workspace, before, { email: '', isOurs: () => false })).toEqual([
      DAMAGED('1 file', `\`${id.slice(0, 2)}\``),
    ]);
  });

  it('a gc by the user is no damage', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const { handed } = await during(repo, { user: () => repo.git('gc', '--quiet', '--prune=now') });
    expect(handed.notices).toEqual([]);
  });
});

const USERS: readonly (readonly [string, (repo: GitRepo) => void])[] = [
  ['commits', (repo) => repo.commit({ files: { mine: '1\n' } })],
  [
    'stashes',
    (repo) => {
      repo.write('a.txt', 'dirty\n');
      repo.git('stash');
    },
  ],
  [
    'rebases',
    (repo) => {
      repo.git('checkout', '-q', '-b', 'topic', 'HEAD~1');
      repo.commit({ files: { topic: '1\n' } });
      repo.git('rebase', '-q', 'main');
    },
  ],
  [
    'deletes and makes branches',
    (repo) => {
      repo.git('branch', 'new');
      repo.git('branch', '-D', 'old');
    },
  ],
  [
    'adds and looks',
    (repo) => {
      repo.write('n', 'n');
      repo.git('add', 'n');
      repo.git('status');
    },
  ],
  ['packs refs', (repo) => void repo.git('pack-refs', '--all')],
];

it.each(USERS)('a user at level private who %s meanwhile is told nothing', async (_what, act) => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  repo.commit({ files: { 'b.txt': 'two\n' } });
  repo.git('branch', 'old');
  const { handed } = await during(repo, { user: () => act(repo) });
  expect(handed.notices).toEqual([]);
  expect(handed.changes).toEqual({ kind: 'branch' });
});

it('a stash whose reset falls into a later second is not a reset of its own, and a second reset is', () => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const workspace = { gitDir: join(repo.path, '.git'), root: repo.path };
  const before = readTraces(workspace, 0);
  repo.write('a.txt', 'dirty\n');
  repo.git('stash');
  const log = join(workspace.gitDir, 'logs/HEAD');
  const later = readFileSync(log, 'utf8').replace(
    /> (\d+)( [+-]\d+\treset: moving to HEAD\n)$/,
    (_whole, at: string, rest: string) => `> ${Number(at) + 2}${rest}`,
  );
  writeFileSync(log, later);
  const rules = { email: 'run@example.com', isOurs: () => false };
  expect(compareTraces(workspace, before, rules)).toEqual([]);
  repo.git('reset', '-q', '--hard');
  expect(compareTraces(workspace, before, rules)).toEqual([
    expect.stringContaining('was changed during the run, by it or by another program'),
  ]);
});

it.each(USERS)('a user at level worktree who %s meanwhile fails no run', async (_what, act) => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  repo.commit({ files: { 'b.txt': 'two\n' } });
  repo.git('branch', 'old');
  const { handed } = await during(repo, { user: () => act(repo) }, WORKTREE);
  expect(handed.changes).toEqual({ kind: 'branch' });
});

it('a worktree run fails for a worktree that is gone, and not for those of other runs', async () => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const side = join(temporaryFolder(), 'side');
  repo.git('worktree', 'add', '-q', side);
  await expect(
    during(repo, { agent: `git worktree remove --force '${side}'` }, WORKTREE),
  ).rejects.toMatchObject({
    reason: 'repository-changed',
    message: "the repository's own settings changed during the run: .git/worktrees/side (removed)",
    hint: expect.stringMatching(
      /^The run, a user or another process may have changed them: look at them before /,
    ),
  });
  expect(existsSync(side)).toBe(false);
  const stateDir = temporaryFolder('rm-state-');
  const other = await worktreeRequest(repo.path, { ...WORKTREE, stateDir });
  const options = { ...WORKTREE, stateDir };
  const request = await worktreeRequest(repo.path, options);
  const opened = await openRunRepository(request);
  await prepareWorktree(request, opened);
  await openRunRepository(other);
  agentDoes(request, 'echo x > x');
  expect((await handBack(request, opened)).changes).toEqual({ kind: 'branch' });
});

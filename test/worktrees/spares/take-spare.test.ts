import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import type { WorktreeRequest } from '../../../src/sandbox/run-worktree.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';
import { snapshotRepository } from '../../kit/repository-snapshot.ts';
import { anotherRun, makeSpares, prepared, withoutSpare, worktreeFacts } from '../../kit/spares.ts';
import { worktreeRequest, type RequestOptions } from '../../kit/worktree-run.ts';

/** One of each sort of entry, in folders and at the top. */
function manySorts(): GitRepo {
  const repo = gitRepo({
    'a.txt': 'one\n',
    'crlf.txt': 'one\ntwo\n',
    '.gitattributes': 'crlf.txt text eol=crlf\n*.id ident\nbig.bin filter=lfs\n',
    'x.id': '$Id$\n',
    'big.bin': 'version https://git-lfs.github.com/spec/v1\n',
    'src/deep/er/code.ts': 'export {};\n',
    'src/other.ts': 'export {};\n',
    'gone/soon.txt': 'bye\n',
    'turns/into': 'a file\n',
    swaps: 'a file that becomes a folder\n',
    'ünï/cødé 名.txt': 'name\n',
    '.gitignore': 'built/\n',
  });
  repo.write('run.sh', '#!/bin/sh\n', 0o755);
  symlinkSync('a.txt', join(repo.path, 'link'));
  symlinkSync('/etc/hosts', join(repo.path, 'src', 'away'));
  writeFileSync(Buffer.concat([Buffer.from(`${repo.path}/`), Buffer.from([0x66, 0xff])]), 'raw\n');
  repo.commit({ message: 'more' });
  repo.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  repo.git('commit', '--quiet', '-m', 'a submodule');
  return repo;
}

/** Something of each sort of change. */
function moveOn(repo: GitRepo): void {
  for (const path of ['turns', 'swaps', 'link']) rmSync(join(repo.path, path), { recursive: true });
  symlinkSync('src', join(repo.path, 'link'));
  chmodSync(join(repo.path, 'run.sh'), 0o644);
  chmodSync(join(repo.path, 'a.txt'), 0o755);
  repo.write('turns', 'was a folder\n');
  repo.write('swaps/file', 'was a file\n');
  repo.git('add', '--all');
  repo.git('update-index', '--add', '--cacheinfo', `160000,${'2'.repeat(40)},module`);
  repo.git('rm', '-q', '-r', 'gone');
  repo.write('src/other.ts', 'export const x = 1;\n');
  repo.git('add', 'src');
  repo.git('commit', '--quiet', '-m', 'moved on');
}

interface World {
  readonly repo: GitRepo;
  readonly request: WorktreeRequest;
  /** The folder of the one spare. */
  readonly spare: string;
}

async function world(
  repo: GitRepo,
  { settles = false, ...options }: RequestOptions & { readonly settles?: boolean } = {},
): Promise<World> {
  const request = await worktreeRequest(repo.path, options);
  const made = await makeSpares(request, settles ? { clock: systemClock } : {});
  expect(made).toEqual({ ready: 1, made: 1, why: null });
  const spares = join(request.spec.workspace.stateDir, 'spares');
  const [id = ''] = readdirSync(spares);
  return { repo, request, spare: join(spares, id) };
}

/** Prepares the run with what is there and without, and gives both. */
async function both(request: WorktreeRequest): Promise<{
  readonly taken: boolean;
  readonly fresh: ReturnType<typeof worktreeFacts>;
  readonly ours: ReturnType<typeof worktreeFacts>;
}> {
  const taken = await prepared(request);
  const other = withoutSpare(request, temporaryFolder('rm-state-'));
  expect(await prepared(other)).toBe(false);
  return {
    taken,
    ours: worktreeFacts(request.paths.worktree),
    fresh: worktreeFacts(other.paths.worktree),
  };
}

describe('a run that takes a spare', () => {
  it.each([
    ['of the same commit', () => undefined],
    ['of an earlier commit', moveOn],
  ])('has a worktree no other than a fresh one, %s', async (_which, change) => {
    const { repo, request, spare } = await world(manySorts());
    const kept = statSync(join(spare, 'tree', 'src/deep/er/code.ts')).ino;
    change(repo);
    const { taken, ours, fresh } = await both(request);
    expect(taken).toBe(true);
    expect(ours).toEqual(fresh);
    expect(fresh.git['status']).toBe(`## ${String(fresh.git['head']).slice(11)}`);
    expect(statSync(join(request.paths.worktree, 'src/deep/er/code.ts')).ino).toBe(kept);
    expect(readFileSync(request.paths.trustedIndex)).toEqual(
      readFileSync(join(request.paths.worktree, '.git/index')),
    );
    expect(existsSync(spare) || existsSync(request.paths.spare)).toBe(false);
  });

  it.each([{ history: 'copy' as const }, { history: 3 }])(
    'has the history that its routine says: %o',
    async (workspace) => {
      const { request } = await world(manySorts(), { workspace });
      const { taken, ours, fresh } = await both(request);
      expect([taken, ours.git]).toEqual([true, fresh.git]);
      expect(existsSync(join(request.paths.worktree, '.git/objects/info/alternates'))).toBe(false);
    },
  );

  it('needs no commit of it in the repository any more, and leaves nothing there', async () => {
    const repo = manySorts();
    const first = repo.git('rev-parse', 'HEAD');
    const { request } = await world(repo);
    moveOn(repo);
    repo.git('checkout', '-q', '--orphan', 'anew');
    repo.commit({ message: 'all of it, with another past' });
    repo.git('branch', '-M', 'anew', 'main');
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '--quiet', '--prune=now');
    expect(() => repo.git('cat-file', '-e', `${first}^{tree}`)).toThrow('Command failed');
    const before = snapshotRepository(repo.path);
    const { taken, ours, fresh } = await both(request);
    expect([taken, ours]).toEqual([true, fresh]);
    expect(snapshotRepository(repo.path, ['refs/roundsman/base/'])).toEqual(before);
  });

  it('takes one of two, and the next run the other', async () => {
    const { request } = await world(manySorts());
    const [second, third] = [anotherRun(request), anotherRun(request)];
    expect(await makeSpares(request, { count: 2 })).toMatchObject({ made: 1 });
    const taken = await Promise.all([prepared(request), prepared(second)]);
    expect([...taken, await prepared(third)]).toEqual([true, true, false]);
  });
});

/** What may have become of a spare, and whether it is still one. */
const CHANGED: readonly (readonly [string, boolean, (tree: string) => void])[] = [
  ['a file more', false, (tree) => writeFileSync(join(tree, 'src/planted.ts'), 'x')],
  ['an ignored file more', false, (tree) => writeFileSync(join(tree, 'src/built'), 'x')],
  ['an empty folder more', false, (tree) => mkdirSync(join(tree, 'src/empty'))],
  ['a repository at its top', false, (tree) => openRepo(tree).git('init', '-q', '.')],
  ['a repository inside', false, (tree) => openRepo(join(tree, 'src')).git('init', '-q', '.')],
  ['a file less', false, (tree) => rmSync(join(tree, 'src/other.ts'))],
  ['a link in the place of a folder', false, replaceByLink],
  ['a folder open to others', false, (tree) => chmodSync(join(tree, 'src'), 0o777)],
  ['another file of the same size and time', true, overwrite],
  ['a file open to others', true, (tree) => chmodSync(join(tree, 'a.txt'), 0o666)],
  ['a byte less in its index', false, (tree) => shorten(join(tree, '../index'))],
  ['a flag in its index', false, hideInIndex],
  ['no record', false, (tree) => rmSync(join(tree, '../spare.json'))],
  ['a record of another boot', false, (tree) => rewriteRecord(tree, { bootId: 'other' })],
  ['a record of another umask', false, (tree) => rewriteRecord(tree, { umask: 0 })],
  ['a record of other objects', false, (tree) => rewriteRecord(tree, { objectFormat: 'sha256' })],
];

function replaceByLink(tree: string): void {
  rmSync(join(tree, 'src'), { recursive: true });
  symlinkSync('/etc', join(tree, 'src'));
}

function overwrite(tree: string): void {
  const path = join(tree, 'src/other.ts');
  const { atime, mtime } = statSync(path);
  writeFileSync(path, 'export !!;\n');
  utimesSync(path, atime, mtime);
}

function shorten(path: string): void {
  writeFileSync(path, readFileSync(path).subarray(0, -1));
}

/** git would take the file for what the index says, without a look at it. */
function hideInIndex(tree: string): void {
  const index = join(tree, '../index');
  const git = ['--git-dir', gitRepo().path.concat('/.git'), '--work-tree', tree];
  execFileSync('git', [...git, 'update-index', '--assume-unchanged', 'a.txt'], {
    env: { ...process.env, GIT_INDEX_FILE: index },
  });
  writeFileSync(join(tree, 'a.txt'), 'not one\n');
}

function rewriteRecord(tree: string, change: Readonly<Record<string, unknown>>): void {
  const path = join(tree, '../spare.json');
  const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify(Object.assign({}, record, change)));
}

describe('a spare that was touched', () => {
  it.each(CHANGED)('by %s leaves no trace in a run', async (_what, stays, change) => {
    // Of what git alone notices.
    const { request, spare } = await world(manySorts(), { settles: stays });
    change(join(spare, 'tree'));
    const { taken, ours, fresh } = await both(request);
    expect(taken).toBe(stays);
    expect(ours).toEqual(fresh);
    expect(existsSync(spare) || existsSync(request.paths.spare)).toBe(false);
  });
});

describe('a spare is not taken', () => {
  it.each(['.gitattributes', 'src/deep/.gitattributes'])(
    'where %s differs, which says how files are written',
    async (path) => {
      const { repo, request } = await world(manySorts());
      repo.commit({ files: { [path]: '*.txt text eol=lf\n*.ts text eol=crlf\n' } });
      const { taken, ours, fresh } = await both(request);
      expect([taken, ours]).toEqual([false, fresh]);
    },
  );

  it('for a linked worktree, which follows the settings of the user', async () => {
    const { repo, request, spare } = await world(manySorts(), {
      workspace: { isolation: 'worktree' },
    });
    repo.git('config', 'core.autocrlf', 'true');
    expect(await prepared(request)).toBe(false);
    expect(existsSync(spare)).toBe(true);
  });
});

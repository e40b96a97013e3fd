import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { handBack } from '../../src/worktrees/hand-back.ts';
import { openRunRepository } from '../../src/worktrees/open-run-repository.ts';
import { prepareWorktree } from '../../src/worktrees/prepare-worktree.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { snapshotRepository } from '../kit/repository-snapshot.ts';
import { agentDoes, runAgent, worktreeRequest } from '../kit/worktree-run.ts';

const HOOKS = [
  'applypatch-msg',
  'pre-applypatch',
  'post-applypatch',
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'pre-rebase',
  'post-checkout',
  'post-merge',
  'pre-push',
  'pre-receive',
  'update',
  'proc-receive',
  'post-receive',
  'post-update',
  'reference-transaction',
  'push-to-checkout',
  'pre-auto-gc',
  'post-rewrite',
  'sendemail-validate',
  'fsmonitor-watchman',
  'post-index-change',
];

/** Every setting that is known to start a program, and the hooks; each would leave a file in `traps`. */
function plant(traps: string, gitDir: string): string {
  const trap = (name: string): string => `touch '${join(traps, name)}'; cat`;
  const keys: Record<string, string> = {
    'core.fsmonitor': trap('fsmonitor'),
    'core.sshCommand': trap('ssh'),
    'core.pager': trap('pager'),
    'core.editor': trap('editor'),
    'core.askPass': trap('askpass'),
    'core.gitProxy': trap('proxy'),
    'core.alternateRefsCommand': trap('alternate-refs'),
    'diff.external': trap('diff-external'),
    'diff.evil.textconv': trap('textconv'),
    'diff.evil.command': trap('diff-command'),
    'filter.evil.clean': trap('clean'),
    'filter.evil.smudge': trap('smudge'),
    'filter.evil.process': trap('process'),
    'merge.evil.driver': trap('merge-driver'),
    'uploadpack.packObjectsHook': trap('pack-objects'),
    'alias.upload-pack': `!${trap('alias')}`,
    'alias.status': `!${trap('alias-status')}`,
    'gpg.program': trap('gpg'),
    'credential.helper': `!${trap('credential')}`,
    'sequence.editor': trap('sequence'),
    'remote.origin.uploadpack': trap('remote-uploadpack'),
    'remote.origin.promisor': 'true',
    'extensions.partialClone': 'origin',
    'protocol.ext.allow': 'always',
    'remote.origin.url': `ext::sh -c ${trap('ext')}`,
    'interactive.diffFilter': trap('interactive'),
    'trailer.x.command': trap('trailer'),
    'commit.gpgsign': 'true',
    'fetch.fsckObjects': 'false',
  };
  const lines = Object.entries(keys).map(
    ([key, value]) => `git config --file '${gitDir}/config' '${key}' "${value}"`,
  );
  const hooks = HOOKS.map(
    (name) =>
      `printf '#!/bin/sh\\n%s\\n' "${trap(`hook-${name}`)}" > '${gitDir}/hooks/${name}'; chmod +x '${gitDir}/hooks/${name}'`,
  );
  return [
    `mkdir -p '${gitDir}/hooks' '${gitDir}/info'`,
    ...hooks,
    `git config --file '${traps}.inc' core.fsmonitor "${trap('included')}"`,
    ...lines,
    `git config --file '${gitDir}/config' core.hooksPath '${gitDir}/hooks'`,
    `git config --file '${gitDir}/config' include.path '${traps}.inc'`,
    `printf '* filter=evil diff=evil merge=evil\\n' > '${gitDir}/info/attributes'`,
  ].join('\n');
}

it('starts nothing that the agent planted in settings, hooks, attributes or nested repositories', async () => {
  const repo = gitRepo({ 'a.txt': 'one\n', 'sub/b.txt': 'two\n' });
  const before = snapshotRepository(repo.path);
  const traps = temporaryFolder('rm-traps-');
  const request = await worktreeRequest(repo.path);
  const { handed } = await runAgent(
    request,
    `echo more >> a.txt; git commit -qam committed
     printf '*.txt filter=evil diff=evil\\n' > .gitattributes
     echo left > left.txt
     git init -q nested; (cd nested; echo x > x; git add x; git commit -qm x); ${plant(traps, 'nested/.git')}
     git init -q sub/deep; ${plant(traps, 'sub/deep/.git')}
     git init -q --bare bare.git; ${plant(traps, 'bare.git')}
     mkdir pointed; echo "gitdir: ../nested/.git" > pointed/.git; echo x > pointed/file
     ${plant(traps, '.git')}`,
  );
  expect(readdirSync(traps)).toEqual([]);
  expect(handed.changes).toEqual({ kind: 'branch' });
  const files = repo.git('ls-tree', '-r', '--name-only', handed.branch ?? '').split('\n');
  expect(files).toContain('left.txt');
  expect(files.filter((path) => path.startsWith('nested'))).toEqual([]);
  expect(handed.notices).toContain(
    `\`nested/\` was not committed: it is a repository of its own; it is kept in ${request.paths.worktree}`,
  );
  expect(snapshotRepository(repo.path, ['refs/heads/roundsman/'])).toEqual(before);
  expect(readdirSync(traps)).toEqual([]);
});

const SECRET = 'not for the agent\n';

it.each([
  ['removes .git', 'rm -rf .git', 'its .git is gone'],
  [
    'has a HEAD without a commit',
    'git checkout -q --orphan none; git rm -rq --cached . ',
    'its HEAD is not a commit',
  ],
  [
    'makes .git a file that points elsewhere',
    'rm -rf .git; echo "gitdir: $EVIL/.git" > .git',
    'its .git is not a folder any more',
  ],
  [
    'makes .git a link',
    'rm -rf .git; ln -s "$EVIL/.git" .git',
    'its .git is not a folder any more',
  ],
  [
    'borrows from another repository',
    'echo "$EVIL/.git/objects" >> .git/objects/info/alternates',
    'its objects/info/alternates was changed',
  ],
  [
    'links its objects elsewhere',
    'mv .git/objects .git/o; ln -s o .git/objects',
    '.git/objects is neither file nor folder',
  ],
  [
    'has a common folder elsewhere',
    'echo "$EVIL/.git" > .git/commondir',
    'its .git has a file commondir',
  ],
  ['breaks HEAD', 'echo nonsense > .git/HEAD', 'its HEAD is not a commit'],
  [
    'puts a pipe among its refs',
    'mkfifo .git/refs/heads/pipe',
    '.git/refs/heads/pipe is neither file nor folder',
  ],
])('keeps the files of an agent that %s', async (_what, harm, reason) => {
  const evil = gitRepo({ 'secret.txt': SECRET });
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const before = snapshotRepository(repo.path);
  const request = await worktreeRequest(repo.path);
  const { handed } = await runAgent(
    request,
    `EVIL='${evil.path}'; echo kept > kept.txt; echo c > c.txt; git add c.txt; git commit -qm c; ${harm}`,
  );
  expect(handed.changes).toEqual({ kind: 'branch' });
  expect(repo.git('show', `${handed.branch}:kept.txt`)).toBe('kept');
  expect(repo.git('show', `${handed.branch}:c.txt`)).toBe('c');
  expect(repo.git('rev-parse', `${handed.branch}^`)).toBe(repo.git('rev-parse', 'main'));
  const notice = handed.notices.find((text) =>
    text.startsWith('commits of the agent were not taken'),
  );
  expect(notice).toBe(
    `commits of the agent were not taken, only its files: ${reason}; its folder is kept: ${request.paths.worktree}`,
  );
  expect(snapshotRepository(repo.path, ['refs/heads/roundsman/'])).toEqual(before);
});

it('takes an odd tree as it is: pipes, links for folders, names with newlines, a repository in place of a file', async () => {
  const repo = gitRepo({
    'a.txt': 'a\n',
    'dir/b.txt': 'b\n',
    'pipe.txt': 'p\n',
    'repo.txt': 'r\n',
    '-dash': 'd\n',
  });
  const { handed } = await runAgent(
    await worktreeRequest(repo.path),
    `mv dir moved; ln -s moved dir; rm pipe.txt; mkfifo pipe.txt; rm repo.txt; git init -q repo.txt
     (cd repo.txt; echo x > x; git add x; git commit -qm x)
     echo n > "$(printf 'new\\nline')"; echo more >> ./-dash; ln -s /etc/passwd leaves`,
  );
  expect(handed.changes).toEqual({ kind: 'branch' });
  expect(
    repo.git('ls-tree', '-rz', '--format=%(objectmode) %(path)', handed.branch ?? '').split('\0'),
  ).toEqual([
    '100644 -dash',
    '100644 a.txt',
    '120000 dir',
    '120000 leaves',
    '100644 moved/b.txt',
    '100644 "new\\nline"',
    '100644 pipe.txt',
    '',
  ]);
  expect(
    handed.notices.some((text) =>
      text.startsWith('`pipe.txt` was not committed: it is neither file nor link'),
    ),
  ).toBe(true);
  expect(handed.notices).toContain(
    'look before you check it out: 1 symbolic link out of the tree: `leaves`',
  );
  expect(handed.notices).toContain(
    'look before you check it out: 1 file name with invisible characters: `new\\u000aline`',
  );
});

it('names commits outside the branch of the agent and keeps its folder', async () => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const request = await worktreeRequest(repo.path);
  const { handed } = await runAgent(
    request,
    `git checkout -qb other; echo o > o; git add o; git commit -qm o
     git checkout -q -; echo s >> a.txt; git stash -q; echo mine >> a.txt; git checkout -q --detach; git commit -qam mine`,
  );
  expect(repo.git('show', `${handed.branch}:a.txt`)).toBe('one\nmine');
  expect(handed.notices).toEqual([
    `the agent left commits outside its branch, under \`refs/heads/other\`, \`refs/stash\`; they were not handed back and are kept in ${request.paths.worktree}`,
  ]);
});

it('ends in the known state when the whole folder is gone', async () => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const before = snapshotRepository(repo.path);
  const request = await worktreeRequest(repo.path);
  const opened = await openRunRepository(request);
  await prepareWorktree(request, opened);
  agentDoes(request, 'rm -rf "$PWD"');
  const handed = await handBack(request, opened);
  expect(handed.changes).toEqual({ kind: 'none' });
  expect(handed.notices).toEqual([
    `the worktree ${request.paths.worktree} is gone: nothing of it could be handed back`,
  ]);
  expect(existsSync(request.paths.worktree)).toBe(false);
  expect(snapshotRepository(repo.path)).toEqual(before);
});

/** Work that is too much, too odd or malformed: handled, or refused in one sentence with everything kept. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { folderBytes } from '../../../src/platform/disk.ts';
import type { Routine } from '../../../src/words/routine.ts';
import { releaseRunRepository } from '../../../src/worktrees/release-run-repository.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { snapshotRepository } from '../../kit/repository-snapshot.ts';
import { runAgent, worktreeRequest } from '../../kit/worktree-run.ts';

const LEVELS = ['private', 'sandbox'] as const;

async function handedBack(
  level: (typeof LEVELS)[number],
  script: string,
  branch: Partial<Routine['outputs']['branch']> = {},
) {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const before = snapshotRepository(repo.path);
  const request = await worktreeRequest(repo.path, { workspace: { isolation: level }, branch });
  const { handed } = await runAgent(request, script);
  const ours = ['refs/roundsman/base/', 'refs/heads/roundsman/'];
  expect(snapshotRepository(repo.path, ours)).toEqual(before);
  return { repo, request, handed };
}

/** The command at the end of a notice, as a person would copy it. */
function commandIn(notices: readonly string[], start: string): string {
  const notice = notices.find((text) => text.startsWith(start)) ?? '';
  return notice.slice(notice.indexOf(': git ') + 2);
}

const LOOK = 'the work is kept aside; look at it with';
const TAKE = 'to take it all the same';

describe.each(LEVELS)('level %s', (level) => {
  it('refuses 300 MB before any of it is fetched', async () => {
    const { request, handed } = await handedBack(
      level,
      'head -c 300000000 /dev/zero > big; git add big; git commit -qm big',
    );
    expect(handed.changes).toEqual({
      kind: 'refused',
      reason: '300,000,000 bytes of new content, outputs.branch.max-bytes is 1000000',
    });
    expect(await folderBytes(request.paths.bridge, 1_000)).toBeLessThan(200_000);
    await releaseRunRepository(request, { result: 'failure' });
    expect(existsSync(request.paths.worktree)).toBe(true);
  });

  it.each([
    ['too much to be fetched', 'head -c 40000000 /dev/zero > big', '40,000,000'],
    ['more than a branch may have', 'head -c 2000000 /dev/urandom > big', '2,000,000'],
  ])('takes %s all the same by the printed command', async (_what, make, bytes) => {
    const { repo, handed } = await handedBack(level, `${make}; git add big; git commit -qm big`);
    expect(handed.changes).toEqual({
      kind: 'refused',
      reason: `${bytes} bytes of new content, outputs.branch.max-bytes is 1000000`,
    });
    execFileSync('sh', ['-c', commandIn(handed.notices, TAKE)], { stdio: 'pipe' });
    const branch = repo.git('branch', '--list', '--format=%(refname:short)', 'roundsman/*');
    expect(repo.git('cat-file', '-s', `${branch}:big`)).toBe(bytes.replaceAll(',', ''));
    repo.git('fsck', '--connectivity-only', branch);
  });

  it.each([
    ['committed', 'git add .; git commit -qm many', '2,000 files changed'],
    ['left', 'true', '2,000 uncommitted files'],
  ])('refuses 2,000 files that were %s, and shows them', async (_how, end, what) => {
    const { request, handed } = await handedBack(
      level,
      `mkdir d; cd d; seq 1 2000 | xargs -n 1000 touch; cd ..; ${end}`,
    );
    expect(handed.changes).toEqual({
      kind: 'refused',
      reason: `${what}, outputs.branch.max-files is 50`,
    });
    expect(handed.diffstat).toEqual({ files: 2_000, insertions: 0, deletions: 0 });
    const look = commandIn(handed.notices, LOOK);
    const shown = execFileSync('sh', ['-c', `${look} --format= --name-only | wc -l`]);
    expect(shown.toString().trim()).toBe('2000');
    expect(existsSync(request.paths.bridge)).toBe(true);
  });

  it('takes a path of 4,000 bytes', async () => {
    const { repo, handed } = await handedBack(
      level,
      `d=$(printf 'd%.0s' $(seq 1 249)); (i=0; while [ $i -lt 16 ]; do mkdir $d; cd $d; i=$((i+1)); done; echo x > file)
       git add -A; git commit -qm deep`,
    );
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(handed.notices.filter((text) => !text.endsWith('its path is too long'))).toEqual([]);
    expect(repo.git('ls-tree', '-rz', '--name-only', handed.branch ?? '').length).toBe(4_011);
  });

  it('takes odd names as they are', async () => {
    const names = ['n'.repeat(255), 'new\nline', 'q"uo`te', 'b\u202eidi', '-rf', '__proto__'];
    const { repo, handed } = await handedBack(
      level,
      names.map((name) => `echo x > './${name}'`).join('\n'),
    );
    expect(handed.changes).toEqual({ kind: 'branch' });
    const listed = repo.git('ls-tree', '-z', '--name-only', handed.branch ?? '').split('\0');
    expect(listed.filter((name) => name !== '').toSorted()).toEqual(['a.txt', ...names].toSorted());
    expect(handed.notices).toEqual([
      'look before you check it out: 2 file names with invisible characters: `b\\u202eidi`, `new\\u000aline`',
    ]);
  });

  it('leaves out what git lets nobody commit, and names that are not text, and says so', async () => {
    const { repo, handed } = await handedBack(
      level,
      `echo x > git~1; ln -s a.txt .gitmodules; mkdir .GIT; echo x > .GIT/config; echo x > "$(printf 'bad\\377')"; echo ok > ok`,
    );
    expect(repo.git('ls-tree', '-r', '--name-only', handed.branch ?? '')).toBe('a.txt\nok');
    const skipped = handed.notices.map((text) => text.slice(0, text.indexOf(';')));
    expect(skipped.toSorted()).toEqual([
      '`.GIT/config` was not committed: git refuses to commit such a name',
      '`.gitmodules` was not committed: git refuses to commit such a name',
      '`bad\uFFFD` was not committed: its name is not UTF-8',
      '`git~1` was not committed: git refuses to commit such a name',
    ]);
  });

  it('looks at 100,000 refs no longer than it has to', async () => {
    const { handed, request } = await handedBack(
      level,
      `echo c > c; git add c; git commit -qm c; o=$(git commit-tree -m other -p HEAD 'HEAD^{tree}')
       (echo '# pack-refs with: peeled fully-peeled sorted '; seq -f "$o refs/heads/many/%.0f" 100000 199999) > .git/packed-refs`,
    );
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(handed.notices).toEqual([
      expect.stringMatching(
        /^the agent left commits outside its branch, under `refs\/heads\/many\/100000`, .*`refs\/heads\/many\/100009`, …; they were not handed back and are kept in /,
      ),
    ]);
    expect(existsSync(request.paths.worktree)).toBe(true);
  });

  it.each([
    ['a folder .git in a tree', '100644 .git BLOB', "hasDotgit: contains '.git'"],
    [
      'a name twice',
      '100644 x BLOB 100755 x BLOB',
      'duplicateEntries: contains duplicate file entries',
    ],
    [
      'an object that cannot be',
      `160000 x ${'0'.repeat(40)}`,
      'nullSha1: contains entries pointing to null sha1',
    ],
    ['a mode that is none', '100645 x BLOB', 'badFilemode: contains bad file modes'],
    [
      'a link for .gitmodules',
      '120000 .gitmodules BLOB',
      'gitmodulesSymlink: .gitmodules is a symbolic link',
    ],
  ])('refuses what git takes from nobody: %s', async (_what, entries, says) => {
    const { request, handed } = await handedBack(level, `echo kept > kept\n${malformed(entries)}`);
    expect(handed.changes).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/^git refuses its commits: object [0-9a-f]{12}: /),
    });
    expect(handed.changes).toMatchObject({ reason: expect.stringContaining(says) });
    expect(handed.notices).toEqual([
      `the work is kept aside, as files in ${request.paths.worktree}`,
    ]);
    expect(existsSync(`${request.paths.worktree}/kept`)).toBe(true);
  });

  it('survives a commit that unpacks to more than memory', async () => {
    const { request, handed } = await handedBack(level, `echo kept > kept\n${bomb()}`);
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(handed.notices).toEqual([
      `commits of the agent were not taken, only its files: its objects cannot be read; its folder is kept: ${request.paths.worktree}`,
    ]);
  });
});

it('takes a history of 20,000 commits', async () => {
  const { repo, handed } = await handedBack(
    'private',
    `${node(`
      const [, branch, head] = process.argv;
      console.log('reset ' + branch + '\\nfrom ' + head);
      for (let i = 0; i < 20000; i += 1)
        console.log('commit ' + branch + '\\ncommitter R <r@example.com> ' + (1700000000 + i) + ' +0000\\ndata 1\\nc\\nM 100644 inline f\\ndata 1\\n' + (i % 7) + '\\n');
    `)} "$(git symbolic-ref HEAD)" "$(git rev-parse HEAD)" | git fast-import --quiet; git reset -q --hard`,
  );
  expect(handed.changes).toEqual({ kind: 'branch' });
  expect(repo.git('rev-list', '--count', handed.branch ?? '')).toBe('20001');
});

/** A program for `node -e`, as words of a shell. */
function node(program: string): string {
  return `'${process.execPath}' -e '${program.replaceAll("'", String.raw`'\''`)}' --`;
}

/** Makes HEAD a commit of a tree with these entries: mode, name and id (`BLOB`: that of a.txt). */
function malformed(entries: string): string {
  const tree = node(`
    const [, ...words] = process.argv;
    for (let at = 0; at < words.length; at += 3)
      process.stdout.write(Buffer.concat([Buffer.from(words[at] + ' ' + words[at + 1] + '\\0'), Buffer.from(words[at + 2], 'hex')]));
  `);
  const words = entries.replaceAll('BLOB', '$(git rev-parse HEAD:a.txt)');
  return `t=$(${tree} ${words} | git hash-object -t tree -w --literally --stdin)
    git update-ref HEAD $(git commit-tree -m c -p HEAD $t)`;
}

/** Makes HEAD a loose commit of 3.3 GB, which takes a few MB. */
function bomb(): string {
  const make = node(`
    const { createDeflate } = require('node:zlib');
    const { createHash } = require('node:crypto');
    const { createWriteStream, mkdirSync, renameSync } = require('node:fs');
    const { Readable } = require('node:stream');
    const [, tree, parent] = process.argv;
    const head = 'tree ' + tree + '\\nparent ' + parent + '\\nauthor a <a@b> 1 +0000\\ncommitter a <a@b> 1 +0000\\n\\n';
    const piece = Buffer.alloc(10_000_000, 'x');
    const header = 'commit ' + (head.length + 330 * piece.length) + '\\0';
    const hash = createHash('sha1');
    function* parts() { yield Buffer.from(header + head); for (let i = 0; i < 330; i += 1) yield piece; }
    function* hashed() { for (const part of parts()) { hash.update(part); yield part; } }
    const out = createWriteStream('.git/bomb');
    Readable.from(hashed(), { objectMode: false }).pipe(createDeflate({ level: 1 })).pipe(out);
    out.on('finish', () => {
      const id = hash.digest('hex');
      mkdirSync('.git/objects/' + id.slice(0, 2), { recursive: true });
      renameSync('.git/bomb', '.git/objects/' + id.slice(0, 2) + '/' + id.slice(2));
      console.log(id);
    });
  `);
  return `c=$(${make} $(git rev-parse 'HEAD^{tree}' HEAD)); echo $c > .git/$(git symbolic-ref HEAD)`;
}

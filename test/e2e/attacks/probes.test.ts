/** What a run at level sandbox really sees and can do. Needs bubblewrap. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { filterFile } from '../../../src/sandbox/syscalls/syscall-numbers.ts';
import { gitRepo, openRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { insideRun } from '../../kit/in-sandbox.ts';
import { routineNamed } from '../../kit/routine.ts';

const FILES = { 'src/a.txt': 'one\n', 'docs/b.txt': 'two\n' };
const { permissions: usual } = routineNamed('tidy');
const permissions = { ...usual, network: { allow: [], setup: [] } };

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

describe('in the sandbox', () => {
  it('the home folder is empty, writable and forgotten', async () => {
    const home = temporaryFolder('rm-home-');
    put(join(home, '.ssh/id_rsa'), 'private key');
    const inside = await insideRun(gitRepo(FILES).path, { env: { HOME: home } });
    const { text } = await inside.run(
      'ls -A ~; echo $HOME; echo x > ~/kept && cat ~/kept; cat ~/.ssh/id_rsa',
    );
    expect(text).toContain(`${home}\nx\n`);
    expect(text).toContain('No such file');
    expect(existsSync(join(home, 'kept'))).toBe(false);
  });

  it('the checkout, other repositories, other runs and the state folder are not there', async () => {
    const repo = gitRepo(FILES);
    const other = gitRepo(FILES);
    const inside = await insideRun(repo.path);
    const { stateDir } = inside.request.spec.workspace;
    put(join(stateDir, 'runs/another/spec.json'), '{}');
    for (const path of [
      join(repo.path, 'src/a.txt'),
      join(repo.path, '.git/config'),
      join(other.path, 'src/a.txt'),
      join(stateDir, 'runs/another/spec.json'),
      inside.request.paths.worktreeState,
      inside.request.paths.spec,
      '/etc/shadow',
      '/etc/ssh',
      '/home',
      '/root/.bashrc',
      '/sys',
      '/boot',
    ])
      expect(await inside.run(`test -e '${path}'`)).toEqual({ exitCode: 1, text: '' });
  });

  it('nobody is root, nobody has a capability, and processes outside cannot be seen', async () => {
    const inside = await insideRun(gitRepo(FILES).path);
    const { text } = await inside.run(
      'id -u; id -un; hostname; grep CapEff /proc/self/status; ls /proc | grep -c "^[0-9]"',
    );
    const [uid, name, host, caps, processes] = text.split('\n');
    expect(Number(uid)).toBeGreaterThan(0);
    expect([name, host]).toEqual(['roundsman', 'roundsman']);
    expect(caps).toBe('CapEff:\t0000000000000000');
    expect(Number(processes)).toBeLessThan(10);
  });

  it('there is no network, not even to this machine', async () => {
    const server = createServer((socket) => socket.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const inside = await insideRun(gitRepo(FILES).path);
    const dial = (host: string, at: number): string =>
      `'${process.execPath}' -e "require('net').connect(${at},'${host}').on('error',e=>console.log(e.code)).on('data',d=>console.log(String(d)))"`;
    expect((await inside.run(dial('127.0.0.1', port))).text).toBe('ECONNREFUSED');
    expect((await inside.run(dial('169.254.169.254', 80))).text).toBe('ENETUNREACH');
  });

  it('nothing can be written but the worktree, OUT, the temporary folders and home', async () => {
    const inside = await insideRun(gitRepo(FILES).path);
    for (const path of ['/usr/x', '/etc/x', '/x', '$ROUNDSMAN_BRIEF/x'])
      expect((await inside.run(`echo x > ${path}`)).exitCode).not.toBe(0);
    // Opened and not written: where it is open, it is the kernel's own.
    expect((await inside.run('exec 3>>/proc/sys/kernel/core_pattern')).exitCode).not.toBe(0);
    for (const path of ['new', '$ROUNDSMAN_OUT/x', '$TMPDIR/x', '/tmp/x', '/dev/shm/x', '~/x'])
      expect(await inside.run(`echo x > ${path}`)).toEqual({ exitCode: 0, text: '' });
    expect(readFileSync(join(inside.request.paths.worktree, 'new'), 'utf8')).toBe('x\n');
  });

  it('what the caller has in its environment stays outside, but what the routine names', async () => {
    const env = { SSH_AUTH_SOCK: '/tmp/agent', SECRET: 'no', GIVEN: 'yes' };
    const allowed = { ...permissions, env: ['GIVEN'] };
    const inside = await insideRun(gitRepo(FILES).path, { env, permissions: allowed });
    const { text } = await inside.run('env');
    expect(text).toContain('GIVEN=yes');
    expect(text).not.toMatch(/SECRET|SSH_AUTH_SOCK/);
  });

  it('everything ends with the program, whatever it started', async () => {
    const inside = await insideRun(gitRepo(FILES).path);
    await inside.run(
      'setsid sh -c "while :; do echo x >> beat; done" & while [ ! -s beat ]; do :; done',
    );
    const path = join(inside.request.paths.worktree, 'beat');
    const size = readFileSync(path).length;
    expect(size).toBeGreaterThan(0);
    await inside.run('true');
    expect(readFileSync(path).length).toBe(size);
  });

  it('an engine can make a sandbox of its own', async () => {
    const inside = await insideRun(gitRepo(FILES).path);
    const { text } = await inside.run(
      'bwrap --unshare-user --unshare-net --ro-bind / / --dev /dev --bind "$PWD" "$PWD" sh -c "echo in > nested && cat nested; echo x > /usr/x"',
    );
    expect(text).toMatch(/^in\n.*Read-only file system/);
    expect((await inside.run('echo $IS_SANDBOX')).text).toBe('1');
  });

  it('a sandbox within it can filter calls too, and has what it needs for it', async () => {
    const inside = await insideRun(gitRepo(FILES).path);
    const filter = filterFile();
    const { text } = await inside.run(
      `bwrap --unshare-user --unshare-net --ro-bind / / --dev /dev --seccomp 3 3<'${filter}' sh -c 'grep ^Seccomp /proc/self/status; mkdir /dev/shm/m && mount -t tmpfs none /dev/shm/m 2>&1; git --version'`,
    );
    expect(text).toMatch(/^Seccomp:\t2\nSeccomp_filters:\t2\n/);
    expect(text).toMatch(/git version \d/);
  });

  it('what agents work with works: node with its threads and files, git, a shell on a terminal of its own', async () => {
    const inside = await insideRun(gitRepo(FILES).path);
    const program = [
      `import { Worker } from 'node:worker_threads';`,
      `import { readFile } from 'node:fs/promises';`,
      `import { createServer, connect } from 'node:net';`,
      `import { networkInterfaces } from 'node:os';`,
      `import { lookup } from 'node:dns/promises';`,
      `const worker = new Worker('require("node:worker_threads").parentPort.postMessage("thread")', { eval: true });`,
      `const said = await new Promise((resolve) => worker.once('message', resolve));`,
      `const text = await readFile('src/a.txt', 'utf8');`,
      `const server = createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1');`,
      `await new Promise((resolve) => server.once('listening', resolve));`,
      `const answer = await new Promise((resolve) => connect(server.address().port, '127.0.0.1').on('data', (data) => resolve(String(data))));`,
      `server.close();`,
      `const { address } = await lookup('localhost', { family: 4 });`,
      `console.log(said, text.trim(), answer, Object.keys(networkInterfaces()).join(), address);`,
    ].join('\n');
    const { text } = await inside.run(
      `cat > try.mjs <<'EOF'\n${program}\nEOF\nUV_USE_IO_URING=1 '${process.execPath}' try.mjs`,
    );
    expect(text).toBe('thread one answer lo 127.0.0.1');
    expect(
      await inside.run('echo x > x; git add x; git commit -qm c && git status --short'),
    ).toMatchObject({ exitCode: 0 });
    expect(
      (await inside.run(`script -qec 'stty size >/dev/null && echo on a terminal' /dev/null`)).text,
    ).toContain('on a terminal');
  });
});

describe('the history in the sandbox', () => {
  it('is every object of the repository, which cannot be changed', async () => {
    const repo = gitRepo(FILES);
    repo.git('checkout', '-q', '-b', 'other');
    const secret = repo.commit({ files: { 'secret.txt': 'elsewhere\n' } });
    repo.git('checkout', '-q', 'main');
    const inside = await insideRun(repo.path);
    expect(inside.opened.history).toBe('borrow');
    expect((await inside.run(`git show ${secret}:secret.txt`)).text).toBe('elsewhere');
    const objects = join(repo.path, '.git/objects');
    expect((await inside.run(`rm -rf '${objects}'/*; ls '${objects}' | wc -l`)).exitCode).toBe(0);
    expect((await inside.run(`echo x > '${objects}/x'`)).exitCode).not.toBe(0);
    expect(repo.git('fsck')).toBe('');
  });

  it('is the ancestry of the base for a routine that strangers feed', async () => {
    const repo = gitRepo(FILES);
    repo.git('checkout', '-q', '-b', 'other');
    const secret = repo.commit({ files: { 'secret.txt': 'elsewhere\n' } });
    repo.git('checkout', '-q', 'main');
    const inside = await insideRun(repo.path, { workspace: { history: 'copy' } });
    expect((await inside.run(`git cat-file -e ${secret}`)).exitCode).not.toBe(0);
    expect((await inside.run('git log --format=%s')).text).toBe('first');
    expect((await inside.run(`test -e '${repo.path}/.git/objects'`)).exitCode).toBe(1);
    await inside.run('echo x > x; git add x; git commit -qm "by the agent"');
    expect((await inside.run('git log --format=%s | head -1')).text).toBe('by the agent');
  });
});

describe('permissions in the sandbox', () => {
  it('read: what is named can be read, at its own path, and no more', async () => {
    const home = temporaryFolder('rm-home-');
    put(join(home, 'notes/today'), 'plans');
    put(join(home, 'diary'), 'private');
    const inside = await insideRun(gitRepo(FILES).path, {
      env: { HOME: home },
      permissions: { ...permissions, read: ['~/notes', '/nowhere'] },
    });
    expect((await inside.run('cat ~/notes/today; cat ~/diary; echo x > ~/notes/x')).text).toMatch(
      /^plans.*diary: No such file.*notes\/x: Read-only/s,
    );
    expect(inside.notices).toContain(
      'permissions.read: `/nowhere` is not there, so the run could not read it',
    );
  });

  it('write: only the folders that are named can be changed, and commits can be made', async () => {
    const inside = await insideRun(gitRepo(FILES).path, {
      permissions: { ...permissions, write: ['src/**', 'made/here/*.txt'] },
    });
    expect((await inside.run('echo x > docs/b.txt')).text).toContain('Read-only file system');
    expect((await inside.run('echo x > new')).text).toContain('Read-only file system');
    expect(
      await inside.run(
        'echo x > src/a.txt; echo y > made/here/y.txt; git add -A; git commit -qm c',
      ),
    ).toEqual({ exitCode: 0, text: '' });
    expect(await inside.run('echo x > new', 'check')).toEqual({ exitCode: 0, text: '' });
  });

  it('write: a link in the base does not open what it leads to', async () => {
    const repo = gitRepo(FILES);
    const target = temporaryFolder();
    execFileSync('ln', ['-s', target, join(repo.path, 'linked')]);
    repo.commit();
    const inside = await insideRun(repo.path, {
      permissions: { ...permissions, write: ['linked/**', 'src/**'] },
    });
    expect(inside.notices).toContain(
      'permissions.write: `linked` leads through a link or a file, so the run could not write there',
    );
    expect((await inside.run('echo x > linked/x')).exitCode).not.toBe(0);
    expect(existsSync(join(target, 'x'))).toBe(false);
  });

  it('checks cannot change what the agent left for us', async () => {
    const inside = await insideRun(gitRepo(FILES).path);
    await inside.run('echo ours > $ROUNDSMAN_OUT/report.md');
    const { text } = await inside.run(
      'cat $ROUNDSMAN_OUT/report.md; echo x > $ROUNDSMAN_OUT/x',
      'check',
    );
    expect(text).toMatch(/^ours\n.*Read-only file system/);
  });

  it('package caches are the run’s own, and shared downloads can only be read', async () => {
    const stateDir = temporaryFolder('rm-state-');
    const inside = await insideRun(gitRepo(FILES).path, { permissions, stateDir });
    const save = 'mkdir -p $npm_config_cache && echo x > $npm_config_cache/one';
    expect((await inside.run(save, 'setup')).exitCode).toBe(0);
    expect((await inside.run('cat $npm_config_cache/one; mkdir -p $XDG_CACHE_HOME/x')).text).toBe(
      'x',
    );
    const another = await insideRun(gitRepo(FILES).path, { permissions, stateDir });
    expect((await another.run('cat $npm_config_cache/one')).text).toContain('No such file');
    for (const purpose of ['setup', 'agent', 'check'] as const)
      expect(
        (await another.run(`echo x > '${stateDir}/cache/downloads/x'`, purpose)).text,
      ).toContain('Read-only file system');
  });
});

describe('the checkout stays out of sight', () => {
  it('in a folder that is shown for its tools', async () => {
    const top = temporaryFolder();
    put(join(top, 'tool/release'), '');
    put(join(top, 'tool/bin/hi'), '#!/bin/sh\necho hi\n', 0o755);
    const path = join(top, 'tool/work');
    mkdirSync(path);
    const repo = openRepo(path);
    repo.git('init', '-q', '-b', 'main', '.');
    repo.commit({ files: FILES, message: 'first' });
    const env = { PATH: `${top}/tool/bin:${process.env['PATH'] ?? ''}` };
    const inside = await insideRun(path, { env });
    expect(
      (await inside.run(`hi; ls -A '${path}' '${path}/.git'; git log --format=%s`)).text,
    ).toMatch(/^hi\n.*\nfirst$/s);
    expect((await inside.run(`test -e '${path}/src'`)).exitCode).toBe(1);
  });

  it('when the state folder lies in it, and when it is the home folder', async () => {
    const repo = gitRepo(FILES);
    const stateDir = join(repo.path, '.state');
    const inside = await insideRun(repo.path, { stateDir, env: { HOME: repo.path } });
    expect((await inside.run('git log --format=%s; ls -A ~')).text).toBe('first\n.git\n.state');
    expect(
      (await inside.run('ls ~/.git ~/.state ~/.state/runs/* | grep -v worktree')).text,
    ).not.toContain('spec.json');
  });

  it('from a linked worktree, with its repository', async () => {
    const repo = gitRepo(FILES);
    const linked = join(temporaryFolder(), 'linked');
    repo.git('worktree', 'add', '-q', '-b', 'side', linked);
    const inside = await insideRun(linked);
    for (const path of [
      join(linked, 'src'),
      join(repo.path, 'src'),
      join(repo.path, '.git/config'),
    ])
      expect((await inside.run(`test -e '${path}'`)).exitCode).toBe(1);
    expect((await inside.run('git log --format=%s')).text).toBe('first');
  });
});

import { describe, expect, it } from 'vitest';

import { bubblewrap, insideIds } from '../../src/sandbox/bubblewrap.ts';
import type { SandboxRecord } from '../../src/sandbox/contract.ts';
import { filterFile } from '../../src/sandbox/syscalls/syscall-numbers.ts';

const RECORD: SandboxRecord = {
  kind: 'bubblewrap',
  program: '/usr/bin/bwrap',
  version: '0.8.0',
  uid: 1001,
  gid: 100,
};

describe('bubblewrap', () => {
  it('is told every namespace, every mount in order, and the command after two dashes', () => {
    const sandbox = bubblewrap(RECORD);
    expect(sandbox.name).toBe('bubblewrap 0.8.0');
    const { argv, handedFiles } = sandbox.startFor(
      {
        mounts: [
          { kind: 'link', path: '/bin', to: 'usr/bin' },
          { kind: 'read', path: '/usr' },
          { kind: 'read', path: '/etc/passwd', from: '/run folder/passwd' },
          { kind: 'empty', path: '/tmp' },
          { kind: 'write', path: '/state/run/worktree' },
        ],
        cwd: '/state/run/worktree',
        network: null,
      },
      { argv: ['sh', '-c', 'echo "$SECRET"'], cwd: '/elsewhere', env: { SECRET: 'hunter2' } },
    );
    const lines = [
      '/usr/bin/bwrap|--unshare-user|--uid|1001|--gid|100',
      '--unshare-ipc|--unshare-pid|--unshare-uts|--unshare-cgroup-try',
      '--unshare-net|--die-with-parent|--new-session|--cap-drop|ALL',
      '--hostname|roundsman|--seccomp|3|--proc|/proc|--dev|/dev',
      '--symlink|usr/bin|/bin',
      '--ro-bind|/usr|/usr',
      '--ro-bind|/run folder/passwd|/etc/passwd',
      '--tmpfs|/tmp',
      '--bind|/state/run/worktree|/state/run/worktree',
      '--remount-ro|/|--chdir|/state/run/worktree',
      '--|sh|-c|echo "$SECRET"',
    ];
    expect(argv.join('|')).toBe(lines.join('|'));
    expect(handedFiles).toEqual([filterFile()]);
  });

  it('never has a value of the environment in its words', () => {
    const sandbox = bubblewrap(RECORD);
    const { argv } = sandbox.startFor(
      { mounts: [], cwd: '/', network: null },
      { argv: ['env'], cwd: '/', env: { TOKEN: 'a-very-secret-value' } },
    );
    expect(argv.join(' ')).not.toContain('a-very-secret-value');
  });

  it('makes an ordinary user of root, and leaves others who they are', () => {
    expect(insideIds({ uid: 0, gid: 0 })).toEqual({ uid: 1000, gid: 1000 });
    expect(insideIds({ uid: 501, gid: 20 })).toEqual({ uid: 501, gid: 20 });
  });
});

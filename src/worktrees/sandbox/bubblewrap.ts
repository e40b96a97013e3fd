/**
 * The sandbox that bubblewrap makes, as its argv. Pure.
 *
 * Namespaces of its own for users, processes, network, names and control groups; no capability; nothing there but what
 * the view names. Everything inside dies with the first process, and that with whoever started it.
 */
import type { Mount, Sandbox, SandboxRecord, SandboxView } from './contract.ts';

export function bubblewrap(record: SandboxRecord): Sandbox {
  return {
    name: `bubblewrap ${record.version}`,
    argvFor: (view, command) => [
      record.program,
      ...namespaceWords(record),
      ...viewWords(view),
      '--',
      ...command.argv,
    ],
  };
}

/** Root is nobody special inside: a sandbox of the engine's own works in ours only for an ordinary user. */
export function insideIds({ uid, gid }: Pick<SandboxRecord, 'uid' | 'gid'>): {
  readonly uid: number;
  readonly gid: number;
} {
  return { uid: uid === 0 ? 1000 : uid, gid: gid === 0 ? 1000 : gid };
}

function namespaceWords(record: SandboxRecord): readonly string[] {
  const { uid, gid } = insideIds(record);
  return [
    '--unshare-user',
    '--uid',
    String(uid),
    '--gid',
    String(gid),
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--unshare-net',
    '--die-with-parent',
    // Without it a program could put words into the terminal that we were started from.
    '--new-session',
    '--cap-drop',
    'ALL',
    '--hostname',
    'roundsman',
  ];
}

function viewWords({ mounts, cwd }: SandboxView): readonly string[] {
  return [
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...mounts.flatMap(mountWords),
    // What is mounted below stays as it is; the folders between cannot be written to.
    '--remount-ro',
    '/',
    '--chdir',
    cwd,
  ];
}

function mountWords(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case 'read':
      return ['--ro-bind', mount.from ?? mount.path, mount.path];
    case 'write':
      return ['--bind', mount.from ?? mount.path, mount.path];
    case 'empty':
      return ['--tmpfs', mount.path];
    case 'link':
      return ['--symlink', mount.to, mount.path];
  }
}

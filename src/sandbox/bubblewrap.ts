/**
 * The sandbox that bubblewrap makes, as its argv.
 *
 * Namespaces of its own for users, processes, network, names and control groups; no capability; a filter of system calls;
 * nothing there but what the view names. Everything inside dies with the first process, and that with its parent.
 */
import type { Mount, Sandbox, SandboxRecord, SandboxView } from './contract.ts';
import { filterFile } from './syscalls/filter-file.ts';

/** The first descriptor after stderr: bubblewrap closes it once it has read it. */
const FILTER_DESCRIPTOR = 3;

export function bubblewrap(record: SandboxRecord): Sandbox {
  return {
    name: `bubblewrap ${record.version}`,
    startFor: (view, command) => ({
      argv: [
        record.program,
        ...namespaceWords(record),
        '--seccomp',
        String(FILTER_DESCRIPTOR),
        ...viewWords(view),
        '--',
        ...command.argv,
      ],
      handedFiles: [filterFile()],
    }),
  };
}

/** Root is an ordinary user inside: a sandbox of the engine's own works in ours only for one. */
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
    ...['/', ...closedFolders(mounts)].flatMap((path) => ['--remount-ro', path]),
    '--chdir',
    cwd,
  ];
}

function closedFolders(mounts: readonly Mount[]): readonly string[] {
  return mounts.flatMap((mount) =>
    mount.kind === 'empty' && mount.closed === true ? [mount.path] : [],
  );
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

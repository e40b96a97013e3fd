/**
 * The sandbox that bubblewrap makes, as its argv.
 *
 * Namespaces of its own for users, processes, network, names and control groups; no capability; a filter of system calls;
 * nothing there but what the view names. Everything inside dies with the first process, and that with its parent.
 */
import { platformFacts, type Environment } from '../platform/environment.ts';
import { readTextIfThere } from '../platform/files.ts';
import { findOnPath } from '../platform/find-program.ts';
import type { Mount, Sandbox, SandboxRecord, SandboxView } from './contract.ts';
import { filterFile } from './syscalls/syscall-numbers.ts';

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

// What makes a sandbox possible here: the one line to type.
const INSTALLERS = [
  ['apt-get', 'apt-get install bubblewrap'],
  ['dnf', 'dnf install bubblewrap'],
  ['pacman', 'pacman -S bubblewrap'],
  ['apk', 'apk add bubblewrap'],
  ['zypper', 'zypper install bubblewrap'],
] as const;

/** For a system that has no bubblewrap. */
export async function installLine(env: Environment): Promise<string> {
  const everywhere = { PATH: `${env['PATH'] ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin` };
  for (const [program, line] of INSTALLERS) {
    if ((await findOnPath(program, everywhere)).kind === 'found') return line;
  }
  return 'Install bubblewrap (bwrap) with the package manager of this system.';
}

/** Settings of the kernel that keep ordinary users from making a sandbox, with the value that does. */
const CLOSED = [
  ['user.max_user_namespaces', '0', '28633'],
  ['kernel.unprivileged_userns_clone', '0', '1'],
  ['kernel.apparmor_restrict_unprivileged_userns', '1', '0'],
] as const;

/** Which setting closes it and the line that opens it; `null` when none of them does. */
export async function closedBySetting(): Promise<{
  readonly reason: string;
  readonly hint: string;
} | null> {
  for (const [name, closed, open] of CLOSED) {
    if ((await settingOf(name)) !== closed) continue;
    return {
      reason: `user namespaces are closed here: ${name} is ${closed}`,
      hint:
        name === 'kernel.apparmor_restrict_unprivileged_userns'
          ? `Allow bubblewrap in an AppArmor profile (userns,), or open them for all: sysctl -w ${name}=${open}`
          : `Open them: sysctl -w ${name}=${open}`,
    };
  }
  return null;
}

/** Changes when one of those settings does. */
export async function settingsMark(): Promise<string> {
  const values = await Promise.all(CLOSED.map(async ([name]) => settingOf(name)));
  return values.map((value) => value ?? '-').join(' ');
}

async function settingOf(name: string): Promise<string | null> {
  if (platformFacts().os !== 'linux') return null;
  const text = await readTextIfThere(`/proc/sys/${name.replaceAll('.', '/')}`).catch(() => null);
  return text === null ? null : text.trim();
}

/** What makes a sandbox possible here: the one line to type. */
import { platformFacts, type Environment } from '../platform/environment.ts';
import { readTextIfThere } from '../platform/files.ts';
import { findOnPath } from '../platform/find-program.ts';

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

/** The only reader of `process.env`. */
import { availableParallelism, homedir, hostname, release, uptime, userInfo } from 'node:os';

import { linkNow } from './read-now.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A copy, so that no caller changes the real one by accident. */
export function readEnvironment(): Environment {
  return { ...process.env };
}

/** The user's home folder: `$HOME`, else what the system says. */
export function homeFolder(env: Environment): string {
  return env['HOME'] ?? homedir();
}

/** Of the account that this process runs as, whatever the environment calls the person. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // No entry in the user database, as in some containers.
    return hostname();
  }
}

/** Of this machine, for people. */
export function hostName(): string {
  return hostname();
}

/** The user's number, also of one without an entry in the user database; -1 where users have none. */
export function userId(): number {
  return process.getuid?.() ?? -1;
}

/** Permissions that files which this process makes do not get. */
export function fileMask(): number {
  return process.umask();
}

/** The IANA zone of this machine, `Europe/Berlin`. */
export function hostTimezone(): string {
  return zoneOfSettings() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const REGIONS = new Set('Africa America Asia Atlantic Australia Europe Indian Pacific'.split(' '));

/** Where it is plain without the data of zones, whose first use costs a process some 20 ms; else `null`. */
function zoneOfSettings(): string | null {
  const named = process.env['TZ'];
  if (named !== undefined) return named === 'UTC' ? 'UTC' : null;
  const [, zone = ''] = linkNow('/etc/localtime')?.split('/zoneinfo/') ?? [];
  if (zone === 'Etc/UTC') return 'UTC';
  return REGIONS.has(zone.split('/')[0] ?? '') ? zone : null;
}

/** `linux`, `darwin`, … and the Node that runs us. */
export function platformFacts(): {
  readonly os: string;
  readonly node: string;
  readonly execPath: string;
} {
  return { os: process.platform, node: process.versions.node, execPath: process.execPath };
}

/** What programs of this machine are built for, as Node names it: `linux` and `x64`. */
export function targetFacts(): { readonly os: string; readonly cpu: string } {
  return { os: process.platform, cpu: process.arch };
}

/** The version of the kernel, as `uname -r` prints it. */
export function kernelRelease(): string {
  return release();
}

/** How many processes can be at work at once. */
export function coreCount(): number {
  return availableParallelism();
}

/** The number of the user's own group; -1 where there are none. */
export function groupId(): number {
  return process.getgid?.() ?? -1;
}

/**
 * Seconds since this machine was started, also those that it slept; the same for all of its processes, whatever is done to
 * the clock on the wall.
 */
export function uptimeSeconds(): number {
  return uptime();
}

// Who types here. The command line alone asks; it hands the name in as the actor of the workspace that it opens.
export function userName(env: Environment): string {
  const named = env['ROUNDSMAN_USER'] ?? env['USER'] ?? env['LOGNAME'];
  return named !== undefined && named !== '' ? named : accountName();
}

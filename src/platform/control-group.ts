/**
 * A control group (cgroup v2) for what one program of a run starts: nothing inside leaves it by a fork, a session of its
 * own or a cleared environment, and all of it can be ended at once. There is one where the system hands our own group to
 * us (a user's session under systemd, root); elsewhere `null`, and the caller goes without. Built-ins only.
 */
import { appendFileSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { textNow } from './read-now.ts';

export interface ControlGroup {
  /** Its folder, absolute. */
  readonly path: string;
  /** What `start` starts is in the group from its first moment on; this process is not, afterwards. */
  startInside<Started>(start: () => Started): Started;
  /** Pids in it and below it. */
  members(): readonly number[];
  /** SIGKILL to all of them at once; false where the system has no such thing. */
  kill(): boolean;
  /** False while something is in it. */
  remove(): boolean;
}

/** @param name unique; must not exist */
export function makeControlGroup(name: string): ControlGroup | null {
  const own = ownGroup();
  if (own === null) return null;
  const path = join(own, name);
  try {
    mkdirSync(path);
  } catch {
    // Not handed to us, or no room for more of them.
    return null;
  }
  const group = groupAt(path);
  // Tried before anything depends on it: into it, and back again.
  if (enterGroup(path) && enterGroup(own)) return group;
  enterGroup(own);
  group.remove();
  return null;
}

/** One that was made before, by whomever; `null` when it is gone, or is none of that run. */
export function findControlGroup(path: string, runId: string): ControlGroup | null {
  if (!basename(path).startsWith(groupNameOf(runId))) return null;
  return textNow(join(path, 'cgroup.procs')) === null ? null : groupAt(path);
}

/** Those of a run below our own group, however they were recorded. */
export function findControlGroups(runId: string): readonly ControlGroup[] {
  const own = ownGroup();
  if (own === null) return [];
  return foldersOf(own)
    .filter((name) => name.startsWith(groupNameOf(runId)))
    .map((name) => groupAt(join(own, name)));
}

/** How the names of a run's groups begin. */
export function groupNameOf(runId: string): string {
  return `roundsman-${runId}`;
}

function groupAt(path: string): ControlGroup {
  return {
    path,
    startInside: (start) => {
      const own = ownGroup();
      if (own === null || !enterGroup(path)) return start();
      try {
        return start();
      } finally {
        enterGroup(own);
      }
    },
    members: () => membersOf(path),
    kill: () => {
      // Never ourselves, should we be in it.
      if (membersOf(path).includes(process.pid)) return false;
      try {
        // Without creating it: a kernel that has none makes no such file.
        writeFileSync(join(path, 'cgroup.kill'), '1', { flag: 'r+' });
        return true;
      } catch {
        return false;
      }
    },
    remove: () => removeGroup(path),
  };
}

function enterGroup(path: string): boolean {
  try {
    appendFileSync(join(path, 'cgroup.procs'), String(process.pid), { flag: 'r+' });
    return true;
  } catch {
    return false;
  }
}

function membersOf(path: string): readonly number[] {
  const own = (textNow(join(path, 'cgroup.procs')) ?? '').split('\n');
  const pids = own.filter((line) => line !== '').map(Number);
  return [...pids, ...foldersOf(path).flatMap((name) => membersOf(join(path, name)))];
}

/** What was inside may have made groups of its own. */
function removeGroup(path: string): boolean {
  for (const name of foldersOf(path)) removeGroup(join(path, name));
  try {
    rmdirSync(path);
    return true;
  } catch {
    return textNow(join(path, 'cgroup.procs')) === null;
  }
}

function foldersOf(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The folder of the group that this process is in; `null` where there is no cgroup v2, or it cannot be seen. */
function ownGroup(): string | null {
  const inside = /^0::(\/.*)$/m.exec(textNow('/proc/self/cgroup') ?? '')?.[1];
  if (inside === undefined || inside.includes('/..')) return null;
  for (const line of (textNow('/proc/self/mountinfo') ?? '').split('\n')) {
    const [mount = '', type = ''] = line.split(' - ');
    if (!type.startsWith('cgroup2 ')) continue;
    const [root = '', point = ''] = mount.split(' ').slice(3, 5).map(unescaped);
    const below = root === '/' ? inside : inside.slice(root.length);
    if (root !== '/' && inside !== root && !inside.startsWith(`${root}/`)) continue;
    return join(point, below);
  }
  return null;
}

/** Blanks and the like stand as `\040` in mountinfo. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 8)),
  );
}

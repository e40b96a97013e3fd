/**
 * A control group (cgroup v2) for what one program of a run starts: nothing inside leaves it by a fork, a session of its
 * own or a cleared environment, and all of it can be ended at once. There is one where the system hands our own group to
 * us (a user's session under systemd, root); elsewhere `null`, and the caller goes without. Built-ins only.
 */
import { appendFileSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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
  /** The kernel bounds processes and memory of all that is in it. */
  readonly limited: boolean;
  /** Whether a bound was met; `null` where the kernel has none. */
  events(): GroupEvents | null;
}

export interface GroupLimits {
  readonly processes: number;
  readonly memoryBytes: number;
}

export interface GroupEvents {
  /** Something in it was ended because of that. */
  readonly outOfMemory: boolean;
  /** Something could not be started because of that. */
  readonly outOfProcesses: boolean;
}

/** @param name unique; must not exist */
export function makeControlGroup(name: string): ControlGroup | null {
  const own = ownGroup();
  return own === null ? null : triedGroup(join(own, name), own);
}

/**
 * One whose members the kernel bounds; `null` where it is not ours to say. Ours is full of processes, among them this one,
 * and hands no controllers on; its parent does where a user's session or root may make groups in it.
 */
export function makeLimitedGroup(name: string, limits: GroupLimits): ControlGroup | null {
  const own = ownGroup();
  if (own === null) return null;
  for (const above of [own, dirname(own)]) {
    if (!handsOn(above)) continue;
    const group = triedGroup(join(above, name), own);
    if (group === null) continue;
    if (setLimits(group.path, limits)) return groupAt(group.path, true);
    group.remove();
  }
  return null;
}

/** Whether groups below it are bounded; one that has no processes, or is the topmost, may be told to. */
function handsOn(path: string): boolean {
  const wanted = ['memory', 'pids'];
  const file = join(path, 'cgroup.subtree_control');
  const has = (): boolean => {
    const words = (textNow(file) ?? '').trim().split(' ');
    return wanted.every((one) => words.includes(one));
  };
  const there = (textNow(join(path, 'cgroup.controllers')) ?? '').trim().split(' ');
  if (!wanted.every((one) => there.includes(one))) return false;
  return has() || (written(file, '+memory +pids') && has());
}

function setLimits(path: string, { processes, memoryBytes }: GroupLimits): boolean {
  // Machines without swap have no such file.
  written(join(path, 'memory.swap.max'), '0');
  return (
    written(join(path, 'pids.max'), String(processes)) &&
    written(join(path, 'memory.max'), String(memoryBytes)) &&
    // All of it or nothing: an agent whose helper is gone would continue as if nothing were wrong.
    written(join(path, 'memory.oom.group'), '1')
  );
}

/** Without creating it: where the kernel has no such thing, there is no such file. */
function written(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'r+' });
    return true;
  } catch {
    return false;
  }
}

function triedGroup(path: string, own: string): ControlGroup | null {
  try {
    mkdirSync(path);
  } catch {
    // Not handed to us, or no room for more of them.
    return null;
  }
  const group = groupAt(path, false);
  // Tried before anything depends on it: into it, and back again.
  if (enterGroup(path) && enterGroup(own)) return group;
  enterGroup(own);
  group.remove();
  return null;
}

/** One that was made before, by whomever; `null` when it is gone, or is none of that run. */
export function findControlGroup(path: string, runId: string): ControlGroup | null {
  if (!basename(path).startsWith(groupNameOf(runId))) return null;
  return textNow(join(path, 'cgroup.procs')) === null ? null : groupAt(path, false);
}

/** Those of a run below our own group and beside it, however they were recorded. */
export function findControlGroups(runId: string): readonly ControlGroup[] {
  const own = ownGroup();
  if (own === null) return [];
  return [...new Set([own, dirname(own)])].flatMap((above) =>
    foldersOf(above)
      .filter((name) => name.startsWith(groupNameOf(runId)))
      .map((name) => groupAt(join(above, name), false)),
  );
}

/** How the names of a run's groups begin. */
export function groupNameOf(runId: string): string {
  return `roundsman-${runId}`;
}

function groupAt(path: string, limited: boolean): ControlGroup {
  return {
    path,
    limited,
    events: () => (limited ? eventsOf(path) : null),
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
      return written(join(path, 'cgroup.kill'), '1');
    },
    remove: () => removeGroup(path),
  };
}

function eventsOf(path: string): GroupEvents {
  return {
    outOfMemory: countIn(join(path, 'memory.events'), 'oom_kill') > 0,
    outOfProcesses: countIn(join(path, 'pids.events'), 'max') > 0,
  };
}

/** Of a line `name 3`. */
function countIn(file: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(textNow(file) ?? '')?.[1] ?? 0);
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

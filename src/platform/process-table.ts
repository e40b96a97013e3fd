/** The processes of this machine, as far as it tells. Built-ins only: supervisors use it. */
import { spawnSync } from 'node:child_process';

import { namesNow, textNow } from './read-now.ts';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** 0 where the system does not say. */
  readonly session: number;
  /** As in `ProcessIdentity`; `null` where it has to be asked for. */
  readonly startTime: string | null;
  /** `T` stopped, `D` waits for a device and takes no signal, … */
  readonly state: string;
  /** Its environment holds the marker. */
  marked(): boolean;
}

/** Zombies are left out: they have ended. @param marker `NAME=value` */
export function readProcessTable(marker: string): readonly ProcessEntry[] {
  return process.platform === 'linux' ? tableFromProc(marker) : tableFromPs(marker);
}

/** Processes that a live one has started and that still are its children; quick, Linux only. */
export function childrenOf(pid: number): readonly number[] {
  const children: number[] = [];
  for (const task of namesNow(`/proc/${pid}/task`)) {
    const text = textNow(`/proc/${pid}/task/${task}/children`) ?? '';
    for (const child of text.split(' ')) if (child.trim() !== '') children.push(Number(child));
  }
  return children;
}

/** Its pid in each pid namespace from ours inwards: two numbers for one in a sandbox. */
export function namespacePids(pid: number): readonly number[] {
  const line = /^NSpid:(.*)$/m.exec(textNow(`/proc/${pid}/status`) ?? '')?.[1] ?? '';
  return line.trim().split(/\s+/).map(Number);
}

/** The name of its program, for people; hostile text. */
export function nameOf(pid: number): string {
  return (textNow(`/proc/${pid}/comm`) ?? '').trim();
}

function tableFromProc(marker: string): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of namesNow('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue;
    const stat = textNow(`/proc/${name}/stat`);
    // Ended while we looked.
    if (stat === null) continue;
    // The command name may hold blanks and parentheses: fields are counted from the last `)`.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0] ?? 'X';
    if (state === 'Z' || state === 'X') continue;
    entries.push({
      pid: Number(name),
      parent: Number(fields[1]),
      session: Number(fields[3]),
      startTime: fields[19] ?? null,
      state,
      // Of another user's process there is none to read: it is not ours.
      marked: () => `\0${textNow(`/proc/${name}/environ`) ?? ''}`.includes(`\0${marker}\0`),
    });
  }
  return entries;
}

function tableFromPs(marker: string): readonly ProcessEntry[] {
  const listed = spawnSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,ppid=,stat=,command='], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  const entries: ProcessEntry[] = [];
  for (const line of listed.stdout.split('\n')) {
    const match = /^\s*([0-9]+)\s+([0-9]+)\s+(\S+)\s(.*)$/.exec(line);
    const state = match?.[3]?.[0] ?? 'Z';
    if (match === null || state === 'Z') continue;
    const words = ` ${match[4] ?? ''} `;
    entries.push({
      pid: Number(match[1]),
      parent: Number(match[2]),
      session: 0,
      startTime: null,
      state,
      marked: () => words.includes(` ${marker} `),
    });
  }
  return entries;
}

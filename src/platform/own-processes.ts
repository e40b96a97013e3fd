/** Processes of this user by the words that started them, and what each holds open: one look at /proc, Linux only. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';

import { namesNow, textNow, linkText } from './read-now.ts';

export interface OwnProcess {
  readonly pid: number;
  readonly parent: number;
  /** As in `ProcessIdentity`. */
  readonly startTime: string;
  /** Epoch milliseconds, to about a second; `null` where the system does not say when it began itself. */
  readonly startedAt: number | null;
  /** Links resolved; `null` where it cannot be told. */
  readonly cwd: string | null;
  /** Of a process in a pid namespace below ours. */
  readonly inner: { readonly pid: number; readonly namespace: string } | null;
  /** Paths, at most `most`, of which the test holds. */
  openFiles(test: (path: string) => boolean, most: number): readonly string[];
  /** `null`: it has none of that name, or it cannot be read. */
  variable(name: string): string | null;
}

export interface ProcessWords {
  readonly pid: number;
  /** Hostile text; at most the first hundred. */
  readonly argv: readonly string[];
}

/** Whether there is a /proc to look at. */
export function processesAreVisible(): boolean {
  return process.platform === 'linux' && textNow('/proc/self/stat') !== null;
}

/** Of this process; `null` where there are no namespaces. */
export function ownPidNamespace(): string | null {
  return linkText('/proc/self/ns/pid');
}

/** All that tell their words, but for this process; kernel threads have none. */
export function listProcessWords(): readonly ProcessWords[] {
  const found: ProcessWords[] = [];
  for (const name of namesNow('/proc')) {
    const first = name.codePointAt(0) ?? 0;
    if (first < 0x30 || first > 0x39 || Number(name) === process.pid) continue;
    const text = textNow(`/proc/${name}/cmdline`);
    if (text === null || text === '') continue;
    found.push({ pid: Number(name), argv: text.replace(/\0+$/, '').split('\0', 100) });
  }
  return found;
}

/** `null`: it has ended, is another user's, or is a zombie. */
export function inspectOwnProcess(pid: number): OwnProcess | null {
  const stat = textNow(`/proc/${pid}/stat`);
  if (stat === null || !isOwn(pid)) return null;
  // The command name may hold blanks and parentheses: fields are counted from the last `)`.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent] = fields;
  const startTime = fields[19];
  if (startTime === undefined || state === 'Z' || state === 'X') return null;
  return {
    pid,
    parent: Number(parent),
    startTime,
    startedAt: whenBegun(startTime),
    cwd: linkText(`/proc/${pid}/cwd`),
    inner: innerOf(pid),
    openFiles: (test, most) => openFilesOf(pid, test, most),
    variable: (name) => variableOf(pid, name),
  };
}

function isOwn(pid: number): boolean {
  try {
    return statSync(`/proc/${pid}`).uid === process.getuid?.();
  } catch {
    // It ended meanwhile.
    return false;
  }
}

/** The kernel counts in hundredths of a second towards programs, whatever it counts in itself. */
function whenBegun(ticks: string): number | null {
  const seconds = /^btime (\d+)$/m.exec(textNow('/proc/stat') ?? '')?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000 + Number(ticks) * 10;
}

function innerOf(pid: number): OwnProcess['inner'] {
  const namespace = linkText(`/proc/${pid}/ns/pid`);
  if (namespace === null || namespace === ownPidNamespace()) return null;
  const pids = /^NSpid:\s*(.*)$/m.exec(textNow(`/proc/${pid}/status`) ?? '')?.[1]?.split(/\s+/);
  const inner = Number(pids?.at(-1));
  return Number.isInteger(inner) ? { pid: inner, namespace } : null;
}

function openFilesOf(
  pid: number,
  test: (path: string) => boolean,
  most: number,
): readonly string[] {
  const found = new Set<string>();
  for (const name of namesNow(`/proc/${pid}/fd`)) {
    const path = linkText(`/proc/${pid}/fd/${name}`);
    if (path !== null && path.startsWith('/') && basename(path) !== '' && test(path))
      found.add(path);
    if (found.size >= most) break;
  }
  return [...found];
}

function variableOf(pid: number, name: string): string | null {
  const start = `${name}=`;
  const entry = (textNow(`/proc/${pid}/environ`) ?? '')
    .split('\0')
    .find((text) => text.startsWith(start));
  return entry?.slice(start.length) ?? null;
}

/**
 * Which process is which, across pid reuse and reboots. Built-ins only: supervisors use it.
 * On Linux from /proc; elsewhere from `ps`.
 */
import { spawnSync } from 'node:child_process';

import type { Liveness, ProcessIdentity } from '../words/run-spec.ts';
import { textNow } from './read-now.ts';

let knownBootId: string | null = null;

/** The identity of a live process, or `null` when there is none of that pid (a zombie counts as none). */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const startTime = process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
  return startTime === null ? null : { pid, startTime, bootId: bootId() };
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return (
    identifyProcess(process.pid) ?? { pid: process.pid, startTime: 'unknown', bootId: bootId() }
  );
}

/** False after a restart of the machine: then its pid is anybody's. */
function isOfThisBoot(identity: ProcessIdentity): boolean {
  return identity.bootId === bootId();
}

/** @param here the name of this machine in its fleet; `null`: it is in none */
export function livenessOf(identity: ProcessIdentity, here: string | null = null): Liveness {
  if (identity.machine !== undefined && identity.machine !== here) return 'elsewhere';
  if (!isOfThisBoot(identity)) return 'other-boot';
  return identifyProcess(identity.pid)?.startTime === identity.startTime ? 'alive' : 'dead';
}

/** Also of a process elsewhere: what it holds is not taken from it. */
export function isAlive(identity: ProcessIdentity): boolean {
  const liveness = livenessOf(identity);
  return liveness === 'alive' || liveness === 'elsewhere';
}

/** Sends a signal to exactly that process, never to one that took over its pid. False when it is gone. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (livenessOf(identity) !== 'alive') return false;
  try {
    process.kill(identity.pid, signal);
    return true;
  } catch {
    // Ended between the look and the signal.
    return false;
  }
}

function startTimeFromProc(pid: number): string | null {
  const stat = textNow(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The command name may hold blanks and parentheses: fields are counted from the last `)`.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  if (state === undefined || state === 'Z' || state === 'X') return null;
  return fields[19] ?? null;
}

function startTimeFromPs(pid: number): string | null {
  const listed = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const line = listed.stdout.trim();
  if (listed.status !== 0 || line === '' || line.startsWith('Z')) return null;
  return line.replace(/^\S+\s+/, '');
}

function bootId(): string {
  knownBootId ??=
    textNow('/proc/sys/kernel/random/boot_id')?.trim() ??
    spawnSync('sysctl', ['-n', 'kern.boottime'], { encoding: 'utf8' }).stdout.trim();
  return knownBootId;
}

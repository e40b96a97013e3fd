/**
 * What of /proc is the machine's and not the program's. Root has no capability inside, and yet the kernel lets it write to
 * its settings by their mode alone: one of them (`core_pattern`) names a program that is started outside.
 */
import { inspectPaths } from '../../platform/files.ts';
import type { Mount } from './contract.ts';

const READ_ONLY = [
  'acpi',
  'asound',
  'bus',
  'fs',
  'irq',
  'mtrr',
  'pressure',
  'scsi',
  'sys',
  'sysrq-trigger',
];

/** Addresses, memory and keys of the kernel, which root may read by the mode. */
const HIDDEN = [
  'kallsyms',
  'kcore',
  'keys',
  'kmsg',
  'kpagecgroup',
  'kpagecount',
  'kpageflags',
  'latency_stats',
  'pagetypeinfo',
  'sched_debug',
  'slabinfo',
  'timer_list',
  'vmallocinfo',
];

/** Those that this kernel has. A namespace of processes has the same ones. */
export function procMounts(): readonly Mount[] {
  return [
    ...existing(READ_ONLY).map((path): Mount => ({ kind: 'read', path })),
    ...existing(HIDDEN).map((path): Mount => ({ kind: 'read', path, from: '/dev/null' })),
  ];
}

function existing(names: readonly string[]): readonly string[] {
  const paths = names.map((name) => `/proc/${name}`);
  const facts = inspectPaths(paths);
  return paths.filter((_path, index) => facts[index] !== null);
}

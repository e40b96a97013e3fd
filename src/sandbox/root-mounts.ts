/**
 * What is closed besides when root starts a run. Inside it has no capability and another number, but the kernel still takes
 * it for the owner of its own settings: without this a run could say which program starts, as root, when another crashes.
 */
import { inspectPaths } from '../platform/files.ts';
import type { Mount } from './contract.ts';

/** Settings of the kernel and of devices: can be read, as by everybody. */
const READ_ONLY = [
  '/proc/acpi',
  '/proc/bus',
  '/proc/driver',
  '/proc/fs',
  '/proc/irq',
  '/proc/mtrr',
  '/proc/scsi',
  '/proc/sys',
  '/proc/sysrq-trigger',
];

/** Only root may read them, and has no business to from inside: keys, memory, messages of the kernel. */
const HIDDEN = [
  '/proc/kcore',
  '/proc/key-users',
  '/proc/keys',
  '/proc/kmsg',
  '/proc/kpagecgroup',
  '/proc/kpagecount',
  '/proc/kpageflags',
  '/proc/pagetypeinfo',
  '/proc/slabinfo',
  '/proc/timer_list',
  '/proc/vmallocinfo',
];

/** Empty for everybody else: nothing there is theirs, and engines may mount a /proc of their own over it. */
export function rootMounts(uid: number): readonly Mount[] {
  if (uid !== 0) return [];
  return [
    ...present(READ_ONLY).map((path): Mount => ({ kind: 'read', path })),
    ...present(HIDDEN).map((path): Mount => ({ kind: 'read', path, from: '/dev/null' })),
  ];
}

function present(paths: readonly string[]): readonly string[] {
  const facts = inspectPaths(paths);
  return paths.filter((_path, index) => facts[index] !== null);
}

import { targetFacts } from '../../platform/environment.ts';
import { packageFile } from '../../platform/package.ts';

// Numbers of the system calls that the filter names. Sources, Linux 6.15: x64 `arch/x86/entry/syscalls/syscall_64.tbl`, arm64
// `include/uapi/asm-generic/unistd.h`. Numbers never change; from 424 on they are the same everywhere.

/** As Node names it. */
export const ARCHITECTURES = ['x64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

export const SYSCALL_NUMBERS = {
  acct: both(163, 89),
  add_key: both(248, 217),
  bpf: both(321, 280),
  clock_settime: both(227, 112),
  delete_module: both(176, 106),
  fanotify_init: both(300, 262),
  finit_module: both(313, 273),
  fsconfig: both(431, 431),
  fsmount: both(432, 432),
  fsopen: both(430, 430),
  fspick: both(433, 433),
  init_module: both(175, 105),
  io_uring_enter: both(426, 426),
  io_uring_register: both(427, 427),
  io_uring_setup: both(425, 425),
  ioctl: both(16, 29),
  ioperm: both(173, null),
  iopl: both(172, null),
  kexec_file_load: both(320, 294),
  kexec_load: both(246, 104),
  keyctl: both(250, 219),
  lookup_dcookie: both(212, 18),
  mount_setattr: both(442, 442),
  move_mount: both(429, 429),
  open_by_handle_at: both(304, 265),
  open_tree: both(428, 428),
  open_tree_attr: both(467, 467),
  perf_event_open: both(298, 241),
  quotactl: both(179, 60),
  quotactl_fd: both(443, 443),
  reboot: both(169, 142),
  request_key: both(249, 218),
  settimeofday: both(164, 170),
  socket: both(41, 198),
  socketpair: both(53, 199),
  swapoff: both(168, 225),
  swapon: both(167, 224),
  syslog: both(103, 116),
  userfaultfd: both(323, 282),
  vhangup: both(153, 58),
} as const;

export type SyscallName = keyof typeof SYSCALL_NUMBERS;

export function isFiltered(architecture: string): architecture is Architecture {
  return ARCHITECTURES.some((one) => one === architecture);
}

/** `null`: that architecture has none. */
function both(x64: number, arm64: number | null): Readonly<Record<Architecture, number | null>> {
  return { x64, arm64 };
}

// Where the filter of system calls of this machine lies: the build wrote it, and a run sees it to read only.

/** Absolute. For one without a filter, no file: a sandbox cannot be started with it. */
export function filterFile(architecture: string = targetFacts().cpu): string {
  return packageFile(`dist/sandbox/syscalls/${architecture}.bpf`);
}

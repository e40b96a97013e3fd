/**
 * What a program in the sandbox may not ask of the kernel, and the error that it gets. What is not named here is allowed: the
 * namespaces bound it, and sandboxes that engines make inside ours need most of it (`unshare`, `clone`, `mount`, `pivot_root`,
 * `seccomp`, Landlock).
 *
 * `ptrace` and `process_vm_*` are allowed: they reach the processes of the sandbox only, and debuggers and leak sanitizers use
 * them. The error is the one of a kernel without the call where programs then do without it.
 */
import type { SyscallName } from './syscall-numbers.ts';

/** The same numbers on every architecture of ours. */
export const ERRNO = { EPERM: 1, ENOSYS: 38, EPROTONOSUPPORT: 93, EAFNOSUPPORT: 97 } as const;

export type Verdict = 'allow' | keyof typeof ERRNO;

/** By the low 32 bits of an argument: the kernel reads no more of those that are named here. */
export interface ByArgument {
  /** From 0. */
  readonly argument: number;
  readonly cases: readonly { readonly values: readonly number[]; readonly rule: Rule }[];
  readonly otherwise: Rule;
}

export type Rule = Verdict | ByArgument;

/** Networks of this machine alone. The rest are doors past the network of the sandbox (vsock), or rarely used parts of the kernel. */
const FAMILIES = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;
/** What address lists, `ss` and device listings use; packet filters and their like are left out. */
const NETLINK_PROTOCOLS = { route: 0, sockDiag: 4, kobjectUevent: 15 } as const;
/** Put text into a terminal, paste in a console, change how a line is read. */
const TERMINAL_REQUESTS = { TIOCSTI: 0x5412, TIOCLINUX: 0x541c, TIOCSETD: 0x5423 } as const;

const SOCKETS: ByArgument = {
  argument: 0,
  cases: [
    { values: [FAMILIES.unix, FAMILIES.inet, FAMILIES.inet6], rule: 'allow' },
    {
      values: [FAMILIES.netlink],
      rule: {
        argument: 2,
        cases: [{ values: Object.values(NETLINK_PROTOCOLS), rule: 'allow' }],
        otherwise: 'EPROTONOSUPPORT',
      },
    },
  ],
  otherwise: 'EAFNOSUPPORT',
};

export const REFUSED_SYSCALLS: Readonly<Record<SyscallName, Rule>> = {
  // Keys of the kernel are the user's own, whatever the namespace.
  keyctl: 'EPERM',
  add_key: 'EPERM',
  request_key: 'EPERM',
  // Asynchronous calls pass no filter of this kind.
  io_uring_setup: 'ENOSYS',
  io_uring_enter: 'ENOSYS',
  io_uring_register: 'ENOSYS',
  // Code in the kernel, and what exploits of it are made of.
  bpf: 'EPERM',
  perf_event_open: 'EPERM',
  userfaultfd: 'EPERM',
  init_module: 'EPERM',
  finit_module: 'EPERM',
  delete_module: 'EPERM',
  kexec_load: 'EPERM',
  kexec_file_load: 'EPERM',
  iopl: 'EPERM',
  ioperm: 'EPERM',
  // Files by a number instead of a path.
  open_by_handle_at: 'EPERM',
  lookup_dcookie: 'EPERM',
  fanotify_init: 'EPERM',
  // The newer way to mount: `mount` and bubblewrap use the older one where it is missing.
  fsopen: 'ENOSYS',
  fsconfig: 'ENOSYS',
  fsmount: 'ENOSYS',
  fspick: 'ENOSYS',
  open_tree: 'ENOSYS',
  open_tree_attr: 'ENOSYS',
  move_mount: 'ENOSYS',
  mount_setattr: 'ENOSYS',
  // The machine: its clock, log, swap, quotas, accounts, power.
  clock_settime: 'EPERM',
  settimeofday: 'EPERM',
  syslog: 'EPERM',
  swapon: 'EPERM',
  swapoff: 'EPERM',
  quotactl: 'EPERM',
  quotactl_fd: 'EPERM',
  acct: 'EPERM',
  reboot: 'EPERM',
  vhangup: 'EPERM',
  ioctl: {
    argument: 1,
    cases: [{ values: Object.values(TERMINAL_REQUESTS), rule: 'EPERM' }],
    otherwise: 'allow',
  },
  socket: SOCKETS,
  socketpair: SOCKETS,
};

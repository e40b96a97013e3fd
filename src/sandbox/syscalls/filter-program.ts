/**
 * The filter of system calls as the kernel takes it (classic BPF over `struct seccomp_data`). Pure; constant for an architecture.
 * Formats: https://docs.kernel.org/userspace-api/seccomp_filter.html, `linux/filter.h`, `linux/seccomp.h`, `linux/audit.h`.
 */
import { SYSCALL_NUMBERS, type Architecture, type SyscallName } from './syscall-numbers.ts';

/** The same numbers on every architecture of ours. */
export const ERRNO = { EPERM: 1, ENOSYS: 38, EPROTONOSUPPORT: 93, EAFNOSUPPORT: 97 } as const;

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

interface Instruction {
  readonly code: number;
  /** The value that is loaded from, compared with, or returned. */
  readonly k: number;
  /** Instructions that are passed over when the comparison holds, and when it does not. */
  readonly jt: number;
  readonly jf: number;
}

const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;

/** Offsets in `struct seccomp_data`. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const ARGUMENTS = 16;

/** The low half comes first: both architectures are little-endian. */
const ARGUMENT_BYTES = 8;

const ALLOW = 0x7fff0000;
const FAIL_WITH = 0x00050000;
const KILL_PROCESS = 0x80000000;

const AUDIT_ARCHITECTURE: Readonly<Record<Architecture, number>> = {
  x64: 0xc000003e,
  arm64: 0xc00000b7,
};

/** The bit of the other numbers of x64 (x32). Few kernels know them; those that do not, say the same. */
const X32 = 0x40000000;
const INSTRUCTION_BYTES = 8;

export function filterProgram(architecture: Architecture): Uint8Array {
  return encode([
    load(ARCHITECTURE),
    // A program in the machine code of another architecture (32 bits) has other numbers. It could not even end if all failed.
    ...unless(JUMP_IF_EQUAL, AUDIT_ARCHITECTURE[architecture], [give(KILL_PROCESS)]),
    load(NUMBER),
    ...(architecture === 'x64' ? when(JUMP_IF_ANY_BIT, X32, block('ENOSYS')) : []),
    ...syscallRules().flatMap(([number, rule]) => {
      const own = number[architecture];
      return own === null ? [] : when(JUMP_IF_EQUAL, own, block(rule));
    }),
    ...block('allow'),
  ]);
}

function syscallRules(): readonly (readonly [
  Readonly<Record<Architecture, number | null>>,
  Rule,
])[] {
  const rules = new Map<string, Rule>(Object.entries(REFUSED_SYSCALLS));
  return Object.entries(SYSCALL_NUMBERS).flatMap(([name, number]) => {
    const rule = rules.get(name);
    return rule === undefined ? [] : [[number, rule] as const];
  });
}

/** Whatever comes, it ends in a verdict: nothing runs on behind it. */
function block(rule: Rule): readonly Instruction[] {
  if (typeof rule === 'string') return [give(valueOf(rule))];
  const cases = rule.cases.flatMap(({ values, rule: inner }) =>
    values.flatMap((value) => when(JUMP_IF_EQUAL, value, block(inner))),
  );
  return [load(ARGUMENTS + rule.argument * ARGUMENT_BYTES), ...cases, ...block(rule.otherwise)];
}

function valueOf(verdict: Verdict): number {
  return verdict === 'allow' ? ALLOW : FAIL_WITH + ERRNO[verdict];
}

function when(code: number, k: number, body: readonly Instruction[]): readonly Instruction[] {
  return [{ code, k, jt: 0, jf: body.length }, ...body];
}

function unless(code: number, k: number, body: readonly Instruction[]): readonly Instruction[] {
  return [{ code, k, jt: body.length, jf: 0 }, ...body];
}

function load(offset: number): Instruction {
  return { code: LOAD_WORD, k: offset, jt: 0, jf: 0 };
}

function give(value: number): Instruction {
  return { code: RETURN, k: value, jt: 0, jf: 0 };
}

function encode(instructions: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(instructions.length * INSTRUCTION_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, { code, k, jt, jf }] of instructions.entries()) {
    const at = index * INSTRUCTION_BYTES;
    view.setUint16(at, code, true);
    view.setUint8(at + 2, jt);
    view.setUint8(at + 3, jf);
    view.setUint32(at + 4, k, true);
  }
  return bytes;
}

/**
 * What a program in the sandbox may not ask of the kernel, and the error that it gets. What is not named here is allowed: the
 * namespaces bound it, and sandboxes that engines make inside ours need most of it (`unshare`, `clone`, `mount`, `pivot_root`,
 * `seccomp`, Landlock).
 *
 * `ptrace` and `process_vm_*` are allowed: they reach the processes of the sandbox only, and debuggers and leak sanitizers use
 * them. The error is the one of a kernel without the call where programs then do without it.
 */
type Verdict = 'allow' | keyof typeof ERRNO;

/** By the low 32 bits of an argument: the kernel reads no more of those that are named here. */
interface ByArgument {
  /** From 0. */
  readonly argument: number;
  readonly cases: readonly { readonly values: readonly number[]; readonly rule: Rule }[];
  readonly otherwise: Rule;
}

export type Rule = Verdict | ByArgument;

/**
 * The filter of system calls as the kernel takes it (classic BPF over `struct seccomp_data`). Pure; constant for an architecture.
 * Formats: https://docs.kernel.org/userspace-api/seccomp_filter.html, `linux/filter.h`, `linux/seccomp.h`, `linux/audit.h`.
 */
import { ERRNO, REFUSED_SYSCALLS, type Rule, type Verdict } from './refused-syscalls.ts';
import { SYSCALL_NUMBERS, type Architecture } from './syscall-numbers.ts';

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

/** The filter, run by a machine of this test: what the kernel would answer to each call. */
import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  filterProgram,
  ERRNO,
  REFUSED_SYSCALLS,
  type Rule,
} from '../../../src/sandbox/syscalls/filter-program.ts';
import {
  filterFile,
  ARCHITECTURES,
  SYSCALL_NUMBERS,
  type Architecture,
} from '../../../src/sandbox/syscalls/syscall-numbers.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7, i386: 0x40000003, arm: 0x40000028 } as const;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const fails = (name: keyof typeof ERRNO): number => 0x50000 + ERRNO[name];

interface Call {
  readonly architecture: number;
  readonly number: number;
  readonly arguments?: readonly bigint[];
}

/** Classic BPF as far as filters use it: load a word, compare, jump, return. Throws for what is not a program. */
function answer(program: Uint8Array, call: Call): number {
  const input = new DataView(new ArrayBuffer(64));
  input.setUint32(0, call.number, true);
  input.setUint32(4, call.architecture, true);
  for (const [index, value] of (call.arguments ?? []).entries())
    input.setBigUint64(16 + index * 8, BigInt.asUintN(64, value), true);
  const code = new DataView(program.buffer);
  let register = 0;
  for (let at = 0; at * 8 < program.length; at += 1) {
    const [jt, jf] = [code.getUint8(at * 8 + 2), code.getUint8(at * 8 + 3)];
    const k = code.getUint32(at * 8 + 4, true);
    const operation = code.getUint16(at * 8, true);
    if (operation === 0x20) register = input.getUint32(k, true);
    else if (operation === 0x15) at += register === k ? jt : jf;
    else if (operation === 0x45) at += (register & k) === 0 ? jf : jt;
    else if (operation === 0x06) return k;
    else throw new Error(`there is no operation ${operation}`);
  }
  throw new Error('it ran past its end');
}

function asked(architecture: Architecture, call: Omit<Call, 'architecture'>): number {
  return answer(filterProgram(architecture), { architecture: AUDIT[architecture], ...call });
}

describe.each(ARCHITECTURES)('the filter of %s', (architecture) => {
  const rules = Object.entries(SYSCALL_NUMBERS).map(([name, numbers]) => ({
    name,
    number: numbers[architecture],
    rule: new Map<string, Rule>(Object.entries(REFUSED_SYSCALLS)).get(name),
  }));
  const named = new Set(rules.map(({ number }) => number));

  it('is the file that the build left', () => {
    expect(new Uint8Array(readFileSync(filterFile(architecture)))).toEqual(
      filterProgram(architecture),
    );
  });

  it('answers each call that it refuses with its error, whatever it is asked', () => {
    for (const { name, number, rule } of rules) {
      if (number === null || typeof rule !== 'string' || rule === 'allow') continue;
      fc.assert(
        fc.property(
          fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 6 }),
          (given) => {
            expect({ name, told: asked(architecture, { number, arguments: given }) }).toEqual({
              name,
              told: fails(rule),
            });
          },
        ),
        { numRuns: 20 },
      );
    }
  });

  it('lets every call pass that it does not name', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x3fffffff }), (number) => {
        fc.pre(!named.has(number));
        expect(asked(architecture, { number })).toBe(ALLOW);
      }),
    );
    const unnamed = Array.from({ length: 600 }, (_, number) => number).filter(
      (number) => !named.has(number),
    );
    expect(unnamed.filter((number) => asked(architecture, { number }) !== ALLOW)).toEqual([]);
  });

  it('knows a request by its low half alone, as the kernel does', () => {
    const number = SYSCALL_NUMBERS.ioctl[architecture] ?? 0;
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), (high) => {
        for (const request of [0x5412n, 0x541cn, 0x5423n])
          expect(asked(architecture, { number, arguments: [0n, (high << 32n) + request] })).toBe(
            fails('EPERM'),
          );
        expect(asked(architecture, { number, arguments: [0n, (high << 32n) + 0x5401n] })).toBe(
          ALLOW,
        );
      }),
    );
  });

  it('opens sockets of this machine and of the internet, and of netlink what lists them', () => {
    for (const { number } of rules.filter(({ name }) => name.startsWith('socket'))) {
      const opened = (family: bigint, protocol = 0n): number =>
        asked(architecture, { number: number ?? 0, arguments: [family, 3n, protocol] });
      for (const family of [1n, 2n, 10n]) expect(opened(family)).toBe(ALLOW);
      for (const protocol of [0n, 4n, 15n]) expect(opened(16n, protocol)).toBe(ALLOW);
      for (const protocol of [6n, 9n, 12n, 16n])
        expect(opened(16n, protocol)).toBe(fails('EPROTONOSUPPORT'));
      for (const family of [0n, 3n, 17n, 29n, 30n, 31n, 38n, 40n, 44n, 2n ** 32n + 40n])
        expect(opened(family)).toBe(fails('EAFNOSUPPORT'));
      expect(opened(2n ** 32n + 2n)).toBe(ALLOW);
    }
  });

  it('ends a program in the machine code of another architecture', () => {
    for (const [name, audit] of Object.entries(AUDIT))
      expect(answer(filterProgram(architecture), { architecture: audit, number: 1 })).toBe(
        name === architecture ? ALLOW : KILL,
      );
  });
});

it('on x64 no call passes by the other numbers of that architecture', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0x40000000, max: 0x7fffffff }), (number) => {
      expect(asked('x64', { number })).toBe(fails('ENOSYS'));
    }),
  );
  expect(asked('x64', { number: 0xffffffff })).toBe(fails('ENOSYS'));
});

it('names each call that has a number, and none twice', () => {
  expect(Object.keys(REFUSED_SYSCALLS).toSorted()).toEqual(Object.keys(SYSCALL_NUMBERS).toSorted());
  for (const architecture of ARCHITECTURES) {
    const numbers = Object.values(SYSCALL_NUMBERS).flatMap((one) => one[architecture] ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});

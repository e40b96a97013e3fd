import { describe, expect, it } from 'vitest';

import { inspectEnclosure } from '../../src/sandbox/try-sandbox.ts';

const NO_FILTER = {
  reason: 'the system calls of a sandbox are not filtered here',
  hint: 'It takes a kernel with CONFIG_SECCOMP_FILTER and the bwrap of your system, first on PATH.',
};

describe('what a process in the sandbox tells', () => {
  it('is fine with a filter more than outside, and nothing left open', () => {
    expect(inspectEnclosure('Seccomp: 2\nSeccomp_filters: 1\n', 'Seccomp_filters:\t0\n')).toBe(
      null,
    );
    expect(inspectEnclosure('Seccomp: 2\nSeccomp_filters: 2\n', 'Seccomp_filters:\t1\n')).toBe(
      null,
    );
  });

  it('is fine on a kernel that does not count filters', () => {
    expect(inspectEnclosure('Seccomp: 2\n', 'Seccomp:\t0\n')).toBe(null);
  });

  it('is a fault without a filter, or with that of a container around it alone', () => {
    expect(inspectEnclosure('Seccomp: 0\nSeccomp_filters: 0\n', 'Seccomp_filters:\t0\n')).toEqual(
      NO_FILTER,
    );
    expect(inspectEnclosure('Seccomp: 2\nSeccomp_filters: 1\n', 'Seccomp_filters:\t1\n')).toEqual(
      NO_FILTER,
    );
    expect(inspectEnclosure('', '')).toEqual(NO_FILTER);
  });

  it('is a fault with a descriptor that was not handed on, whose path cannot deceive', () => {
    const told = inspectEnclosure('Seccomp: 2\ndescriptor 60 /home/me\u001B[2J\n', '');
    expect(told?.reason).toMatch(
      /^descriptor 60 \(\/home\/me.*\) is open in a sandbox, and was not/,
    );
    expect(told?.reason).not.toContain('\u001B');
  });
});

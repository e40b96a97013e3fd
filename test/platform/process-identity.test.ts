import { describe, expect, it } from 'vitest';

import {
  isAlive,
  livenessOf,
  ownIdentity,
  signalProcess,
} from '../../src/platform/process-identity.ts';

describe('the liveness of a process', () => {
  const own = ownIdentity();

  it('is told by pid, start time and boot', () => {
    expect(livenessOf(own)).toBe('alive');
    expect(livenessOf({ ...own, startTime: '1' })).toBe('dead');
    expect(livenessOf({ ...own, bootId: 'before' })).toBe('other-boot');
  });

  it('is judged on its own machine alone', () => {
    const there = { ...own, startTime: '1', machine: 'two' };
    expect(livenessOf(there, 'one')).toBe('elsewhere');
    expect(livenessOf(there)).toBe('elsewhere');
    expect(livenessOf(there, 'two')).toBe('dead');
    expect(livenessOf({ ...own, machine: 'two' }, 'two')).toBe('alive');
    expect(livenessOf(own, 'one')).toBe('alive');
  });

  it('elsewhere keeps what it holds, and gets no signal of ours', () => {
    const there = { ...own, machine: 'two' };
    expect(isAlive(there)).toBe(true);
    expect(isAlive({ ...own, bootId: 'before' })).toBe(false);
    expect(signalProcess(there, 'SIGCONT')).toBe(false);
  });
});

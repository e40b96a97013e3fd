import { describe, expect, it } from 'vitest';

import {
  DEFAULT_RESOURCES,
  hardProcesses,
  limitFailure,
  formatLimit,
  memoryLimit,
  type LimitMet,
} from '../../src/words/resource-limits.ts';

const MET: readonly (readonly [LimitMet, string])[] = [
  [
    { limit: 'processes', used: 5_120, allowed: 4_096 },
    'the agent had 5,120 processes and threads at once, more than limits.processes allows (4,096), and was ended',
  ],
  [
    { limit: 'memory', used: 18_000_000_000, allowed: 17_000_000_000 },
    'the agent used 18 GB of memory, more than limits.memory allows (17 GB), and was ended',
  ],
  [
    { limit: 'file-size', used: 50_000_000_000, allowed: 50_000_000_000 },
    'the agent wrote a file of 50 GB, as much as limits.file-size allows (50 GB), and was ended',
  ],
  [
    { limit: 'disk', used: 60_000_000_000, allowed: 50_000_000_000 },
    'the agent left 60 GB in the folder of its run, more than limits.disk allows (50 GB), and was ended',
  ],
];

describe('limits of the machine', () => {
  it.each(MET)('are told in one sentence, with the key that raises them', (met, words) => {
    expect(formatLimit('the agent', met)).toBe(words);
    expect(limitFailure(words)).toEqual({
      code: 'over-limit',
      message: words,
      hint: `Raise limits.${met.limit} in the routine if it needs that much.`,
    });
  });

  it('leave a quarter of the memory to others, unless a routine names an amount', () => {
    expect(memoryLimit(DEFAULT_RESOURCES, 16_000_000_000)).toBe(12_000_000_000);
    expect(memoryLimit({ ...DEFAULT_RESOURCES, memoryBytes: 5 }, 16_000_000_000)).toBe(5);
  });

  it('are met before the kernel keeps programs from starting others', () => {
    for (const processes of [50, 4_096, 100_000])
      expect(hardProcesses(processes)).toBeGreaterThan(processes + 1_000);
  });
});

import { describe, expect, it } from 'vitest';

import { isAtLeast } from '../../../src/daemon/doctor/check.ts';

describe('isAtLeast', () => {
  it('compares part by part, as numbers', () => {
    const fit = ['2.39.4', '2.39.5', '2.40', '2.100.0', '3', '2.39.4.windows.1'];
    const old = ['2.39.3', '2.39', '2.9.9', '1.99.99', 'unknown', ''];
    expect(fit.filter((version) => !isAtLeast(version, '2.39.4'))).toEqual([]);
    expect(old.filter((version) => isAtLeast(version, '2.39.4'))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { FAULT_MATRIX } from '../crash/fault-matrix.ts';
import { faultsPage } from '../kit/faults-page.ts';

describe('the table of faults', () => {
  it('names tests that are there', () => {
    const gone = FAULT_MATRIX.flatMap(({ tests }) => tests).filter(
      ([file, name]) => !readFileSync(join('test', file), 'utf8').includes(name),
    );
    expect(gone).toEqual([]);
  });

  it('has a test of each fault, or a reason why not', () => {
    const bare = FAULT_MATRIX.filter(
      ({ tests, untested }) => tests.length === 0 && untested === undefined,
    );
    expect(bare).toEqual([]);
  });

  it('is what docs/faults.md says', async () => {
    await expect(faultsPage(FAULT_MATRIX)).toMatchFileSnapshot('../../docs/faults.md');
  });
});

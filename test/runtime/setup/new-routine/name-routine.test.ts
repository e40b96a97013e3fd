import { describe, expect, it } from 'vitest';

import { readNewId, titleOf } from '../../../../src/runtime/setup/new-routine/routine-text.ts';

describe('readNewId', () => {
  it('refuses what is not an id, and names the nearest one', () => {
    expect(() => readNewId('Nightly Sweep')).toThrow(
      '"Nightly Sweep" cannot be the id of a routine: an id has lower-case letters, digits and hyphens, at most 63',
    );
    expect(readNewId('nightly-sweep')).toBe('nightly-sweep');
  });
});

describe('titleOf', () => {
  it('reads like a name', () => {
    expect(titleOf(readNewId('docs-check'))).toBe('Docs check');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isRoutineId, isRunId, madeAt, suggestId } from '../../src/words/ids.ts';

describe('suggestId', () => {
  it.each([
    ['Nightly Sweep', 'nightly-sweep'],
    ['nightly_sweep', 'nightly-sweep'],
    ['nightlySweep', 'nightly-sweep'],
    ['routines/tidy.yaml', 'tidy'],
    ['tidy.yml', 'tidy'],
    ['Größe prüfen', 'grosse-prufen'],
    ['--tidy--', 'tidy'],
    ['café', 'cafe'],
    ['1st check', '1st-check'],
    ['a'.repeat(80), 'a'.repeat(63)],
  ])('makes of %j the id %j', (text, id) => {
    expect(suggestId(text)).toBe(id);
  });

  it.each(['', '…', '日本', '///', '.yaml'])('finds nothing in %j', (text) => {
    expect(suggestId(text)).toBeNull();
  });

  it('gives an id or nothing, whatever is typed, and leaves ids as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const id = suggestId(text);
        expect(id === null || isRoutineId(id)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/), (id) => {
        fc.pre(!id.includes('--'));
        expect(suggestId(id)).toBe(id);
      }),
    );
  });

  it('is quick on a megabyte', () => {
    expect(suggestId('-'.repeat(1_000_000))).toBeNull();
  });
});

describe('madeAt', () => {
  it.each([
    ['00000000000000000000000000', '1970-01-01T00:00:00.000Z'],
    ['01m8mt4xyfx9m0wd6dxvv9905f', '2026-11-29T23:27:23.087Z'],
  ])('tells when %s was made', (id, at) => {
    if (!isRunId(id)) throw new TypeError(id);
    expect(madeAt(id).toISOString()).toBe(at);
  });
});

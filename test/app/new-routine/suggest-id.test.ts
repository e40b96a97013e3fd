import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readNewId, suggestId, titleOf } from '../../../src/app/new-routine/suggest-id.ts';
import { isRoutineId } from '../../../src/domain/ids.ts';

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
        if (id !== null) expect(isRoutineId(id)).toBe(true);
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

describe('readNewId', () => {
  it('refuses what is no id, and names the nearest one', () => {
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { matchId, resolveId } from '../../src/workspace/resolve-id.ts';

const ids = ['01hx0000aaaa', '01hx0000bbbb', '01hx0001bbbb'];

describe('matchId', () => {
  it('finds an id by its beginning and by its end', () => {
    expect(matchId(ids, '01hx0001')).toEqual({ kind: 'one', id: '01hx0001bbbb' });
    expect(matchId(ids, '00AAAA')).toEqual({ kind: 'one', id: '01hx0000aaaa' });
  });

  it('wants four letters of an end, so that two do not match by chance', () => {
    expect(matchId(ids, 'aaa')).toEqual({ kind: 'none' });
  });

  it('wants three of a beginning, so that a place in a list is not taken for one', () => {
    expect(matchId(['F-5faffc', 'F-0a1b2c'], 'F-5')).toEqual({ kind: 'none' });
    expect(matchId(['F-5faffc', 'F-0a1b2c'], 'f-5fa')).toEqual({ kind: 'one', id: 'F-5faffc' });
    expect(matchId(['D-12'], 'D-1')).toEqual({ kind: 'none' });
    expect(matchId(['D-1', 'D-12'], 'D-1')).toEqual({ kind: 'one', id: 'D-1' });
  });

  it('names all that could be meant', () => {
    expect(matchId(ids, 'bbbb')).toEqual({ kind: 'many', ids: ['01hx0000bbbb', '01hx0001bbbb'] });
  });

  it('prefers an exact id to ids that continue from it', () => {
    expect(matchId(['P-a-1', 'P-a-10'], 'P-a-1')).toEqual({ kind: 'one', id: 'P-a-1' });
  });

  it('always finds a whole id, and never one that was not there', () => {
    const id = fc.stringMatching(/^[0-9a-z]{4,26}$/);
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1 }), fc.nat(), (all, pick) => {
        const wanted = all[pick % all.length] ?? '';
        expect(matchId(all, wanted)).toEqual({ kind: 'one', id: wanted });
        const others = all.filter((one) => one !== wanted);
        const found = matchId(others, wanted);
        expect(found.kind === 'one' ? others : [true]).toContain(
          found.kind === 'one' ? found.id : true,
        );
      }),
    );
  });
});

describe('resolveId', () => {
  const search = { noun: 'run', ids, listedBy: 'roundsman runs' };

  it('says what was typed when nothing matches', () => {
    expect(() => resolveId({ ...search, text: 'zz\u001b[1m' })).toThrow('no run matches "zz"');
  });

  it('says what it could stand for when several match', () => {
    expect(() => resolveId({ ...search, text: '01' })).toThrow(
      '"01" stands for 3 runs: 01hx0000aaaa, 01hx0000bbbb, 01hx0001bbbb',
    );
  });
});

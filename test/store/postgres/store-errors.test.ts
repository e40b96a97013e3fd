import { describe, expect, it } from 'vitest';

import { storeAddress } from '../../../src/store/postgres/database.ts';
import { storeError } from '../../../src/store/postgres/store-errors.ts';

const SHOWN = 'postgres://ada@db/x';

function failureOf(code: string, more: object = {}): readonly [string, string] {
  const { code: exit, reason } = storeError(
    Object.assign(new Error('said so'), { code, ...more }),
    SHOWN,
  );
  return [exit, reason];
}

describe('what a database says', () => {
  it.each([
    ['ECONNREFUSED', 'failed', 'store-away'],
    ['57P01', 'failed', 'store-away'],
    ['08006', 'failed', 'store-away'],
    ['53300', 'failed', 'store-away'],
    ['42P01', 'missing', 'store-not-migrated'],
    ['28P01', 'failed', 'store-refused'],
    ['3D000', 'failed', 'store-refused'],
    ['23503', 'missing', 'store-gone'],
    ['22021', 'failed', 'store-encoding'],
    ['XX000', 'failed', 'store-failed'],
  ])('is told by its code: %s', (code, exit, reason) => {
    expect(failureOf(code)).toEqual([exit, reason]);
  });

  it('is not what a file says that is read or written for it', () => {
    expect(failureOf('EACCES', { path: '/x', syscall: 'open' })).toEqual(['missing', 'system']);
  });
});

describe('an address', () => {
  it('is shown without its password and parameters', () => {
    const env = { STORE: ' postgresql://ada:s3cr%40t@db.example:5433/team?password=s3cret ' };
    expect(storeAddress(env, 'STORE').shown).toBe('postgresql://ada@db.example:5433/team');
  });

  it.each(['', 'https://ada:secret@db/x', 'ada:secret'])('is none: %j', (text) => {
    expect(() => storeAddress({ STORE: text }, 'STORE')).toThrow(/STORE/);
    expect(() => storeAddress({ STORE: text }, 'STORE')).not.toThrow(/secret/);
  });
});

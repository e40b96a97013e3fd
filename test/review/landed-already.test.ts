import { describe, expect, it } from 'vitest';

import type { MainlineCommit } from '../../src/git/mainline-changes.ts';
import { landedSince } from '../../src/review/branch-facts.ts';
import { changeOf, commitOf } from '../kit/review-branches.ts';

const change = changeOf('a', { oldBlob: 'old', newBlob: 'new' });

function commit(name: string, blobs: Readonly<Record<string, string | null>>): MainlineCommit {
  return { commit: commitOf(name), blobs: new Map(Object.entries(blobs)) };
}

describe('whether a target has the changes of a branch already', () => {
  it('is so since the commit that completed them', () => {
    const second = changeOf('b', { oldBlob: null, newBlob: 'made' });
    const since = [commit('3', { z: 'z' }), commit('2', { b: 'made' }), commit('1', { a: 'new' })];
    expect(landedSince([change, second], since)).toBe(commitOf('2'));
  });

  it('is not so while one is missing, or other', () => {
    expect(landedSince([change], [])).toBeNull();
    expect(landedSince([change], [commit('1', { b: 'new' })])).toBeNull();
    expect(landedSince([change], [commit('1', { a: 'other' })])).toBeNull();
    expect(landedSince([], [commit('1', { a: 'new' })])).toBeNull();
  });

  it('is still so where the target continued from there', () => {
    const since = [commit('2', { a: 'newer' }), commit('1', { a: 'new' })];
    expect(landedSince([change], since)).toBe(commitOf('1'));
  });

  it('is not so where it was taken back', () => {
    const since = [commit('2', { a: 'old' }), commit('1', { a: 'new' })];
    expect(landedSince([change], since)).toBeNull();
  });

  it('asks of a rename that the old name is gone too', () => {
    const moved = changeOf('b', { from: 'a', status: 'renamed', oldBlob: 'old', newBlob: 'new' });
    expect(landedSince([moved], [commit('1', { b: 'new' })])).toBeNull();
    expect(landedSince([moved], [commit('1', { b: 'new', a: null })])).toBe(commitOf('1'));
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { configKeys } from '../../src/git/config-text.ts';
import { gitRepo } from '../kit/git-repo.ts';

describe('keys of a config file', () => {
  it('are those that git sees', () => {
    const repo = gitRepo({ a: 'a' });
    const text = [
      '[Core] bare = false ; why',
      '\tFSMonitor = "a b" \\',
      '  more',
      '[include]path=x.inc',
      '[branch "Fe\\"at"]',
      '\tremote',
      '\tmerge = a # no',
      '\tmerge = b',
      '[remote.Origin]',
      'url = x',
      '# [no]',
      ' ; key = 1',
    ].join('\n');
    const file = join(repo.path, 'conf');
    writeFileSync(file, text);
    const listed = repo.git('config', '--file', file, '--name-only', '--list').split('\n');
    expect([...configKeys(text).keys()].toSorted()).toEqual([...new Set(listed)].toSorted());
  });

  it('never throws, and takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(configKeys(text)).toBeInstanceOf(Map);
      }),
    );
  });
});

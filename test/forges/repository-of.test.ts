import { describe, expect, it } from 'vitest';

import { repositoryOf } from '../../src/forges/github/repository-of.ts';

const github = { name: 'github', repository: null };

describe('the repository of a connection', () => {
  it.each([
    'https://github.com/harbour/lamps.git',
    'https://token@github.com/harbour/lamps/',
    'ssh://git@github.com:22/harbour/lamps',
    'git@github.com:harbour/lamps.git',
  ])('is that of origin: %s', (url) => {
    expect(repositoryOf(github, url)).toEqual({ owner: 'harbour', repo: 'lamps' });
  });

  it('is the one that is named', () => {
    expect(
      repositoryOf({ name: 'github', repository: 'a/b.c' }, 'git@github.com:harbour/lamps'),
    ).toEqual({
      owner: 'a',
      repo: 'b.c',
    });
  });

  it.each([
    null,
    '/srv/git/lamps.git/deep/er',
    'https://github.com/harbour',
    'https://github.com/../x',
  ])('says how to name it where nobody knows: %s', (url) => {
    expect(() => repositoryOf(github, url)).toThrow(/origin does not say which repository/);
  });
});

import { describe, expect, it } from 'vitest';

import { githubPlaces, repositoryOf } from '../../src/forges/github/repository-of.ts';
import { gitlabPlaces } from '../../src/forges/gitlab/gitlab-places.ts';
import { repositoryAt } from '../../src/forges/repository-of-remote.ts';
import type { GitlabConnection } from '../../src/words/connection.ts';
import { githubConnection } from '../kit/github/github-connection.ts';
import { githubState } from '../kit/github/github-state.ts';

const github = githubConnection(
  { api: 'https://api.github.com', state: githubState() },
  { repository: null },
);

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
      repositoryOf({ ...github, repository: 'a/b.c' }, 'git@github.com:harbour/lamps'),
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
    // One of the same name at another forge is another one.
    'https://gitlab.com/harbour/lamps.git',
    'git@ghe.acme.example:harbour/lamps.git',
  ])('says how to name it where nobody knows: %s', (url) => {
    expect(() => repositoryOf(github, url)).toThrow(/origin does not say which repository/);
  });

  it.each([
    ['https://ghe.acme.example/api/v3', 'git@ghe.acme.example:harbour/lamps.git'],
    ['https://api.acme.ghe.com', 'https://acme.ghe.com/harbour/lamps'],
    ['https://api.github.com', 'ssh://git@ssh.github.com:443/harbour/lamps.git'],
  ])('is found at a forge of one’s own: %s', (api, remote) => {
    expect(repositoryAt(githubPlaces, { ...github, api }, remote)).toEqual({
      path: 'harbour/lamps',
      ofRemote: 'harbour/lamps',
    });
  });

  it.each([
    'https://forge.acme.example/gitlab/group/sub/shop.git',
    'https://oauth2:x@forge.acme.example/gitlab/group/sub/shop',
    'git@forge.acme.example:group/sub/shop.git',
    'ssh://git@forge.acme.example:2222/group/sub/shop.git',
  ])('is named without the folder that a GitLab lies in: %s', (remote) => {
    expect(repositoryAt(gitlabPlaces, BELOW, remote).ofRemote).toBe('group/sub/shop');
  });

  it('of which a group may have the name', () => {
    expect(repositoryAt(gitlabPlaces, BELOW, 'git@forge.acme.example:gitlab/shop').ofRemote).toBe(
      'gitlab/shop',
    );
  });
});

const BELOW: GitlabConnection = {
  kind: 'gitlab',
  name: 'gitlab',
  api: 'https://forge.acme.example/gitlab/api/v4',
  project: null,
  token: null,
  private: false,
  ca: null,
};

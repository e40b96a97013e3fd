import { expect, it } from 'vitest';

import { linkedIssues, ownTracker } from '../../../src/collectors/todos/own-tracker.ts';
import { gitEnvironment } from '../../../src/git/git-environment.ts';
import { gitRepo } from '../../kit/git-repo.ts';

it.each([
  ['https://github.com/Google/Gson.git', 'google/gson'],
  ['git@gitlab.com:group/sub/thing.git', 'group/sub/thing'],
  ['ssh://git@example.com/group/thing', 'group/thing'],
  ['/srv/mirrors/thing.git/', 'thing'],
  ['file:///srv/mirrors/thing', 'thing'],
])('%s is the tracker %s', async (url, expected) => {
  const repo = gitRepo();
  const context = { cwd: repo.path, env: gitEnvironment(process.env) };
  expect(await ownTracker(context)).toBeNull();
  repo.git('remote', 'add', 'origin', url);
  expect(await ownTracker(context)).toBe(expected);
});

it('finds links to issues of the own tracker, and of no other', () => {
  const links = (text: string, tracker = 'google/gson') => linkedIssues(text, tracker);
  expect(links('see https://github.com/google/Gson/issues/2658 and #3')).toEqual(['#2658']);
  expect(links('see (https://github.com/google/gson/issues/7#comment), too')).toEqual(['#7']);
  expect(links('see https://github.com/google/error-prone/issues/4206')).toEqual([]);
  expect(links('see https://github.com/google/gson/pull/12')).toEqual([]);
  expect(links('https://gitlab.com/a/b/gson/-/issues/9', 'gson')).toEqual(['#9']);
  expect(links('https://github.com/google/other-gson/issues/9', 'gson')).toEqual([]);
  expect(linkedIssues('https://github.com/google/gson/issues/9', null)).toEqual([]);
});

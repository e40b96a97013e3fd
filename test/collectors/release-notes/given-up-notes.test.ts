import { expect, it } from 'vitest';

import {
  collectReleaseNotes,
  type ReleaseNotesRule,
} from '../../../src/collectors/release-notes/collect-release-notes.ts';
import { collectRequest } from '../../kit/collect-request.ts';
import { gitRepo } from '../../kit/git-repo.ts';

const RULE: ReleaseNotesRule = {
  kind: 'release-notes',
  path: null,
  form: 'auto',
  range: { kind: 'last-release' },
  tags: '*',
  types: ['feat', 'fix'],
  exclude: [],
};

it('misses nothing for certain in notes that never told of the release before', async () => {
  const repo = gitRepo({ 'CHANGELOG.md': '# Changelog\n\n## 1.0.0\n\n- The first thing\n' });
  repo.git('tag', 'v1.0.0');
  const feature = (name: string): string =>
    repo.commit({ files: { 'src/a.js': `${name}\n` }, message: `feat: ${name}` });
  const check = () => collectReleaseNotes(collectRequest(repo.path, RULE));
  const first = feature('read settings from TOML');
  expect(await check()).toMatchObject({ unmentioned: [first], perhaps: [] });
  repo.git('tag', 'v1.1.0');
  const second = feature('write tables as CSV');
  expect(await check()).toMatchObject({ unmentioned: [], perhaps: [second] });
});

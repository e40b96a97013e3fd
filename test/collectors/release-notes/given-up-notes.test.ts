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

it('awaits nothing of notes that were written at each release, and are no longer', async () => {
  const notes = ['# Changelog\n'];
  const repo = gitRepo({ 'CHANGELOG.md': notes.join('\n') });
  const change = (name: string): string =>
    repo.commit({ files: { [`src/${name}.js`]: `${name}\n` }, message: `feat: write ${name}` });
  const names = 'tables charts maps forms axes keys rows cells'.split(' ');
  for (const [index, name] of names.entries()) {
    change(name);
    notes.splice(1, 0, `## 1.${index}.0\n\n- Write ${name}\n`);
    repo.commit({
      files: { 'CHANGELOG.md': notes.join('\n') },
      message: `1.${index}.0`,
    });
    repo.git('tag', `v1.${index}.0`);
  }
  const check = () => collectReleaseNotes(collectRequest(repo.path, RULE));
  const awaited = change('lists');
  expect(await check()).toMatchObject({ waiting: [awaited], perhaps: [], unmentioned: [] });
  repo.git('tag', 'v1.8.0');
  const told = change('graphs');
  expect(await check()).toMatchObject({ perhaps: [told], unmentioned: [] });
});

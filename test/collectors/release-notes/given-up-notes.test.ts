import { expect, it } from 'vitest';

import {
  collectReleaseNotes,
  type ReleaseNotesRule,
} from '../../../src/collectors/release-notes/collect-release-notes.ts';
import { collectRequest } from '../../kit/collect-request.ts';
import { gitRepo } from '../../kit/git-repo.ts';

const NOTES = '# Changelog\n\n## 1.0.0\n\n- The first thing\n';

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
  const repo = gitRepo({ 'CHANGELOG.md': NOTES });
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

it('checks nothing where at least five releases came after the notes ended, until one is told again', async () => {
  const repo = gitRepo({ 'CHANGELOG.md': NOTES });
  repo.git('tag', 'v1.0.0');
  const release = (minor: number): void => {
    repo.commit({ files: { 'src/a.js': `${minor}\n` }, message: `feat: count to ${minor}` });
    repo.git('tag', `v1.${minor}.0`);
  };
  const check = () => collectReleaseNotes(collectRequest(repo.path, RULE));
  for (const minor of [1, 2, 3, 4]) release(minor);
  repo.commit({ files: { 'src/a.js': 'next\n' }, message: 'feat: count on' });
  const before = await check();
  expect([before.retired, before.changelog?.path]).toEqual([undefined, 'CHANGELOG.md']);
  release(5);
  // That old words are corrected does not make them notes that are written.
  const corrected = '# Changelog\n\n## 1.0.0\n\n- The very first thing\n';
  repo.commit({ files: { 'CHANGELOG.md': corrected }, message: 'Correct a word' });
  repo.commit({ files: { 'src/a.js': 'later\n' }, message: 'feat: count later' });
  expect(await check()).toMatchObject({
    changelog: null,
    retired: { path: 'CHANGELOG.md', version: '1.0.0' },
    problems: [],
  });
  const told = corrected.replace('## 1.0.0', '## 1.6.0\n\n- Count later\n\n## 1.0.0');
  repo.commit({ files: { 'CHANGELOG.md': told }, message: 'Tell of 1.6.0' });
  const again = await check();
  expect([again.retired, again.changelog?.path]).toEqual([undefined, 'CHANGELOG.md']);
});

it('takes the notes in a folder of pages for those of the whole project', async () => {
  const repo = gitRepo({ 'docs/CHANGELOG.md': NOTES, 'docs/package.json': '{}' });
  repo.git('tag', 'v1.0.0');
  const missing = repo.commit({ files: { 'src/a.js': 'x' }, message: 'feat: write charts' });
  const rule = { ...RULE, path: 'docs/CHANGELOG.md' };
  const { unmentioned } = await collectReleaseNotes(collectRequest(repo.path, rule));
  expect(unmentioned).toEqual([missing]);
});

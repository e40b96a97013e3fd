import { expect, it } from 'vitest';

import { collectReleaseNotes } from '../../../src/collectors/release-notes/collect-release-notes.ts';
import { collectRequest } from '../../kit/collect-request.ts';
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';

it('misses none of many changes that the notes tell of an older line', async () => {
  const many = Array.from({ length: 70 }, (_, at) => at + 100);
  const older = many.map((at) => `- Part ${at} is mended (#${at})\n`).join('');
  const notes = `## [1.0.0] - 2026-01-01\n\n- The first thing\n\n## [0.9.1] - 2026-01-09\n\n${older}`;
  const repo = gitRepo({ 'CHANGELOG.md': `# Changelog\n\n${notes}` });
  repo.git('tag', 'v1.0.0');
  for (const at of many)
    repo.commit({ files: { 'src/a.js': `${at}\n` }, message: `fix: part ${at} (#${at})` });
  expect(await missed(repo)).toEqual([]);
});

it('misses no chore that an entry without its number tells, among entries that name theirs', async () => {
  const entry = (at: number): string => `- Drop the ${LAMPS[at] ?? ''} lamp (#${at})\n`;
  const chore = (at: number): string => `chore: drop the ${LAMPS[at] ?? ''} lamp (#${at})`;
  const head = '# Changelog\n\n';
  const first = `## [1.0.0] - 2026-01-01\n\n${LAMPS.slice(0, 8)
    .map((_, at) => entry(at))
    .join('')}`;
  const repo = gitRepo({ 'CHANGELOG.md': `${head}## [0.1.0] - 2025-01-01\n\n- The first thing\n` });
  repo.git('tag', 'v0.1.0');
  LAMPS.slice(0, 8).forEach((_, at) =>
    repo.commit({ files: { 'src/a.js': `${at}\n` }, message: chore(at) }),
  );
  repo.commit({ files: { 'CHANGELOG.md': `${head}${first}` }, message: 'Release 1.0.0' });
  repo.git('tag', 'v1.0.0');
  const told = '- Drop support for Rails 7.1 and Ruby 3.2\n';
  const next = `## [1.1.0] - 2026-02-01\n\n${[8, 9, 10].map(entry).join('')}${told}`;
  for (const at of [8, 9, 10])
    repo.commit({ files: { 'src/a.js': `${at}\n` }, message: chore(at) });
  repo.commit({
    files: { 'src/a.js': 'rails\n' },
    message: 'chore: Drop support for Rails 7.1 and Ruby 3.2 (#99)',
  });
  repo.commit({ files: { 'CHANGELOG.md': `${head}${next}\n${first}` }, message: 'Release 1.1.0' });
  expect(await missed(repo)).toEqual([]);
});

it('misses no change whose title an older line repeats under another number', async () => {
  const entry = (at: number): string => `- Add the ${LAMPS[at] ?? ''} lamp (#${at})\n`;
  const add = (at: number): void =>
    void repo.commit({
      files: { 'src/a.js': `${at}\n` },
      message: `feat: add the ${LAMPS[at] ?? ''} lamp (#${at})`,
    });
  const of = (numbers: readonly number[]): string => numbers.map(entry).join('');
  const head = '# Changelog\n\n';
  const begun = '## [0.1.0] - 2025-01-01\n\n- The first thing\n';
  const first = `## [1.0.0] - 2026-01-01\n\n${of([0, 1, 2, 3, 4, 5, 6, 7])}\n${begun}`;
  const repo = gitRepo({ 'CHANGELOG.md': head + begun });
  repo.git('tag', 'v0.1.0');
  repo.git('switch', '-c', 'older');
  repo.commit({ files: { 'src/a.js': 'older\n' }, message: 'fix: the old parser (#24)' });
  repo.git('tag', 'v0.9.1');
  repo.git('switch', 'main');
  for (let at = 0; at < 8; at += 1) add(at);
  repo.commit({ files: { 'CHANGELOG.md': head + first }, message: 'Release 1.0.0' });
  repo.git('tag', 'v1.0.0');
  for (const at of [8, 9, 10]) add(at);
  repo.commit({
    files: { 'src/a.js': 'parser\n' },
    message: 'fix: resolve deprecation warnings about the old parser (#20)',
  });
  const older =
    '## [0.9.1] - 2026-01-09\n\n- Resolve deprecation warnings about the old parser (#24)\n\n';
  const next = `## [1.1.0] - 2026-02-01\n\n${of([8, 9, 10])}\n`;
  repo.commit({ files: { 'CHANGELOG.md': head + next + older + first }, message: 'Release 1.1.0' });
  expect(await missed(repo)).toEqual([]);
});

const LAMPS = 'red green blue amber white black brass round square oval flat'.split(' ');

async function missed(repo: GitRepo): Promise<readonly string[]> {
  const { unmentioned, perhaps = [] } = await collectReleaseNotes(
    collectRequest(repo.path, {
      kind: 'release-notes',
      path: null,
      form: 'auto',
      range: { kind: 'last-release' },
      tags: '*',
      types: ['feat', 'fix'],
      exclude: [],
    }),
  );
  return [...unmentioned, ...perhaps];
}

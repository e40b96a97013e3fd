import { expect, it } from 'vitest';

import { collectReleaseNotes } from '../../../src/collectors/release-notes/collect-release-notes.ts';
import { collectRequest } from '../../kit/collect-request.ts';
import { gitRepo } from '../../kit/git-repo.ts';

it('misses none of many changes that the notes tell of an older line', async () => {
  const many = Array.from({ length: 70 }, (_, at) => at + 100);
  const older = many.map((at) => `- Part ${at} is mended (#${at})\n`).join('');
  const notes = `## [1.0.0] - 2026-01-01\n\n- The first thing\n\n## [0.9.1] - 2026-01-09\n\n${older}`;
  const repo = gitRepo({ 'CHANGELOG.md': `# Changelog\n\n${notes}` });
  repo.git('tag', 'v1.0.0');
  for (const at of many)
    repo.commit({ files: { 'src/a.js': `${at}\n` }, message: `fix: part ${at} (#${at})` });
  const { unmentioned, perhaps } = await collectReleaseNotes(
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
  expect([...unmentioned, ...(perhaps ?? [])]).toEqual([]);
});

/** What a dry run of the built-in engine shows in place of a prompt. */
import { expect, it } from 'vitest';

import { writeFound } from '../../../src/cli/output/found-lines.ts';
import { openPage } from '../../../src/cli/output/page.ts';
import { recordingTerminal } from '../../kit/recording-terminal.ts';
import { releaseCommit, releaseFacts, releaseNote } from '../../kit/release-facts.ts';

it('tells what a check would report, and nothing of a collector that found nothing', () => {
  const terminal = recordingTerminal();
  const told = releaseCommit(1, 'feat: count days');
  const missed = releaseCommit(2, 'feat: count\u001b[2J weeks');
  const items = [releaseNote('Days'), releaseNote('Months', { commits: [], line: 9 })];
  writeFound(openPage(terminal), {
    'release-notes': releaseFacts({ items, commits: [told, missed], unmentioned: [missed.sha] }),
    other: releaseFacts({ items: [], commits: [], unmentioned: [], problems: [] }),
  });
  expect(terminal.written.out).toBe(
    [
      '',
      'release-notes',
      `  CHANGELOG.md:9 no commit backs: Months`,
      `  ${missed.sha.slice(0, 10)} not in the notes: feat: count weeks`,
      '',
    ].join('\n'),
  );
});

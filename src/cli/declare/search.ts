import type { TopCommand } from '../command.ts';

export const searchCommands: readonly TopCommand[] = [
  {
    name: 'search',
    group: 'Runs',
    summary: 'Find words in reports, sessions, findings, items, decisions and knowledge',
    about:
      'All the words are to be there; where nothing has them all, what has the most of them is shown. Words may be begun ' +
      'only, or have a slip; parts of names and paths count. Sessions are those of people in the last ninety days.',
    words: [{ syntax: '<words...>', text: 'what to look for' }],
    options: [
      {
        flags: '--kind <kind>',
        text: 'only these: report, session, finding, item, decision, knowledge',
        repeatable: true,
        values: 'search-kind',
      },
      { flags: '--routine <id>', text: 'only what this routine left', values: 'routine' },
      { flags: '--since <when>', text: 'not older: 12h, 30d, 2026-12-01' },
      { flags: '--limit <n>', text: 'so many at most (default: 20)' },
    ],
    examples: [
      'roundsman search onChange',
      'roundsman search "date library" --kind decision --kind report',
      'roundsman search flaky --routine nightly-tests --since 30d --json',
    ],
    load: async () => (await import('../commands/search.ts')).searchCommand,
  },
];

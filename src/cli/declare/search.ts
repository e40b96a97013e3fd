import type { TopCommand } from '../command.ts';

export const searchCommands: readonly TopCommand[] = [
  {
    name: 'search',
    group: 'Runs',
    summary: 'Search reports, sessions, findings, items and notes',
    about:
      'Finds entries with all the words, else those with most of them. Words may be shortened or misspelled, and ' +
      'parts of names and paths match. Includes people’s sessions of the last 90 days.',
    words: [{ syntax: '<words...>', text: 'what to look for' }],
    options: [
      {
        flags: '--kind <kind>',
        text: 'only these: report, session, finding, item, decision, knowledge',
        repeatable: true,
        values: 'search-kind',
      },
      { flags: '--routine <id>', text: 'only what this routine left', values: 'routine' },
      { flags: '--since <when>', text: 'not older than: 12h, 30d, 2026-12-01' },
      { flags: '--limit <n>', text: 'how many (default: 20)' },
    ],
    examples: [
      'roundsman search onChange',
      'roundsman search "date library" --kind decision --kind report',
      'roundsman search flaky --routine nightly-tests --since 30d --json',
    ],
    load: async () => (await import('../commands/search.ts')).searchCommand,
  },
];

import { SLOT_STATES } from '../../words/slot.ts';
import type { TopCommand, WordDeclaration } from '../command.ts';

const RUN: WordDeclaration = {
  syntax: '[run]',
  text: 'a run: its id, a part of it, or a routine (its newest run); default: the newest',
  values: ['routine', 'run'],
};

export const seeCommands: readonly TopCommand[] = [
  {
    name: 'slots',
    group: 'Runs',
    summary: 'List what was due and what happened, newest first',
    about:
      'Every due slot has one record: due, queued, started, or why it ended without a run. Slots that should exist ' +
      'but have no record are shown as expected. Below the table: routines that have not started for a while.',
    words: [{ syntax: '[routine]', text: 'only slots of this routine', values: 'routine' }],
    options: [
      {
        flags: '--since <when>',
        text: 'only slots from then on: 2d, 2026-12-01, 2026-12-01T09:00Z',
      },
      {
        flags: '--state <state>',
        text: `only these: ${SLOT_STATES.join(', ')}`,
        repeatable: true,
      },
      { flags: '--limit <n>', text: 'how many (default: 20)' },
      { flags: '--all', text: 'all of them' },
    ],
    examples: [
      'roundsman slots',
      'roundsman slots todo-sweep --since 7d',
      'roundsman slots --state missed --state skipped --json',
    ],
    load: async () => (await import('../commands/slots.ts')).slotsCommand,
  },
  {
    name: 'page',
    group: 'Operate',
    summary: 'Print a link that opens the web page, logged in',
    about:
      'The daemon serves the page on this machine only. The link works once, for ten minutes; the browser then ' +
      'stays logged in for 30 days.',
    options: [
      { flags: '--open', text: 'open it in the browser of this machine' },
      { flags: '--log-out', text: 'log out every browser first' },
    ],
    examples: ['roundsman page', 'roundsman page --open', 'roundsman page --log-out --json'],
    load: async () => (await import('../commands/page.ts')).pageCommand,
  },
  {
    name: 'runs',
    group: 'Runs',
    summary: 'List runs, newest first',
    words: [{ syntax: '[routine]', text: 'only runs of this routine', values: 'routine' }],
    options: [
      { flags: '--failed', text: 'only those that failed' },
      { flags: '--since <when>', text: 'only newer ones: yesterday, 7d, or a date' },
      { flags: '--limit <n>', text: 'how many (default: 20)' },
      { flags: '--all', text: 'all of them' },
    ],
    examples: ['roundsman runs', 'roundsman runs todo-sweep --limit 5', 'roundsman runs --failed'],
    load: async () => (await import('../commands/runs.ts')).runsCommand,
  },
  {
    name: 'show',
    group: 'Runs',
    summary: 'Show a run: its result, report, log, brief or diff',
    about:
      'Also shows a finding (F-3fa9), a request (P-4k2v9x-1), an item (RM-3), a branch group (S-3fa9), a decision (D-3), ' +
      'knowledge (K-3), a message (M-4f2a9c) or a branch, by its id. Of a run that waits for a worker: why.',
    words: [{ ...RUN, syntax: '[id]', values: ['routine', 'run', 'finding', 'proposal', 'item'] }],
    options: [
      { flags: '--report', text: 'the report' },
      { flags: '--log', text: 'what the agent printed' },
      { flags: '--brief', text: 'what the agent was given' },
      { flags: '--diff', text: 'what its branch changes' },
    ],
    examples: [
      'roundsman show',
      'roundsman show todo-sweep --report',
      'roundsman show 4k2v9x --json',
      'roundsman show F-3fa9',
    ],
    load: async () => (await import('../commands/show-any.ts')).showAnyCommand,
  },
  {
    name: 'preview',
    group: 'Runs',
    summary: 'Show the mail about a run, as it was or would be sent',
    about:
      'Prints subject, recipients and plain text; the HTML part goes to a file or the browser. Shows the stored ' +
      'message of the run if there is one, else one made from `notify` in the working tree. Nothing is sent.',
    words: [RUN],
    options: [
      { flags: '--message <id>', text: 'a stored message in place of a run' },
      { flags: '--gather', text: 'the mails that are held: the morning mail as it is so far' },
      { flags: '--html <file>', text: 'write the HTML part to this file', values: 'file' },
      { flags: '--open', text: 'open it on the page of the daemon' },
    ],
    examples: [
      'roundsman preview',
      'roundsman preview ticket-digest --html mail.html',
      'roundsman preview --gather --json',
    ],
    load: async () => (await import('../commands/preview.ts')).previewCommand,
  },
  {
    name: 'logs',
    group: 'Runs',
    summary: 'Show what the agent of a run printed',
    about:
      'For engines with machine-readable output, shows messages, actions and errors; --raw shows the output itself.',
    words: [RUN],
    options: [
      { flags: '-f, --follow', text: 'follow until the run ends' },
      { flags: '--daemon', text: 'what the daemon did, as its log has it' },
      { flags: '--raw', text: 'the unprocessed output' },
    ],
    examples: ['roundsman logs', 'roundsman logs todo-sweep -f', 'roundsman logs --daemon'],
    load: async () => (await import('../commands/logs.ts')).logsCommand,
  },
  {
    name: 'brief',
    group: 'Runs',
    summary: 'Show what an agent was given, or would be given now',
    about:
      'For a run: the brief as stored. For a routine: what a run would get now. Nothing is started.',
    words: [
      {
        syntax: '[run|routine]',
        text: 'a run: its id or a part of it (default: the newest); or a routine, for a preview',
        values: ['routine', 'run'],
      },
    ],
    options: [
      {
        flags: '--set <key=value>',
        text: 'override a value of the routine for this preview',
        repeatable: true,
        values: 'setting',
      },
      {
        flags: '--input <name=value>',
        text: 'as for a run',
        repeatable: true,
        values: 'input',
      },
      {
        flags: '--yes',
        text: 'do not ask, even if the definition differs from the default branch',
      },
    ],
    examples: ['roundsman brief', 'roundsman brief todo-sweep', 'roundsman brief 4k2v9x --json'],
    load: async () => (await import('../commands/brief.ts')).briefCommand,
  },
  {
    name: 'reports',
    group: 'Runs',
    summary: 'List reports',
    words: [],
    options: [{ flags: '--routine <id>', text: 'only reports of this routine', values: 'routine' }],
    examples: [
      'roundsman reports',
      'roundsman reports show todo-sweep',
      'roundsman reports restore',
    ],
    verbs: [
      {
        name: 'show',
        summary: 'Print a report',
        words: [RUN],
        options: [
          { flags: '--date <day>', text: 'the newest of that day: tuesday, yesterday, 2026-12-01' },
          { flags: '--raw', text: 'the Markdown as it is, front matter and all' },
        ],
        examples: ['roundsman reports show', 'roundsman reports show ticket-digest --date tuesday'],
        load: async () => (await import('../commands/reports-show.ts')).reportsShowCommand,
      },
      {
        name: 'restore',
        summary: 'Write the copies in reports/ again',
        examples: ['roundsman reports restore'],
        load: async () => (await import('../commands/reports.ts')).reportsRestoreCommand,
      },
    ],
    load: async () => (await import('../commands/reports.ts')).reportsCommand,
  },
];

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

// Looking back: where a commit comes from, and what people took of what was made.
export const explainCommands: readonly TopCommand[] = [
  {
    name: 'explain',
    group: 'Branches',
    summary: 'Show which run made a commit, and who landed it',
    about:
      'Uses stored runs, landings and decisions. Landing adds a short git note to its commits ' +
      '(refs/notes/roundsman); it stays local unless you push it.',
    words: [{ syntax: '[commit]', text: 'a hash, a branch, HEAD~2 (default: HEAD)' }],
    options: [{ flags: '--write', text: 'write the notes of its landing again' }],
    examples: ['roundsman explain 4f2a91c', 'roundsman explain HEAD --json'],
    load: async () => (await import('../commands/explain.ts')).explainCommand,
  },
  {
    name: 'figures',
    group: 'Branches',
    summary: 'Show acceptance rate, cost and waiting time by routine',
    about:
      'Also shows accepted and dismissed findings, and approved and declined requests. A branch and its successors ' +
      'count once; undone landings count as not taken.',
    options: [
      { flags: '--routine <id>', text: 'only this routine', values: 'routine' },
      {
        flags: '--since <moment>',
        text: 'only what ran or was decided since then: month, 30d, 2026-11-01',
      },
      { flags: '--audit', text: 'instead: who did what, when and from where (docs/page.md)' },
      { flags: '--csv', text: 'with --audit: as CSV' },
    ],
    examples: [
      'roundsman figures --since month',
      'roundsman figures --since 30d --json',
      'roundsman figures --audit --csv > audit.csv',
    ],
    load: async () => (await import('../commands/figures.ts')).figuresCommand,
  },
];

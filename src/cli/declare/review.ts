import type {
  CommandDeclaration,
  OptionDeclaration,
  TopCommand,
  WordDeclaration,
} from '../command.ts';
import { NEEDED_REASON, REASON } from './reason-options.ts';

const WHOLE_RUN: OptionDeclaration = {
  flags: '--all',
  text: 'all that wait; with words, all of these runs or routines',
};
const PROPOSALS: WordDeclaration = {
  syntax: '[request...]',
  text: 'ids as `roundsman inbox` shows them, or the key of the item that would be filed',
  values: ['proposal', 'run'],
};
const PROPOSAL: WordDeclaration = {
  syntax: '<request>',
  text: 'its id, or a part of it',
  values: 'proposal',
};

export const outboxVerbs: readonly CommandDeclaration[] = [
  {
    name: 'show',
    summary: 'Show a request: what exactly would happen, and why',
    about:
      'For a push, asks the remote: the ref’s current and new value, and the commits and files that would be ' +
      'pushed. Credentials in its address are hidden.',
    words: [PROPOSAL],
    examples: ['roundsman requests show P-4k2v9x-1'],
    load: async () => (await import('../commands/outbox-show.ts')).outboxShowCommand,
  },
  {
    name: 'approve',
    summary: 'Approve requests, and apply them',
    about:
      'An approval covers the content you saw; an edited request needs a new one. A push creates a new branch at ' +
      'the remote with your credentials. It never prompts, runs hooks, overwrites a branch, or pushes to a default ' +
      'or protected branch. Exits with 1 if something failed.',
    words: [PROPOSALS],
    options: [
      WHOLE_RUN,
      REASON,
      {
        flags: '--hash <content>',
        text: 'only if this is its content hash, as `show` prints it',
      },
    ],
    examples: [
      'roundsman requests approve P-4k2v9x-1',
      'roundsman requests approve P-4k2v9x-1 --hash 3fa9c1d2e4b5',
      'roundsman requests approve --all todo-sweep',
    ],
    load: async () => (await import('../commands/outbox-decide.ts')).outboxApproveCommand,
  },
  {
    name: 'edit',
    summary: 'Edit a request before you approve it',
    about:
      'Without options, opens title and body in VISUAL or EDITOR. Earlier versions are kept. An edited request ' +
      'needs approval again. Editing a push uses the current tip of its branch.',
    words: [PROPOSAL],
    options: [
      { flags: '--title <text>', text: 'of an item: its title' },
      { flags: '--body <text>', text: 'of an item: its text' },
      {
        flags: '--file <path>',
        text: 'its text is in this file (-: standard input)',
        values: 'file',
      },
      { flags: '--ref <name>', text: 'of a push: the name of the branch at the remote' },
    ],
    examples: [
      'roundsman requests edit P-4k2v9x-1',
      'roundsman requests edit P-4k2v9x-1 --title "Remove the old parser"',
      'roundsman requests edit P-4k2v9x-2 --ref fix/parser',
    ],
    load: async () => (await import('../commands/outbox-edit.ts')).outboxEditCommand,
  },
  {
    name: 'decline',
    summary: 'Decline requests; their findings are dismissed',
    words: [PROPOSALS],
    options: [WHOLE_RUN, NEEDED_REASON],
    examples: ['roundsman requests decline P-4k2v9x-1 --reason "already filed"'],
    load: async () => (await import('../commands/outbox-decide.ts')).outboxDeclineCommand,
  },
  {
    name: 'retry',
    summary: 'Apply approved requests that failed or were interrupted',
    about: 'Without ids: all of them. Nothing is applied twice.',
    words: [
      {
        syntax: '[request...]',
        text: 'ids as `roundsman requests` shows them',
        values: 'proposal',
      },
    ],
    examples: ['roundsman requests retry', 'roundsman requests retry P-4k2v9x-2'],
    load: async () => (await import('../commands/outbox-decide.ts')).outboxRetryCommand,
  },
];

const FINDINGS: WordDeclaration = {
  syntax: '[finding...]',
  text: 'ids as `roundsman inbox` shows them; or the key of an item, or a place: src/store.js:3',
  values: 'finding',
};
const WHOLE_GROUPS: OptionDeclaration = {
  flags: '--all',
  text: 'all that wait; with words, all of these runs, routines or folders',
};

const READ_RUNS =
  'The id of a failed run or of a report, as the inbox shows it, marks that as read.';

export const findingVerbs: readonly CommandDeclaration[] = [
  {
    name: 'accept',
    summary: 'Accept a finding, and file the item or issue that was proposed for it',
    about: `The name of a routine accepts all that waits of it. ${READ_RUNS}`,
    words: [FINDINGS],
    options: [WHOLE_GROUPS, REASON],
    examples: ['roundsman findings accept F-3fa9', 'roundsman findings accept todo-sweep'],
    load: async () => (await import('../commands/findings-decide.ts')).findingsAcceptCommand,
  },
  {
    name: 'dismiss',
    summary: 'Dismiss a finding; it is not reported again',
    about: READ_RUNS,
    words: [FINDINGS],
    options: [WHOLE_GROUPS, NEEDED_REASON],
    examples: [
      'roundsman findings dismiss F-3fa9 --reason "kept on purpose"',
      'roundsman findings dismiss --all src/legacy --reason "not ours"',
    ],
    load: async () => (await import('../commands/findings-decide.ts')).findingsDismissCommand,
  },
  {
    name: 'snooze',
    summary: 'Hide a finding for a while',
    about: 'The id of a failed run or of a report, as the inbox shows it, hides that.',
    words: [FINDINGS],
    options: [
      WHOLE_GROUPS,
      { flags: '--for <duration>', text: '12h, 30d, … (default: 7d)' },
      {
        flags: '--until <moment>',
        text: 'until then: monday, tomorrow, 2026-12-01, or an instant',
      },
      REASON,
    ],
    examples: [
      'roundsman findings snooze F-3fa9 --for 14d',
      'roundsman findings snooze F-3fa9 --until 2026-12-01 --reason "not now"',
    ],
    load: async () => (await import('../commands/findings-decide.ts')).findingsSnoozeCommand,
  },
  {
    name: 'reopen',
    summary: 'Take back a decision on a finding',
    words: [{ ...FINDINGS, syntax: '<finding...>' }],
    options: [REASON],
    examples: ['roundsman findings reopen F-3fa9 --reason "it does hurt"'],
    load: async () => (await import('../commands/findings-decide.ts')).findingsReopenCommand,
  },
  {
    name: 'show',
    summary: 'Show a finding and its history',
    words: [{ syntax: '<finding>', text: 'its id, or a part of it', values: 'finding' }],
    examples: ['roundsman findings show F-3fa9'],
    load: async () => (await import('../commands/findings-show.ts')).findingsShowCommand,
  },
  {
    name: 'split',
    summary: 'Split a finding that stands for two',
    about:
      'The finding keeps its history, decision and item; its newest wording becomes a new finding. The two are not ' +
      'merged again.',
    words: [{ syntax: '<finding>', text: 'its id, or a part of it', values: 'finding' }],
    options: [
      {
        flags: '--wording <fingerprint>',
        text: 'which of its wordings is another finding (default: the newest)',
      },
    ],
    examples: ['roundsman findings split F-3fa9'],
    load: async () => (await import('../commands/findings-decide.ts')).findingsSplitCommand,
  },
];

export const reviewCommands: readonly TopCommand[] = [
  {
    name: 'inbox',
    group: 'Inbox',
    summary: 'List everything that waits for you',
    about:
      'Questions, failed runs, findings, requests, branches, reports and notes, grouped by the run that they came from. ' +
      '`roundsman morning` walks through them one by one.',
    words: [{ syntax: '[routine]', text: 'only of this routine', values: 'routine' }],
    options: [{ flags: '--all', text: 'every entry, none folded' }],
    examples: ['roundsman inbox', 'roundsman inbox todo-sweep --all'],
    load: async () => (await import('../commands/inbox.ts')).inboxCommand,
  },
  {
    name: 'morning',
    group: 'Inbox',
    summary: 'Decide on what waits, one by one',
    about:
      'Shows questions, failed runs, findings, requests, branches, reports and notes one by one. Keys: a yes, e ' +
      'change, d no (asks why), s later, o open, u undo, ? help, q quit. Without a terminal it prints the inbox.',
    options: [{ flags: '--list', text: 'print the list only' }],
    examples: ['roundsman morning', 'roundsman morning --list'],
    load: async () => (await import('../commands/morning.ts')).morningCommand,
  },
  {
    name: 'answer',
    group: 'Inbox',
    summary: 'Answer an agent’s question, so that its run continues',
    about:
      'Without a run: lists open questions. Without an answer: shows the question. The agent continues in its ' +
      'session, or in a new one that gets the history. You do not have to answer: at the deadline the default is ' +
      'used, or the run ends with what it has. Stays with the run, like `run`.',
    words: [
      {
        syntax: '[run]',
        text: 'a run that waits: its id, a part of it, or a routine (its newest run)',
        values: ['routine', 'run'],
      },
      { syntax: '[text...]', text: 'the answer' },
    ],
    options: [
      { flags: '--option <n>', text: 'one of the options that it gave, counted from 1' },
      { flags: '--file <path>', text: 'the answer is in this file', values: 'file' },
      { flags: '--detach', text: 'answer and return at once' },
    ],
    examples: [
      'roundsman answer',
      'roundsman answer 4k2v9x',
      'roundsman answer 4k2v9x --option 2',
      'roundsman answer todo-sweep "Keep the old name."',
    ],
    load: async () => (await import('../commands/answer.ts')).answerCommand,
  },
  {
    name: 'findings',
    group: 'Inbox',
    summary: 'List findings and your decisions on them',
    options: [
      { flags: '--routine <id>', text: 'only findings of this routine', values: 'routine' },
      {
        flags: '--state <states>',
        text: 'new, known, regressed, resolved, dismissed, snoozed, or open; several with commas (default: open)',
      },
      { flags: '--since <moment>', text: 'only what changed since then: 7d, 2026-11-01' },
      { flags: '--severity <least>', text: 'this severity or higher: info, low, medium, high' },
      { flags: '--all', text: 'also the resolved, dismissed and snoozed ones' },
    ],
    examples: [
      'roundsman findings',
      'roundsman findings --since 7d --severity medium',
      'roundsman findings dismiss F-3fa9 --reason "by design"',
    ],
    verbs: findingVerbs,
    load: async () => (await import('../commands/findings.ts')).findingsCommand,
  },
  {
    name: 'requests',
    group: 'Inbox',
    summary: 'List requests of runs that wait for approval',
    about:
      'Approved requests are applied at once, exactly once. Failed ones say why and can be retried.',
    options: [{ flags: '--all', text: 'also decided ones' }],
    examples: ['roundsman requests', 'roundsman requests approve --all todo-sweep'],
    verbs: outboxVerbs,
    load: async () => (await import('../commands/outbox.ts')).outboxCommand,
  },
];

import { LINK_FORMS } from '../../ledger/item-link-words.ts';
import type {
  CommandDeclaration,
  OptionDeclaration,
  TopCommand,
  WordDeclaration,
} from '../command.ts';
import { REASON } from './reason-options.ts';

const ITEM: WordDeclaration = { syntax: '<item>', text: 'its key: RM-3, or 3', values: 'item' };
const LINKS: WordDeclaration = { syntax: '<link...>', text: LINK_FORMS };
const BODY: readonly OptionDeclaration[] = [
  { flags: '--body <text>', text: 'what to do, Markdown' },
  {
    flags: '--file <path>',
    text: 'the body is in this file; - for standard input',
    values: 'file',
  },
];
const FILES: OptionDeclaration = {
  flags: '--files <glob>',
  text: 'files it will probably change: a path or pattern from the root',
  repeatable: true,
  values: 'file',
};
const STALE_AFTER: OptionDeclaration = {
  flags: '--stale-after <duration>',
  text: 'how long without activity: 12h, 30d, … (default: 14d)',
};
const ROUTINE: OptionDeclaration = {
  flags: '--routine <id>',
  text: 'only what this routine asked for',
  values: 'routine',
};

const itemVerbs: readonly CommandDeclaration[] = [
  {
    name: 'show',
    summary: 'Show an item: its status and what is linked to it',
    words: [ITEM],
    options: [STALE_AFTER],
    examples: ['roundsman items show RM-3', 'roundsman items show 3 --json'],
    load: async () => (await import('../commands/items-show.ts')).itemsShowCommand,
  },
  {
    name: 'new',
    summary: 'Create an item',
    words: [{ syntax: '<title...>', text: 'one line' }],
    options: [
      ...BODY,
      { flags: '--parent <item>', text: 'the item that it is a part of', values: 'item' },
      FILES,
    ],
    examples: [
      'roundsman items new "Retry on 429" --files "src/http/**"',
      'roundsman items new "Write the test first" --parent RM-3 --file notes.md',
    ],
    load: async () => (await import('../commands/items-change.ts')).itemsNewCommand,
  },
  {
    name: 'edit',
    summary: 'Edit an item’s title, body, parent or files',
    words: [ITEM],
    options: [
      { flags: '--title <text>', text: 'one line' },
      ...BODY,
      {
        flags: '--parent <item>',
        text: 'the item that it is a part of; none takes it out',
        values: 'item',
      },
      { ...FILES, text: 'these take the place of the ones before' },
      { flags: '--clear-files', text: 'no files from now on' },
    ],
    examples: ['roundsman items edit RM-3 --title "Retry on 429 and 503" --parent none'],
    load: async () => (await import('../commands/items-change.ts')).itemsEditCommand,
  },
  {
    name: 'link',
    summary: 'Link an item to a branch, run, session, decision, item or URL',
    about:
      'The status of an item follows from its links: runs, branches, sessions and the state of its findings.',
    words: [ITEM, LINKS],
    examples: [
      'roundsman items link RM-3 branch:fix/retry',
      'roundsman items link RM-3 blocked-by:RM-2 https://example.com/tickets/812',
    ],
    load: async () => (await import('../commands/items-change.ts')).itemsLinkCommand,
  },
  {
    name: 'unlink',
    summary: 'Remove a link',
    words: [ITEM, LINKS],
    examples: ['roundsman items unlink RM-3 branch:fix/retry'],
    load: async () => (await import('../commands/items-change.ts')).itemsUnlinkCommand,
  },
  {
    name: 'close',
    summary: 'Close an item as done, dropped or a duplicate',
    words: [ITEM],
    options: [
      { flags: '--done', text: 'it is done' },
      { flags: '--dropped', text: 'it will not be done; needs --reason' },
      { flags: '--duplicate-of <item>', text: 'it duplicates this item', values: 'item' },
      REASON,
      {
        flags: '--dismiss-findings',
        text: 'with --dropped: dismiss its findings too, with the same reason',
      },
    ],
    examples: [
      'roundsman items close RM-3 --done',
      'roundsman items close RM-3 --dropped --reason "kept on purpose" --dismiss-findings',
      'roundsman items close RM-3 --duplicate-of RM-1',
    ],
    load: async () => (await import('../commands/items-close.ts')).itemsCloseCommand,
  },
  {
    name: 'reopen',
    summary: 'Reopen a closed item',
    words: [ITEM],
    options: [REASON],
    examples: ['roundsman items reopen RM-3 --reason "it is back"'],
    load: async () => (await import('../commands/items-close.ts')).itemsReopenCommand,
  },
  {
    name: 'export',
    summary: 'Export items as Markdown, JSON or CSV',
    options: [
      { flags: '--format <format>', text: 'markdown, json or csv (default: markdown)' },
      {
        flags: '--out <file>',
        text: 'a file that is not there yet (default: stdout)',
        values: 'file',
      },
    ],
    examples: [
      'roundsman items export --all --format csv --out items.csv',
      'roundsman items export --routine todo-sweep',
    ],
    load: async () => (await import('../commands/items-export.ts')).itemsExportCommand,
  },
];

const planVerbs: readonly CommandDeclaration[] = [
  {
    name: 'accept',
    summary: 'Create the items of a plan, or some of them',
    about:
      'Items that depend on others are blocked by them. --run queues a run of the routine for each item that is not ' +
      'blocked; items with overlapping files run one after another.',
    words: [ITEM, { syntax: '[numbers...]', text: 'of sub-items (default: all that are left)' }],
    options: [
      {
        flags: '--run <routine>',
        text: 'also queue a run of it for each',
        values: 'routine',
      },
    ],
    examples: ['roundsman plan accept RM-3', 'roundsman plan accept RM-3 1 3 --run implement'],
    load: async () => (await import('../commands/plan-decide.ts')).planAcceptCommand,
  },
  {
    name: 'decline',
    summary: 'Reject a plan; items made from it stay',
    words: [ITEM],
    options: [{ flags: '-m, --reason <text>', text: 'why; kept with the plan' }],
    examples: ['roundsman plan decline RM-3 --reason "too fine"'],
    load: async () => (await import('../commands/plan-decide.ts')).planDeclineCommand,
  },
];

export const itemCommands: readonly TopCommand[] = [
  {
    name: 'items',
    group: 'Inbox',
    summary: 'List items, the local tracker’s issues: RM-1, RM-2, …',
    about:
      'The status of an item follows from its runs, branches, sessions and findings. Only people close items; one that ' +
      'seems done is shown with the command that closes it.',
    options: [
      {
        flags: '--board',
        text: 'in columns: proposed, todo, blocked, in progress, in review, landed, done',
      },
      { flags: '--all', text: 'also closed, declined and unused ones' },
      { flags: '--stale', text: 'only items without activity' },
      STALE_AFTER,
      ROUTINE,
    ],
    examples: [
      'roundsman items',
      'roundsman items --board --all',
      'roundsman items --stale --json',
      'roundsman items show RM-3',
    ],
    verbs: itemVerbs,
    load: async () => (await import('../commands/items.ts')).itemsCommand,
  },
  {
    name: 'plan',
    group: 'Inbox',
    summary: 'Have an item split into sub-items, and decide on the plan',
    about:
      'An engine reads the code in a separate run and proposes sub-items with the files that each would change; the ' +
      'built-in engine uses the places of the item’s findings. Overlapping files are shown. `plan accept` creates the ' +
      'items.',
    words: [ITEM],
    options: [
      {
        flags: '--engine <engine>',
        text: 'the engine (default: from roundsman.yaml, else builtin)',
        values: 'engine',
      },
      {
        flags: '--set <key=value>',
        text: 'override a value of its routine: agent.model=…, agent.command=…',
        repeatable: true,
        values: 'setting',
      },
      { flags: '--again', text: 'decline the waiting plan and make another' },
      { flags: '--show', text: 'show the existing plan' },
      { flags: '--detach', text: 'start the run and return at once' },
    ],
    examples: [
      'roundsman plan RM-3 --engine claude',
      'roundsman plan RM-3 --show',
      'roundsman plan accept RM-3 1 2',
    ],
    verbs: planVerbs,
    load: async () => (await import('../commands/plan.ts')).planCommand,
  },
];

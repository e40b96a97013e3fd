import type { CommandDeclaration, OptionDeclaration, WordDeclaration } from '../command.ts';
import { NEEDED_REASON, REASON } from './reason-options.ts';

const WHOLE_RUN: OptionDeclaration = {
  flags: '--all',
  text: 'the words are runs or routines: decide everything of theirs that is held',
};
const PROPOSALS: WordDeclaration = {
  syntax: '<proposal...>',
  text: 'ids as `roundsman inbox` shows them, or the key of the item that would be filed',
  values: ['proposal', 'run'],
};
const PROPOSAL: WordDeclaration = {
  syntax: '<proposal>',
  text: 'its id, or a part of it',
  values: 'proposal',
};

export const outboxVerbs: readonly CommandDeclaration[] = [
  {
    name: 'show',
    summary:
      'One proposal in full: what exactly would happen, where it comes from, what is like it',
    about:
      'Of a push the remote is asked: the value that its ref has and would have, the commits and files that would go. ' +
      'Credentials in its address are not shown.',
    words: [PROPOSAL],
    examples: ['roundsman outbox show P-4k2v9x-1'],
    load: async () => (await import('../commands/outbox-show.ts')).outboxShowCommand,
  },
  {
    name: 'approve',
    summary: 'Apply what a run proposed',
    about:
      'An approval binds the content that is there: what is edited since is approved anew. A push makes a new branch at the ' +
      'remote with your own log-ins, asks nothing, runs no hook of this repository, and never goes over what is there, onto ' +
      'a default branch, or onto a protected name. Exits with 1 when something could not be done.',
    words: [PROPOSALS],
    options: [
      WHOLE_RUN,
      REASON,
      {
        flags: '--hash <content>',
        text: 'refuse it unless this is its content, as `show` says it',
      },
    ],
    examples: [
      'roundsman outbox approve P-4k2v9x-1',
      'roundsman outbox approve P-4k2v9x-1 --hash 3fa9c1d2e4b5',
      'roundsman outbox approve --all todo-sweep',
    ],
    load: async () => (await import('../commands/outbox-decide.ts')).outboxApproveCommand,
  },
  {
    name: 'edit',
    summary: 'Word a proposal otherwise before it is approved',
    about:
      'Without options the editor of VISUAL or EDITOR opens with title and body. What it said before is kept; an edited ' +
      'proposal has another content, which nobody has approved. Editing a push takes its branch as that stands now.',
    words: [PROPOSAL],
    options: [
      { flags: '--title <text>', text: 'of an item: its title' },
      { flags: '--body <text>', text: 'of an item: its text' },
      {
        flags: '--file <path>',
        text: 'its text is in this file (-: standard input)',
        values: 'file',
      },
      { flags: '--ref <name>', text: 'of a push: what the branch is to be called at the remote' },
    ],
    examples: [
      'roundsman outbox edit P-4k2v9x-1',
      'roundsman outbox edit P-4k2v9x-1 --title "Remove the old parser"',
      'roundsman outbox edit P-4k2v9x-2 --ref fix/parser',
    ],
    load: async () => (await import('../commands/outbox-edit.ts')).outboxEditCommand,
  },
  {
    name: 'decline',
    summary: 'Turn a proposal down; its findings go quiet',
    words: [PROPOSALS],
    options: [WHOLE_RUN, NEEDED_REASON],
    examples: ['roundsman outbox decline P-4k2v9x-1 --reason "already filed"'],
    load: async () => (await import('../commands/outbox-decide.ts')).outboxDeclineCommand,
  },
  {
    name: 'retry',
    summary: 'Apply what was approved and could not be done, or was cut short',
    about: 'Without words all of it. What is there already is not done again.',
    words: [
      {
        syntax: '[proposal...]',
        text: 'ids as `roundsman outbox` shows them',
        values: 'proposal',
      },
    ],
    examples: ['roundsman outbox retry', 'roundsman outbox retry P-4k2v9x-2'],
    load: async () => (await import('../commands/outbox-decide.ts')).outboxRetryCommand,
  },
];

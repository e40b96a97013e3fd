import type { CommandDeclaration, OptionDeclaration, WordDeclaration } from '../command.ts';
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

import type {
  CommandDeclaration,
  OptionDeclaration,
  TopCommand,
  WordDeclaration,
} from '../../command.ts';
import { landingVerbs } from './landing-verbs.ts';
import { talkVerbs } from './talk-verbs.ts';
import { unionVerbs } from './union-verbs.ts';

const REVIEWED: WordDeclaration = {
  syntax: '<set-or-branch>',
  text: 'S-3fa9, a branch or the end of its name, or a run',
  values: ['change-set', 'branch'],
};
const BRANCHES: WordDeclaration = {
  syntax: '<branch...>',
  text: 'two or more branches, ends of their names, or runs; a set stands for all of its branches',
  values: ['change-set', 'branch'],
};
const REASON: OptionDeclaration = { flags: '--reason <text>', text: 'why; shown with the set' };
const OTHERS: OptionDeclaration = {
  flags: '--others',
  text: 'also branches and worktrees of persons and other agents',
};

const verbs: readonly CommandDeclaration[] = [
  {
    name: 'show',
    summary: 'One set or branch: why together, what conflicts, what is ready and what not',
    words: [REVIEWED],
    options: [OTHERS],
    examples: ['roundsman review show S-3fa9', 'roundsman review show todo-sweep/retry --json'],
    load: async () => (await import('../../commands/review/review-show.ts')).reviewShowCommand,
  },
  {
    name: 'diff',
    summary: 'What a branch changes, or each branch of a set one after another',
    words: [REVIEWED],
    options: [
      {
        flags: '--path <path>',
        text: 'only this file or folder, from the root',
        repeatable: true,
        values: 'file',
      },
      { flags: '--stat', text: 'only which files, and how many lines' },
      OTHERS,
    ],
    examples: [
      'roundsman review diff S-3fa9 | less -R',
      'roundsman review diff fix/retry --path src/',
    ],
    load: async () => (await import('../../commands/review/review-diff.ts')).reviewDiffCommand,
  },
  {
    name: 'join',
    summary: 'Say that branches belong together',
    words: [BRANCHES],
    options: [REASON],
    examples: ['roundsman review join fix/retry docs/retry --reason "one story"'],
    load: async () => (await import('../../commands/review/review-choose.ts')).reviewJoinCommand,
  },
  {
    name: 'part',
    summary: 'Say that branches do not belong together',
    about:
      'It cuts these pairs: two branches that a third one ties to both stay in one set. The newest word on a pair counts.',
    words: [BRANCHES],
    options: [REASON],
    examples: ['roundsman review part fix/retry fix/timeout --reason "only the same file"'],
    load: async () => (await import('../../commands/review/review-choose.ts')).reviewPartCommand,
  },
  ...unionVerbs,
  ...landingVerbs,
  ...talkVerbs,
];

export const changeSetCommands: readonly TopCommand[] = [
  {
    name: 'review',
    group: 'Branches',
    summary: 'Branches that wait, those that belong together as one',
    about:
      'Branches that touch the same code, or use what another one changes, are one set: looked at, tried and landed ' +
      'together. Nothing is checked out and nothing runs for it.',
    options: [
      OTHERS,
      {
        flags: '--routine <id>',
        text: 'only sets with a branch of this routine',
        values: 'routine',
      },
    ],
    examples: ['roundsman review', 'roundsman review --others', 'roundsman review show S-3fa9'],
    verbs,
    load: async () => (await import('../../commands/review/review.ts')).reviewCommand,
  },
];

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
  text: 'also branches and worktrees of people and other agents',
};

const verbs: readonly CommandDeclaration[] = [
  {
    name: 'show',
    summary: 'Show a set or branch: conflicts, readiness, risk',
    words: [REVIEWED],
    options: [OTHERS],
    examples: ['roundsman review show S-3fa9', 'roundsman review show todo-sweep/retry --json'],
    load: async () => (await import('../../commands/review/review-show.ts')).reviewShowCommand,
  },
  {
    name: 'diff',
    summary: 'Show the diff of a branch, or of each branch of a set',
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
    summary: 'Group branches together',
    words: [BRANCHES],
    options: [REASON],
    examples: ['roundsman review join fix/retry docs/retry --reason "one story"'],
    load: async () => (await import('../../commands/review/review-choose.ts')).reviewJoinCommand,
  },
  {
    name: 'part',
    summary: 'Separate branches that were grouped',
    about:
      'Cuts these pairs. Two branches that a third one ties together stay in one set. The newest decision on a ' +
      'pair counts.',
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
    summary: 'List branches that wait, grouped by what belongs together',
    about:
      'Branches that touch the same code or use each other’s changes form one set: reviewed, tested and landed ' +
      'together. Nothing is checked out or run.',
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

import type {
  CommandDeclaration,
  OptionDeclaration,
  TopCommand,
  WordDeclaration,
} from '../../command.ts';
import { landingVerbs } from './landing-verbs.ts';
import { talkVerbs } from './talk-verbs.ts';

const unionVerbs: readonly CommandDeclaration[] = [
  {
    name: 'union',
    summary: 'Merge a set and run its checks once',
    about:
      'Merges all branches of the set onto their target in a separate repository and runs the checks there once, ' +
      'isolated like a run: `review.checks` of roundsman.yaml, else the checks of their routines. If the whole ' +
      'fails, it finds the smallest part that fails. Known results are reused.',
    words: [
      {
        syntax: '<set-or-branch>',
        text: 'S-3fa9, a branch or the end of its name, or a run',
        values: ['change-set', 'branch'],
      },
    ],
    options: [
      { flags: '--again', text: 'even if it was checked already' },
      { flags: '--no-search', text: 'do not search for the part that breaks' },
      { flags: '--others', text: 'include branches of people and other agents in the set' },
      {
        flags: '--yes',
        text: 'do not ask, even if the definition differs from the default branch',
      },
    ],
    examples: ['roundsman review union S-3fa9', 'roundsman review union S-3fa9 --again --json'],
    load: async () => (await import('../../commands/review/review-union.ts')).reviewUnionCommand,
  },
  {
    name: 'compare',
    summary: 'Compare two branches, all variants of a run, or two runs of a routine',
    about:
      'Of branches: files and lines changed, where they agree, and what their runs report (checks, findings, ' +
      'cost, time); --diff also shows the difference between the two. Of runs: which findings came and went.',
    words: [
      {
        syntax: '<run-or-branch>',
        text: 'a branch or a run; alone: a run with variants, or a routine or run to compare with the run before',
        values: ['branch', 'run'],
      },
      { syntax: '[other]', text: 'the branch or run to compare with', values: ['branch', 'run'] },
    ],
    options: [{ flags: '--diff', text: 'also what differs between the two' }],
    examples: [
      'roundsman review compare todo-sweep',
      'roundsman review compare fix/claude fix/codex --diff',
    ],
    load: async () =>
      (await import('../../commands/review/review-compare.ts')).reviewCompareCommand,
  },
  {
    name: 'judge',
    summary: 'Ask another engine to review a branch or set',
    about:
      'Runs the engine that `review.judge` in roundsman.yaml names. It reads the change and the code, compares ' +
      'them with the intent and your criteria, and answers pass, fail or unknown, with places. It may change ' +
      'nothing and lands nothing.',
    words: [
      {
        syntax: '<set-or-branch>',
        text: 'S-3fa9, a branch or the end of its name, or a run',
        values: ['change-set', 'branch'],
      },
    ],
    options: [
      {
        flags: '--yes',
        text: 'do not ask, even if the definition differs from the default branch',
      },
    ],
    examples: ['roundsman review judge fix/retry', 'roundsman review judge S-3fa9 --json'],
    load: async () => (await import('../../commands/review/review-judge.ts')).reviewJudgeCommand,
  },
];

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
const REASON: OptionDeclaration = { flags: '-m, --reason <text>', text: 'why; shown with the set' };
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
    summary:
      'Show the diff of a branch or of each branch of a set; without a name, of all that wait',
    words: [{ ...REVIEWED, syntax: '[set-or-branch]' }],
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

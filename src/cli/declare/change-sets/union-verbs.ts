import type { CommandDeclaration } from '../../command.ts';

export const unionVerbs: readonly CommandDeclaration[] = [
  {
    name: 'union',
    summary: 'Merge a set in order and check the whole once; find what breaks it',
    about:
      'All branches of the set are merged onto their target in a repository of its own, and its checks run there once, ' +
      'isolated as runs are: those of review.checks in roundsman.yaml, else those of the routines whose branches are in ' +
      'it. Where the whole breaks, smaller parts are tried until the smallest that breaks is known. What was checked ' +
      'already is told, not checked again.',
    words: [
      {
        syntax: '<set-or-branch>',
        text: 'S-3fa9, a branch or the end of its name, or a run',
        values: ['change-set', 'branch'],
      },
    ],
    options: [
      { flags: '--again', text: 'also when the same was checked already' },
      { flags: '--no-search', text: 'do not look for what breaks it' },
      { flags: '--others', text: 'with branches of persons and other agents that are in the set' },
      { flags: '--yes', text: 'use what differs from the default branch: do not ask' },
    ],
    examples: ['roundsman review union S-3fa9', 'roundsman review union S-3fa9 --again --json'],
    load: async () => (await import('../../commands/review/review-union.ts')).reviewUnionCommand,
  },
  {
    name: 'compare',
    summary: 'Two branches, or all variants of a run, side by side',
    about:
      'Which files each changes and by how much, where they leave the same, and what their runs say: checks, findings, ' +
      'cost, time. With --diff, also what differs between the two.',
    words: [
      {
        syntax: '<run-or-branch>',
        text: 'a branch, the end of its name, or its run; alone, a run that had variants',
        values: ['branch', 'run'],
      },
      { syntax: '[branch]', text: 'the branch to hold beside it', values: 'branch' },
    ],
    options: [{ flags: '--diff', text: 'also what differs between the two' }],
    examples: [
      'roundsman review compare 01hx',
      'roundsman review compare fix/claude fix/codex --diff',
    ],
    load: async () =>
      (await import('../../commands/review/review-compare.ts')).reviewCompareCommand,
  },
  {
    name: 'judge',
    summary: 'Ask another engine what it thinks of a branch, or of each of a set',
    about:
      'A run of the engine that review.judge in roundsman.yaml names: it reads the change beside the code as it was, ' +
      'holds it against its intent and your criteria, and says pass, fail or unknown, with places. It may change nothing, ' +
      'and nothing lands by it.',
    words: [
      {
        syntax: '<set-or-branch>',
        text: 'S-3fa9, a branch or the end of its name, or a run',
        values: ['change-set', 'branch'],
      },
    ],
    options: [{ flags: '--yes', text: 'use what differs from the default branch: do not ask' }],
    examples: ['roundsman review judge fix/retry', 'roundsman review judge S-3fa9 --json'],
    load: async () => (await import('../../commands/review/review-judge.ts')).reviewJudgeCommand,
  },
];

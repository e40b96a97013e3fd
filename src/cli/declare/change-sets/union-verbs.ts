import type { CommandDeclaration } from '../../command.ts';

export const unionVerbs: readonly CommandDeclaration[] = [
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
    summary: 'Compare two branches, or all variants of a run',
    about:
      'Compares files and lines changed, where they agree, and what their runs report: checks, findings, cost, ' +
      'time. --diff also shows the difference between the two.',
    words: [
      {
        syntax: '<run-or-branch>',
        text: 'a branch, the end of its name, or its run; alone, a run that had variants',
        values: ['branch', 'run'],
      },
      { syntax: '[branch]', text: 'the branch to compare with', values: 'branch' },
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

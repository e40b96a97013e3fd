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
    ],
    examples: ['roundsman review union S-3fa9', 'roundsman review union S-3fa9 --again --json'],
    load: async () => (await import('../../commands/review/review-union.ts')).reviewUnionCommand,
  },
];

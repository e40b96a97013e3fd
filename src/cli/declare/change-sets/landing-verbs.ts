import type { CommandDeclaration, OptionDeclaration, WordDeclaration } from '../../command.ts';
import { NEEDED_REASON, REASON } from '../reason-options.ts';

const REVIEWED: WordDeclaration = {
  syntax: '<set-or-branch...>',
  text: 'S-3fa9, a branch or the end of its name, or a run',
  values: ['change-set', 'branch'],
};
const BRANCH: WordDeclaration = {
  syntax: '<branch>',
  text: 'a branch or the end of its name, or a run',
  values: 'branch',
};
const YES: OptionDeclaration = { flags: '--yes', text: 'do not ask first' };

export const landingVerbs: readonly CommandDeclaration[] = [
  {
    name: 'land',
    summary: 'Merge branches into their target; all of a set or nothing',
    about:
      'Asks first on a terminal. Commits are made in a separate repository. A checkout of the target is ' +
      'fast-forwarded without hooks or filters, unless your own changes are in the way. Several names land one ' +
      'after another; the first failure stops, and earlier ones stay landed.',
    words: [{ ...REVIEWED, syntax: '[set-or-branch...]' }],
    options: [
      {
        flags: '--dry-run',
        text: 'land nothing; show what would be merged and what is in the way',
      },
      { flags: '--method <method>', text: 'merge, squash or rebase (default: `review.land`)' },
      {
        flags: '--alike <kind>',
        text: 'all sets that are tests-only, docs-only, or of that routine alone',
        values: 'routine',
      },
      { flags: '--anyway', text: 'even if readiness says NO' },
      {
        flags: '--when-clean',
        text: 'if your own changes are in the way: let the daemon land it later',
      },
      { flags: '--cancel-queued', text: 'remove queued landings from the queue' },
      {
        flags: '--delete-branch',
        text: 'delete the branches after landing; undo restores them',
      },
      REASON,
      YES,
    ],
    examples: [
      'roundsman review land S-3fa9',
      'roundsman review land fix/retry --method squash --yes',
      'roundsman review land --alike tests-only',
      'roundsman review land fix/retry --when-clean',
    ],
    load: async () => (await import('../../commands/review/review-land.ts')).reviewLandCommand,
  },
  {
    name: 'undo',
    summary: 'Undo a landing',
    about:
      'The target goes back to where it was. If it was pushed or has newer commits, --revert adds a commit that ' +
      'reverts the landing. A queued landing is removed from the queue.',
    words: [
      {
        syntax: '[landing]',
        text: 'its id, or a set or branch that landed (default: the newest landing)',
        values: 'landing',
      },
    ],
    options: [{ flags: '--revert', text: 'add a commit that reverts it' }, REASON, YES],
    examples: [
      'roundsman review undo',
      'roundsman review undo S-3fa9 --revert --reason "too slow"',
    ],
    load: async () => (await import('../../commands/review/review-undo.ts')).reviewUndoCommand,
  },
  {
    name: 'discard',
    summary: 'Discard branches; they can be restored',
    about:
      'All branches of a set, or none. Branches that are checked out or in use by a run are left alone. Discarded ' +
      'branches can be restored for as long as archives are kept (`keep.archives`).',
    words: [REVIEWED],
    options: [NEEDED_REASON, YES],
    examples: ['roundsman review discard fix/retry --reason "the other one is better"'],
    load: async () =>
      (await import('../../commands/review/review-discard.ts')).reviewDiscardCommand,
  },
  {
    name: 'restore',
    summary: 'Restore a discarded branch, or list those that can be',
    words: [
      {
        syntax: '[branch]',
        text: 'its name or the end of it, or its run',
        values: 'discarded-branch',
      },
    ],
    examples: ['roundsman review restore', 'roundsman review restore fix/retry'],
    load: async () =>
      (await import('../../commands/review/review-restore.ts')).reviewRestoreCommand,
  },
  {
    name: 'split',
    summary: 'Split a branch in two by its files',
    about:
      'Matching files go to the first branch, the rest to the second; messages and authors stay. The old branch is ' +
      'discarded and can be restored.',
    words: [BRANCH],
    options: [
      {
        flags: '--path <glob>',
        text: 'a path or pattern as in .gitignore, from the root; may be given more than once',
        repeatable: true,
        values: 'file',
      },
      REASON,
      YES,
    ],
    examples: ['roundsman review split fix/retry --path "docs/**" --path "*.md"'],
    load: async () => (await import('../../commands/review/review-split.ts')).reviewSplitCommand,
  },
];

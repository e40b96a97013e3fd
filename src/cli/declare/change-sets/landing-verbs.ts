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
    summary: 'Bring branches onto the branch that they are for; a set as a whole or not at all',
    about:
      'The commits are made in a repository of our own. A checkout that has the target is fast-forwarded with no hook ' +
      'and no filter started, unless something of yours is in the way. Of several names each is a landing of its own; the first ' +
      'trouble ends it, and what landed before stays. On a terminal it is shown and asked first.',
    words: [{ ...REVIEWED, syntax: '[set-or-branch...]' }],
    options: [
      { flags: '--method <method>', text: 'merge, squash or rebase (default: `review.land`)' },
      {
        flags: '--alike <kind>',
        text: 'all sets that are tests-only, docs-only, or of that routine alone',
        values: 'routine',
      },
      { flags: '--anyway', text: 'also where readiness says NO' },
      {
        flags: '--when-clean',
        text: 'where changes of yours are in the way: let the daemon land it when they no longer are',
      },
      { flags: '--cancel-queued', text: 'take what waits for that out of the queue' },
      {
        flags: '--delete-branch',
        text: 'the branches go once they have landed; undo brings them back',
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
    summary: 'Take a landing back, while nobody built on it',
    about:
      'The target goes back to where it was, as carefully as it was moved. Where somebody built on it, or it was pushed, ' +
      '--revert makes a commit that takes it back. Of one that is queued, the queueing is taken back.',
    words: [
      {
        syntax: '[landing]',
        text: 'its id, or a set or branch that landed (default: the newest landing)',
        values: 'landing',
      },
    ],
    options: [{ flags: '--revert', text: 'by a commit that reverts it' }, REASON, YES],
    examples: [
      'roundsman review undo',
      'roundsman review undo S-3fa9 --revert --reason "too slow"',
    ],
    load: async () => (await import('../../commands/review/review-undo.ts')).reviewUndoCommand,
  },
  {
    name: 'discard',
    summary: 'Let branches go; they can be restored',
    about:
      'All of a set, or none. A branch that is checked out, or that a run works on, is left alone. What was let go can be ' +
      'restored for as long as archives are kept (`keep.archives`).',
    words: [REVIEWED],
    options: [NEEDED_REASON, YES],
    examples: ['roundsman review discard fix/retry --reason "the other one is better"'],
    load: async () =>
      (await import('../../commands/review/review-discard.ts')).reviewDiscardCommand,
  },
  {
    name: 'restore',
    summary: 'Bring a discarded branch back; without a name, list what can be',
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
    summary: 'Make two branches of one, by its files',
    about:
      'What matches goes to the first, the rest to the second; messages and authors stay. The old branch is discarded, and ' +
      'can be restored.',
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

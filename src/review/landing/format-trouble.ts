/** Why branches do not go onto their target. */
import type { AppError } from '../../words/errors.ts';
import type { Landing } from '../../words/review/landing.ts';
import { oneLine } from '../../words/text.ts';
import type { CheckoutLook } from './inspect-checkout.ts';
import type { MadeCommits } from './make-commits.ts';
import { refused } from './place-of-target.ts';

const REBASE_INSTEAD = 'Land it with --method merge or --method squash.';

/** Where the commits of a landing could not be made, with the next step. */
export function formatTrouble(
  trouble: Extract<MadeCommits, { readonly kind: 'trouble' }>,
  { target, set }: Pick<Landing, 'target' | 'set'>,
): AppError {
  const { branch, files, at } = trouble;
  const whole = set === null ? '' : `; nothing of ${set} landed`;
  switch (trouble.what) {
    case 'conflict': {
      const where = at === null ? '' : ` (at ${at.slice(0, 10)})`;
      const shown = files.slice(0, 20).map((file) => oneLine(file, 200));
      const message = `${branch} conflicts with ${target}${where} in ${shown.join(', ')}${whole}`;
      return refused(
        'landing-conflict',
        message,
        `Have it rebased by its run: roundsman review comment ${branch}`,
      );
    }
    case 'nothing':
      return refused(
        'nothing-to-land',
        `${branch} changes nothing that ${target} has not${whole}`,
        '',
      );
    case 'has-merges':
      return refused(
        'branch-has-merges',
        `${branch} has merges, and they cannot be replayed one by one${whole}`,
        REBASE_INSTEAD,
      );
    case 'unrelated':
      return refused('unrelated-histories', `${branch} and ${target} share no history${whole}`, '');
  }
}

// Why a change does not go into a checkout, with the next step.
export type HeldUp = Exclude<CheckoutLook, { readonly kind: 'fits' }>;

/** @param where the folder; `what` is a set, a branch or a landing */
export function notFitting(
  held: HeldUp,
  { what, where }: { readonly what: string; readonly where: string },
): AppError {
  switch (held.kind) {
    case 'dirty': {
      const message = `${where} has changes of yours where ${what} changes something: ${listed(held.paths)}`;
      const hint = `Commit or remove them, or have it landed as soon as that is done: roundsman land ${what} --when-clean`;
      return refused('checkout-dirty', message, hint);
    }
    case 'colliding': {
      const pairs = held.paths.map(([a, b]) => `${a} and ${b}`);
      const message = `the file system of ${where} takes names for one that ${what} has as two: ${listed(pairs)}`;
      return refused('names-collide', message, 'Rename one of them on the branch.');
    }
    case 'driven': {
      const message = `${where} sends ${listed(held.paths)} through your filter ${held.filter}, which is not started on what an agent wrote`;
      const hint = `Check out another branch there and land again, or look at it and merge it yourself: git merge ${what}`;
      return refused('filtered-paths', message, hint);
    }
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => oneLine(name, 200));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why a change does not go into a checkout, with the next step. */
import type { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { CheckoutLook } from './inspect-checkout.ts';
import { refused } from './place-of-target.ts';

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

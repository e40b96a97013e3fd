/** Why branches do not go onto their target. */
import type { AppError } from '../../words/errors.ts';
import type { Landing } from '../../words/review/landing.ts';
import { oneLine } from '../../words/text.ts';
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

import { AppError, assertNever } from '../../../words/errors.ts';
import type { Landing } from '../../../words/review/landing.ts';
import { plural } from '../../../words/text.ts';
import { linkOf } from '../../inbox-entry.ts';
import type { Acted, ActRequest, EntryActs } from '../contract.ts';

export const setActs: EntryActs = {
  accept: async ({ workspace, entry, words, by, note }) => {
    const { landBranches } = await import('../../../review/land-branches.ts');
    const what = linkOf(entry, 'set');
    const landing = await landBranches(workspace, {
      what,
      reason: words,
      by,
      seen: tipsIn(entry.stamp),
    });
    return landed(landing, { workspace, entry, words, by, note });
  },
  edit: async ({ workspace, entry, words, by }) => {
    const { addComment } = await import('../../../review/add-comment.ts');
    const [branch = ''] = entry.links.branches ?? [];
    const { id } = await addComment(workspace, { what: branch, by, text: words, place: null });
    return { said: `comment ${id} is kept; send it: roundsman review send ${branch}`, undo: null };
  },
  decline: async ({ workspace, entry, words, by }) => {
    const { discardBranches } = await import('../../../review/discard-branches.ts');
    const gone = await discardBranches(workspace, {
      what: linkOf(entry, 'set'),
      reason: words,
      by,
    });
    return {
      said: `discarded ${plural(gone.length, 'branch', 'branches')}`,
      undo: async () => {
        const { restoreBranch } = await import('../../../review/restore-branch.ts');
        for (const { branch } of gone) await restoreBranch(workspace, { what: branch, by });
        return `${plural(gone.length, 'branch is', 'branches are')} back`;
      },
    };
  },
};

function landed(landing: Landing, { workspace, by }: ActRequest): Acted {
  const { id, state, target, steps } = landing;
  const what = plural(steps.length, 'branch', 'branches');
  const undo = async (): Promise<string> => {
    const { undoLanding } = await import('../../../review/undo-landing.ts');
    await undoLanding(workspace, { id, by, reason: '' });
    return `${target} is as it was before`;
  };
  switch (state.kind) {
    case 'landed':
      return { said: `landed ${what} on ${target} (back: roundsman undo ${id})`, undo };
    case 'queued':
      return { said: `${what} will land on ${target} when it is clean`, undo };
    case 'refused':
      throw new AppError('refused', { code: 'not-landed', message: state.why, hint: '' });
    case 'preparing':
    case 'moving':
    case 'undoing':
    case 'undone':
      throw new AppError('refused', {
        code: 'not-landed',
        message: `${what} did not land on ${target}: ${state.kind}`,
        hint: '',
      });
    default:
      return assertNever(state);
  }
}

/** Of `branch@tip branch@tip`; names hold no blank, and a tip no `@`. */
function tipsIn(stamp: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    stamp.split(' ').map((one) => {
      const cut = one.lastIndexOf('@');
      return [one.slice(0, cut), one.slice(cut + 1)];
    }),
  );
}

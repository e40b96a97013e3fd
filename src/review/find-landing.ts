/** What `undo` takes back where a name fits both a landing and a discarded branch: whichever is newer. */
import { AppError } from '../words/errors.ts';
import type { Landing } from '../words/review/landing.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { matchId } from '../workspace/resolve-id.ts';
import { discardedCalled } from './restore-branch.ts';

export async function undoKind(workspace: Workspace, what: string): Promise<'landing' | 'discard'> {
  const discarded = await discardedCalled(workspace, what);
  if (discarded === null) return 'landing';
  const landing = await landingCalled(workspace, what);
  return landing === null || discarded.at > landing.startedAt ? 'discard' : 'landing';
}

// A landing by its id, shortened, or by the set or branch that it was of; else the newest that landed.
export async function findLanding(
  { review }: Pick<Workspace, 'review'>,
  text: string | null,
): Promise<Landing> {
  const newestFirst = (await review.landings.list()).toReversed();
  const found = text === null ? newestFirst.find((one) => isThere(one)) : named(newestFirst, text);
  if (found !== undefined) return found;
  throw new AppError('not-found', {
    code: 'landing-unknown',
    message:
      text === null
        ? 'there is no decision, pause or landing to take back'
        : `no landing is called "${oneLine(text, 80)}"`,
    hint:
      text === null
        ? 'A file that was edited or removed is taken back with git: git restore FILE, where it was committed before. A removed routine starts again with roundsman resume ROUTINE'
        : 'Name the set, the branch or the landing; `roundsman land` printed it.',
  });
}

/** One of that name that can be taken back; `null`: none. */
export async function landingCalled(
  { review }: Pick<Workspace, 'review'>,
  text: string,
): Promise<Landing | null> {
  const found = named((await review.landings.list()).toReversed(), text);
  return found !== undefined && isThere(found) ? found : null;
}

function isThere({ state }: Landing): boolean {
  return state.kind === 'landed' || state.kind === 'queued';
}

/** Of a set or branch the newest, and one that is there before one that is not. */
function named(landings: readonly Landing[], text: string): Landing | undefined {
  const of = landings.filter(
    ({ set, steps }) =>
      set?.toLowerCase() === text.toLowerCase() ||
      steps.some(({ branch }) => isCalled(branch, text)),
  );
  const byName = of.find((one) => isThere(one)) ?? of[0];
  if (byName !== undefined) return byName;
  const ids = landings.map(({ id }) => id);
  const match = matchId(ids, text);
  if (match.kind === 'many') {
    throw new AppError('usage', {
      code: 'ambiguous-name',
      message: `"${oneLine(text, 80)}" fits several landings: ${match.ids.slice(0, 5).join(', ')}`,
      hint: 'Write more of it.',
    });
  }
  return match.kind === 'one' ? landings.find(({ id }) => id === match.id) : undefined;
}

/** Whole, by its end, by its run, or by its routine, which stands for its newest landing. */
function isCalled(branch: string, text: string): boolean {
  if (branch === text || branch.endsWith(`/${text}`)) return true;
  return (
    branch.startsWith(`roundsman/${text}/`) || (text.length >= 4 && branch.endsWith(`-${text}`))
  );
}

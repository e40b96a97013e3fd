/** What stands under a run at rest in `status`: why it rests, and the ways on. Pure. */
import { shortIdOf } from '../../words/ids.ts';
import { isResting } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';

/** Empty for a run that is at work. @param daemon whether one is there to continue with it */
export function formatResting(run: RunView, { daemon }: { readonly daemon: boolean }): string {
  if (!isResting(run)) return '';
  const id = shortIdOf(run.id);
  const why = oneLine(run.waitingFor ?? '', 400);
  // What others wrote comes last: nothing after it is ours.
  const end = `end it: roundsman cancel ${id}`;
  if (run.state === 'waiting')
    return `answer it: roundsman answer ${id} · ${end} · it asks: ${why}${choices(run)}`;
  const then = daemon ? '' : 'needs a daemon to continue: roundsman start · ';
  return `${then}at once: roundsman retry ${id} · ${end} · because ${why}`;
}

/** Theirs, too. */
function choices({ question, until }: RunView): string {
  if (question === undefined) return '';
  const options = question.options.map((option, at) => `${at + 1} ${oneLine(option, 60)}`);
  const fallback = question.default === null ? null : oneLine(question.default, 60);
  return [
    options.length === 0 ? '' : ` [${options.join(' | ')}]`,
    fallback === null || until === null ? '' : ` (else at the deadline: ${fallback})`,
  ].join('');
}

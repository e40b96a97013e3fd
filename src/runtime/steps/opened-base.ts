/** What `open` found out, from the run's record. */
import type { OpenedBase } from '../../sandbox/run-worktree.ts';
import { AppError } from '../../words/errors.ts';
import type { StepContext } from './step-context.ts';

/** `null` while the run has no base: `open` did not get that far. */
export function openedBaseIfAny(context: StepContext): OpenedBase | null {
  const { base, baseRef, isolation, history } = context.record.progress;
  if (base === null || baseRef === null || isolation === null) return null;
  // Runs of earlier versions did not say; there was no other.
  return { base, baseRef, isolation, history: history ?? 'borrow', notices: [] };
}

export function openedBase(context: StepContext): OpenedBase {
  const opened = openedBaseIfAny(context);
  if (opened !== null) return opened;
  throw new AppError('internal', {
    code: 'no-base',
    message: `run ${context.spec.id} has no base yet`,
    hint: '',
  });
}

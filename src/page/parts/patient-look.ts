/** The first look at branches may take seconds: a page waits a little, and says what it did not wait for. */
import type { Clock } from '../../platform/clock.ts';
import type { LookAtReview } from '../../review/contract.ts';
import { inspectReview } from '../../review/inspect-review.ts';
import { asAppError } from '../../words/errors.ts';
import type { ReviewLook } from '../../words/review/change-set.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { STILL_LOOKING } from './pieces.ts';

const PATIENCE_MS = 2_000;

/** One that shows no branches, and says why. */
function without(problem: string): ReviewLook {
  return { sets: [], weak: [], aside: [], targets: [], problems: [problem] };
}

const LATER = without(STILL_LOOKING);

/** Looks without a waiting request. The next request waits for the pending look instead of starting a second one. */
const left = new WeakMap<Workspace, Promise<ReviewLook>>();

export function patientLook(clock: Clock): LookAtReview {
  // Without the page's signal: what was begun is kept for the next one that asks.
  return async (workspace) => {
    const done = new AbortController();
    const begun = left.get(workspace) ?? inspectReview(workspace).catch(unlessBroken);
    const looking = begun.finally(() => done.abort());
    const late = clock.sleep(PATIENCE_MS, done.signal).then(() => null);
    // If no request waits for it any more, the next request receives its error.
    looking.catch(() => undefined);
    const first = await Promise.race([looking, late]);
    if (first !== null || done.signal.aborted) return first ?? looking;
    left.set(workspace, begun);
    void looking.catch(() => undefined).then(() => left.delete(workspace));
    return LATER;
  };
}

/** What else waits is shown all the same while settings cannot be read. */
function unlessBroken(thrown: unknown): ReviewLook {
  const { code, message } = asAppError(thrown);
  if (code !== 'invalid-definition') throw thrown;
  return without(`branches cannot be looked at: ${message}`);
}

import { forgeFailureText, type ForgeFailure } from '../../forges/forge-failure.ts';
import type { Applied } from '../push/push-branch.ts';

const AGAIN_MS = 5 * 60_000;

/** What a tracker would not or could not do; what may be otherwise later is tried again by itself. */
export function failedAt(failure: ForgeFailure, now: Date): Applied {
  const outcome = forgeFailureText(failure);
  if (failure.kind === 'limited') return { kind: 'failed', outcome, again: failure.until };
  if (failure.kind !== 'no-answer') return { kind: 'failed', outcome };
  return { kind: 'failed', outcome, again: new Date(now.getTime() + AGAIN_MS).toISOString() };
}

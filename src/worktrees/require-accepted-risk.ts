import { isAtRisk, riskFactsOf, riskFlags, formatRisk } from '../sandbox/risk.ts';
import { AppError } from '../words/errors.ts';
import type { IsolationLevel, Routine } from '../words/routine.ts';

/** Throws `refused` when the level that `auto` resolves to leaves a way out for private data that no user accepted. */
export function requireAcceptedRisk(routine: Routine, level: IsolationLevel): void {
  const facts = riskFactsOf(routine);
  if (routine.acceptRisk !== null || !isAtRisk(facts, level)) return;
  throw new AppError('refused', {
    code: 'risk-not-accepted',
    message: `the run would have ${formatRisk(riskFlags(facts, level))} at once, and the routine does not accept that`,
    hint: `${level === 'private' ? 'Install bubblewrap, which closes the network (apt-get install bubblewrap), or say' : 'Say'} why this is all right in the routine: accept-risk: "…".`,
  });
}

/** For the report. */
export function acceptedRisk(routine: Routine, level: IsolationLevel): readonly string[] {
  const { acceptRisk } = routine;
  if (acceptRisk === null || acceptRisk === '') return [];
  const facts = riskFactsOf(routine);
  if (!isAtRisk(facts, level)) return [];
  return [`risk accepted: ${acceptRisk} (${formatRisk(riskFlags(facts, level))})`];
}

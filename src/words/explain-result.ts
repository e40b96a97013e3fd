/** How a run went, for people: one word and one sentence. `--json` has the parts. Pure. */
import { formatOutcome, wentWell } from './run-outcome.ts';
import type { RunView } from './run.ts';
import { sentence } from './text.ts';

/** `succeeded`, `failed: no report`, `timed-out`, `failed: checks failed`. */
export function resultWords(run: RunView): string {
  if (!hasFailed(run) || run.result === null) return formatOutcome(run);
  const { execution } = run.result;
  const word = execution === 'succeeded' ? 'failed' : execution;
  const reasons = reasonsOf(run, run.result);
  return reasons.length === 0 ? word : `${word}: ${reasons.join(', ')}`;
}

/** `succeeded`, `Failed: no report. Write Markdown to $ROUNDSMAN_OUT/report.md.` One line, and hostile. */
export function resultSentence(run: RunView): string {
  if (!hasFailed(run)) return formatOutcome(run);
  return `${sentence(resultWords(run))} ${failureSentence(run)}`.trim();
}

/** Why it failed, and what to do about it; empty: nothing more is known. */
export function failureSentence(run: RunView): string {
  const { failure } = run;
  const parts = failure === null ? [failureHint(run) ?? ''] : [failure.message, failure.hint];
  return parts.map(sentence).join(' ').trim();
}

/** What to do about it, where the run itself does not say; `null`: it does. */
export function failureHint(run: RunView): string | null {
  if (!hasFailed(run) || run.failure !== null || run.result === null) return null;
  const { execution, report, checks } = run.result;
  if (execution !== 'succeeded') return null;
  if (report === 'missing')
    return run.engine === 'command'
      ? 'Print Markdown or write it to $ROUNDSMAN_OUT/report.md.'
      : 'Its agent has to write Markdown to $ROUNDSMAN_OUT/report.md.';
  if (report === 'invalid') return 'The report lists its problems.';
  return checks === 'failed' ? 'The report has the output of the checks.' : null;
}

function hasFailed(run: RunView): boolean {
  return run.state === 'ended' && run.skipped === null && !wentWell(run);
}

function reasonsOf(
  { failure }: RunView,
  { execution, report, checks, changes }: NonNullable<RunView['result']>,
): readonly string[] {
  // An agent that failed leaves no report as a rule: that is no second reason.
  const isOwnFault = execution === 'succeeded';
  const reasons = [
    ...(isOwnFault && report !== 'valid'
      ? [report === 'missing' ? 'no report' : 'report invalid']
      : []),
    ...(checks === 'failed' ? ['checks failed'] : []),
    ...(changes.startsWith('refused') ? ['changes refused'] : []),
  ];
  return reasons.length === 0 && isOwnFault && failure !== null ? [failure.code] : reasons;
}

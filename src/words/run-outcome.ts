/** What a run came to, for exit codes and one-line answers. The parts stay apart; nothing is folded away. Pure. */
import { exitCodeOf, type ErrorCode } from './errors.ts';
import { RUN_PROTOCOL } from './run-spec.ts';
import type { RunView } from './run.ts';
import { sentence } from './text.ts';

/** No process works on it, and it has not ended. */
export function isResting({ state }: Pick<RunView, 'state'>): boolean {
  return state === 'parked' || state === 'waiting';
}

/** True when a shell should see 0: skipped with a reason, or everything that was tried held. */
export function wentWell(run: RunView): boolean {
  if (run.state !== 'ended') return true;
  if (run.skipped !== null) return true;
  const result = run.result;
  return (
    result !== null &&
    run.failure === null &&
    result.execution === 'succeeded' &&
    result.report === 'valid' &&
    result.checks !== 'failed' &&
    !result.changes.startsWith('refused')
  );
}

/** It ended badly by itself: nobody cancelled it. */
export function hasFailed(run: RunView): boolean {
  return run.state === 'ended' && !wentWell(run) && run.result?.execution !== 'cancelled';
}

/** What kept a run from being begun at all; everything else is work that failed. */
const NOT_BEGUN: Readonly<Record<string, ErrorCode>> = {
  'risk-not-accepted': 'refused',
  'sandbox-missing': 'missing',
};

/** For a shell that waited for it. */
export function exitCodeOfRun(run: RunView): number {
  // Not done: an answer is missing, or what its model's side gives.
  if (isResting(run)) return exitCodeOf('missing');
  if (wentWell(run)) return 0;
  return exitCodeOf(NOT_BEGUN[run.failure?.code ?? ''] ?? 'failed');
}

/** `running (collect)`, `skipped: …`, `succeeded`, `succeeded, quiet`, `succeeded, report missing`, `timed-out, checks failed`. */
export function formatOutcome(run: RunView): string {
  if (run.state !== 'ended' && run.protocol > RUN_PROTOCOL) return 'of a newer Roundsman';
  if (run.state === 'running') return run.step === null ? 'running' : `running (${run.step})`;
  if (isResting(run))
    return `${run.state}${run.until === null ? '' : ` until ${minuteOf(run.until)}`}`;
  if (run.state !== 'ended') return run.state;
  if (run.skipped !== null) return `skipped: ${run.skipped}`;
  const result = run.result;
  if (result === null) return 'ended';
  const parts: string[] = [result.execution];
  if (result.report !== 'valid') parts.push(`report ${result.report}`);
  if (result.checks === 'failed') parts.push('checks failed');
  if (result.changes.startsWith('refused')) parts.push('changes refused');
  if (parts.length === 1 && result.execution === 'succeeded' && run.failure !== null) {
    // The agent did its part, and something of ours went wrong around it.
    parts.push(run.failure.code);
  }
  if (parts.length === 1 && run.quiet) parts.push('quiet');
  return parts.join(', ');
}

/** `2026-11-21 22:31 UTC`. */
function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

// How a run went, for people: one word and one sentence. `--json` has the parts. Pure.

/** `succeeded`, `failed: no report`, `timed-out`, `failed: checks failed`. */
export function resultWords(run: RunView): string {
  if (!endedBadly(run) || run.result === null) return formatOutcome(run);
  const { execution } = run.result;
  const word = execution === 'succeeded' ? 'failed' : execution;
  const reasons = reasonsOf(run, run.result);
  return reasons.length === 0 ? word : `${word}: ${reasons.join(', ')}`;
}

/** `succeeded`, `Failed: no report. Write Markdown to $ROUNDSMAN_OUT/report.md.` One line, and hostile. */
export function resultSentence(run: RunView): string {
  if (!endedBadly(run)) return formatOutcome(run);
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
  if (!endedBadly(run) || run.failure !== null || run.result === null) return null;
  const { execution, report, checks } = run.result;
  if (execution !== 'succeeded') return null;
  if (report === 'missing')
    return run.engine === 'command'
      ? 'Print Markdown or write it to $ROUNDSMAN_OUT/report.md.'
      : 'Its agent has to write Markdown to $ROUNDSMAN_OUT/report.md.';
  if (report === 'invalid') return 'The report lists its problems.';
  return checks === 'failed' ? 'The report has the output of the checks.' : null;
}

function endedBadly(run: RunView): boolean {
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

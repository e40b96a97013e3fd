/** What a run came to: one word and one sentence. The states behind it are a fold away. Pure. */
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { plural } from '../../words/text.ts';

export interface RunResultWords {
  readonly word: string;
  /** Hostile: it may quote a failure. */
  readonly sentence: string;
}

export function runResult(run: RunView): RunResultWords {
  if (run.state !== 'ended') return unfinished(run);
  if (run.skipped !== null) return { word: 'Skipped', sentence: `${run.skipped}.` };
  if (!wentWell(run)) return { word: failedWord(run), sentence: failedSentence(run) };
  const left = leftBehind(run);
  if (left.length === 0) return { word: 'Quiet', sentence: 'Nothing new.' };
  return { word: 'Succeeded', sentence: `${left.join(', ')}.` };
}

function unfinished({ state, step, until }: RunView): RunResultWords {
  const later = until === null ? '' : ` It goes on by ${until.slice(0, 16).replace('T', ' ')} UTC.`;
  switch (state) {
    case 'queued':
      return { word: 'Queued', sentence: 'It starts when there is a place.' };
    case 'waiting':
      return { word: 'Waiting', sentence: `It asks a question.${later}` };
    case 'parked':
      return { word: 'Paused', sentence: `It waits for its model or its limits.${later}` };
    case 'running':
    case 'ended':
      return { word: 'Running', sentence: step === null ? 'It begins.' : `Step: ${step}.` };
  }
}

function failedWord({ result }: RunView): string {
  if (result?.execution === 'cancelled') return 'Cancelled';
  return result?.execution === 'timed-out' ? 'Timed out' : 'Failed';
}

function failedSentence({ failure, result }: RunView): string {
  if (failure !== null) return `${failure.message.replace(/\.$/, '')}.`;
  if (result === null) return 'It ended without a result.';
  if (result.checks === 'failed') return 'Its checks failed.';
  if (result.changes.startsWith('refused')) return 'Its changes were refused.';
  if (result.report !== 'valid')
    return 'No report. Print Markdown, or write it to $ROUNDSMAN_OUT/report.md.';
  return `It ended as ${result.execution}.`;
}

function leftBehind({ findings, diffstat, branch }: RunView): readonly string[] {
  return [
    findings.new > 0 ? plural(findings.new, 'new finding') : null,
    findings.regressed > 0 ? `${plural(findings.regressed, 'finding')} back` : null,
    findings.resolved > 0 ? `${plural(findings.resolved, 'finding')} gone` : null,
    branch === null
      ? null
      : diffstat === null
        ? 'a branch'
        : `a branch with ${plural(diffstat.files, 'file')}`,
  ].filter((one) => one !== null);
}

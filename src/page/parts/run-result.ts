/** What a run came to: one word and one sentence. The states behind it are a fold away. Pure. */
import { failureSentence, resultWords } from '../../words/explain-result.ts';
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
  if (!wentWell(run))
    return { word: capitalized(resultWords(run)), sentence: failureSentence(run) };
  const left = leftBehind(run);
  if (left.length === 0) return { word: 'Quiet', sentence: 'Nothing new.' };
  return { word: 'Succeeded', sentence: `${left.join(', ')}.` };
}

function unfinished({ state, step, until }: RunView): RunResultWords {
  const later =
    until === null ? '' : ` It continues by ${until.slice(0, 16).replace('T', ' ')} UTC.`;
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

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

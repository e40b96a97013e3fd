/** The words of a message about a run. Pure. */
import type { MessageContent } from '../../words/message.ts';
import type { Occasion } from '../../words/notify.ts';
import { formatOutcome } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine, plural } from '../../words/text.ts';
import { hasFailed } from './occasions-of.ts';

const LONGEST_TITLE = 160;

/** One line: what is wrong first, then what is new, then what waits for a person. */
export function runTitle(view: RunView, occasions: readonly Occasion[], held: number): string {
  if (view.state === 'waiting')
    return oneLine(`waits for an answer: ${view.waitingFor ?? ''}`, LONGEST_TITLE);
  const { findings, result } = view;
  const parts = [
    ...(hasFailed(view) || view.skipped !== null ? [formatOutcome(view)] : []),
    ...(occasions.includes('recovered') ? ['works again'] : []),
    ...counted(findings.new, 'new finding'),
    ...counted(findings.regressed, 'finding is back', 'findings are back'),
    ...counted(findings.resolved, 'resolved', 'resolved'),
    ...(result?.changes === 'branch' && result.review === 'pending' ? ['1 branch to review'] : []),
    ...counted(held, 'request waits', 'requests wait'),
    ...counted(view.denied.length, 'thing denied', 'things denied'),
  ];
  return oneLine(parts.length === 0 ? quietWords(view) : parts.join(', '), LONGEST_TITLE);
}

function counted(count: number, one: string, many?: string): readonly string[] {
  return count === 0 ? [] : [plural(count, one, many)];
}

function quietWords(view: RunView): string {
  return view.quiet || view.findings.known === 0
    ? 'nothing new'
    : `nothing new, ${plural(view.findings.known, 'known finding')}`;
}

export function runTone(view: RunView, held: number): MessageContent['tone'] {
  if (hasFailed(view)) return 'bad';
  if (view.state === 'waiting') return 'attention';
  const { findings, denied, result } = view;
  const asks = findings.new + findings.regressed + denied.length + held > 0;
  return asks || result?.changes === 'branch' ? 'attention' : 'good';
}

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n+/;

export const MOST_MARKDOWN = 200_000;

/** Without its front matter, and without pictures: a reader who opens the message would fetch them. */
export function reportForMessage(report: string): string {
  const text = report.replace(FRONT_MATTER, '').replaceAll('![', '[');
  if (text.length <= MOST_MARKDOWN) return text;
  const note = '\n\n_The report is longer; see the run for the rest._\n';
  // Not in the middle of a character.
  const cut = text.slice(0, MOST_MARKDOWN - note.length).replace(/[\ud800-\udbff]$/, '');
  return `${cut}${note}`;
}

/** The ten that matter, a line each; what was told above is not told again, and what is left is counted by area. */
import { escapeMarkdown, inlineCode, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { noteAge, notePlace, noteTitle } from '../describe-note.ts';
import type { DueNote, SweepPlan } from '../plan-sweep.ts';
import { levelOf } from '../rank-notes.ts';
import { formatDueLater } from './format-later.ts';
import { formatStanding } from './format-standing.ts';
import { isNews } from './news.ts';
import { notCounted } from './not-counted.ts';
import { noteLine } from './note-line.ts';
import type { SweepReport } from './report-source.ts';

/** One file does not fill the list with what is not proposed. */
const MAX_OF_FILE = 3;

/** @param max notes */
/* oxlint-disable-next-line eslint/max-params -- a report and how much of it */
export function renderListing({ plan }: SweepReport, max: number): string {
  const { due } = plan;
  const told = plan.first ? [] : due.filter(isNews);
  const open = due.filter((note) => !told.includes(note));
  const shown = mostImportant(open, max);
  const more = open.length - shown.length;
  const parts = [
    due.length === 0 ? renderYoung(plan, max) : null,
    // The section is never empty: a report without it does not hold.
    due.length > 0 && open.length === 0
      ? `No others: ${plural(told.length, 'finding')} above ${told.length === 1 ? 'is' : 'are'} all there is.`
      : null,
    shown.map(renderNote).join('\n'),
    [
      more > 0 ? `${plural(more, 'more note')}: \`roundsman findings\`.` : '',
      formatDueLater(plan),
      notCounted(plan),
    ]
      .filter((line) => line !== '')
      .map((line) => `- ${line}`)
      .join('\n'),
  ];
  return parts.filter((part) => part !== null && part !== '').join('\n\n');
}

/** What is grave, then what a person is asked to decide on, then what matters next. */
/* oxlint-disable-next-line eslint/max-params -- notes and how many */
function mostImportant(notes: readonly DueNote[], max: number): readonly DueNote[] {
  const ofFile = new Map<string, number>();
  const spread = notes.filter(({ todo: { path }, standing }) => {
    const count = (ofFile.get(path) ?? 0) + 1;
    ofFile.set(path, count);
    return count <= MAX_OF_FILE || standing.kind === 'proposed';
  });
  return (spread.length < max ? notes : spread)
    .toSorted((a, b) => turnOf(a) - turnOf(b))
    .slice(0, max);
}

function turnOf({ todo, standing }: DueNote): number {
  if (levelOf(todo) === 'high') return 0;
  return standing.kind === 'proposed' ? 1 : 2;
}

/** With nothing past the limit yet, the oldest of what there is. */
/* oxlint-disable-next-line eslint/max-params -- a plan and how much of it */
function renderYoung({ facts }: SweepPlan, max: number): string {
  const oldest = facts.younger.slice(0, max);
  if (oldest.length === 0) return 'None.';
  const more = facts.younger.length - oldest.length;
  const lines = [
    ...oldest.map((todo) => noteLine(todo)),
    ...(more > 0 ? [`and ${more} younger`] : []),
  ];
  return `None past the limit. The oldest so far:\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function renderNote({ todo, places, standing }: DueNote, index: number): string {
  const symbol = todo.symbol === null ? '' : ` in ${inlineCode(fitLine(todo.symbol, 80))}`;
  const title = escapeMarkdown(fitLine(noteTitle(todo), 160));
  const reason =
    todo.severity === undefined
      ? levelOf(todo)
      : `${levelOf(todo)}: ${escapeMarkdown(fitLine(todo.severity.reason, 120))}`;
  const also = places.length === 0 ? [] : [`in ${plural(places.length + 1, 'place')}`];
  const facts = [reason, noteAge(todo), ...also, formatStanding(standing)];
  return `${index + 1}. ${notePlace(todo)}${symbol} ${title} (${facts.join(' · ')})`;
}

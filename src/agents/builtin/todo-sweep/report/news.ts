/** What changed since the last report: sections for what is new, back, gone and freshly written. */
import type { PriorFinding } from '../../../../domain/brief.ts';
import { escapeMarkdown } from '../../../../domain/text.ts';
import { fitLine } from '../../fit-text.ts';
import { notePlace } from '../describe-note.ts';
import type { DueNote, SweepPlan } from '../plan-sweep.ts';
import { noteLine } from './note-line.ts';
import type { SweepReport } from './report-source.ts';
import { standingWords } from './standing-words.ts';

interface Section {
  readonly heading: string;
  readonly body: string;
}

const MAX_SHOWN = 20;

export function renderNews({ plan }: SweepReport): readonly Section[] {
  // On the first night everything is new, and the findings say it better.
  if (plan.first) return [];
  return [
    section('New', noteLines(plan, 'new')),
    section('Back', noteLines(plan, 'back')),
    section('In another place now', noteLines(plan, 'moved')),
    section('Gone', plan.gone.map(goneLine)),
    section('Changed, so young again', plan.renewed.map(noteLine)),
    section('Written since the last report', plan.added.map(noteLine)),
  ].filter(({ body }) => body !== '');
}

function section(heading: string, lines: readonly string[]): Section {
  const shown = lines.slice(0, MAX_SHOWN).map((line) => `- ${line}`);
  const more = lines.length - shown.length;
  return { heading, body: [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n') };
}

function noteLines(plan: SweepPlan, news: DueNote['news']): readonly string[] {
  return plan.due
    .filter((note) => note.news === news)
    .map(({ todo, standing }) => `${noteLine(todo)} — ${standingWords(standing)}`);
}

function goneLine({ title, location, item }: PriorFinding): string {
  const text = escapeMarkdown(fitLine(title, 160));
  const place = location === null ? '' : `${notePlace(location)} `;
  return `${place}${text}${item === null ? '' : ` — ${item} can be closed`}`;
}

/**
 * What changed since the last report: sections for what moved, is gone or freshly written. What is new or back stands in
 * front of every report already, with its id.
 */
import type { PriorFinding } from '../../../../context/brief.ts';
import { escapeMarkdown, plural } from '../../../../words/text.ts';
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

const MAX_SHOWN = 10;

/** Told under a heading of its own, on every night but the first. */
export function isNews({ news }: DueNote): boolean {
  return news === 'new' || news === 'back' || news === 'moved';
}

export function renderNews({ plan }: SweepReport): readonly Section[] {
  // On the first night everything is new, and the findings say it better.
  if (plan.first) return [];
  return [
    section('In another place now', noteLines(plan, 'moved')),
    section('Gone', plan.gone.map(goneLine)),
    section(
      'Changed, so young again',
      plan.renewed.map((todo) => noteLine(todo)),
    ),
    section(
      'Written since the last report',
      plan.added.map((todo) => noteLine(todo)),
    ),
  ].filter(({ body }) => body !== '');
}

function section(heading: string, lines: readonly string[]): Section {
  const shown = lines.slice(0, MAX_SHOWN).map((line) => `- ${line}`);
  const more = lines.length - shown.length;
  return {
    heading,
    body: [...shown, ...(more > 0 ? [`- and ${more} more: \`roundsman findings\``] : [])].join(
      '\n',
    ),
  };
}

function noteLines(plan: SweepPlan, news: DueNote['news']): readonly string[] {
  return plan.due
    .filter((note) => note.news === news)
    .map(({ todo, places, standing }) => {
      const also = places.length === 0 ? '' : `, in ${plural(places.length + 1, 'place')}`;
      return `${noteLine(todo)}${also} — ${standingWords(standing)}`;
    });
}

function goneLine({ title, location, item }: PriorFinding): string {
  const text = escapeMarkdown(fitLine(title, 160));
  const place = location === null ? '' : `${notePlace(location)} `;
  return `${place}${text}${item === null ? '' : ` — ${item} can be closed`}`;
}

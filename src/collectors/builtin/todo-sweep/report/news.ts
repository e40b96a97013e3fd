/**
 * What changed since the last report: sections for what moved, is gone or freshly written. What is new or back stands in
 * front of every report already, with its id.
 */
import type { PriorFinding } from '../../../../context/brief.ts';
import { escapeMarkdown, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { notePlace, noteLine } from '../describe-note.ts';
import type { DueNote, SweepPlan } from '../plan-sweep.ts';
import { formatStanding } from './format-standing.ts';
import type { SweepReport } from './report-source.ts';

interface Section {
  readonly heading: string;
  readonly body: string;
}

/** Told under a heading of its own, on every night but the first. */
export function isNews({ news }: DueNote): boolean {
  return news === 'new' || news === 'back' || news === 'moved';
}

/** @param max lines of a section */
export function renderNews({ plan }: SweepReport, max: number): readonly Section[] {
  return newsOf(plan).map(([heading, lines]) => ({ heading, body: shortened(lines, max) }));
}

/** One line instead of each section. */
export function foldNews({ plan }: SweepReport): readonly string[] {
  return newsOf(plan).map(([heading, [first = '', ...others]]) => {
    const more = others.length === 0 ? '' : `; and ${others.length} more: \`roundsman findings\``;
    return `${heading}: ${first}${more}`;
  });
}

type News = readonly [heading: string, lines: readonly string[]];

function newsOf(plan: SweepPlan): readonly News[] {
  // On the first night everything is new, and the findings say it better.
  if (plan.first) return [];
  const told: readonly News[] = [
    ['In another place now', noteLines(plan, 'moved')],
    ['Gone', plan.gone.map(goneLine)],
    ['Younger than the limit', plan.renewed.map((todo) => noteLine(todo))],
    ['Written since the last report', plan.added.map((todo) => noteLine(todo))],
  ];
  return told.filter(([, lines]) => lines.length > 0);
}

function shortened(lines: readonly string[], max: number): string {
  const shown = lines.slice(0, max);
  const more = lines.length - shown.length;
  const rest = more > 0 ? [`and ${more} more: \`roundsman findings\``] : [];
  return [...shown, ...rest].map((line) => `- ${line}`).join('\n');
}

function noteLines(plan: SweepPlan, news: DueNote['news']): readonly string[] {
  return plan.due
    .filter((note) => note.news === news)
    .map(({ todo, places, standing }) => {
      const also = places.length === 0 ? '' : `, in ${plural(places.length + 1, 'place')}`;
      return `${noteLine(todo)}${also} — ${formatStanding(standing)}`;
    });
}

function goneLine({ title, location, item }: PriorFinding): string {
  const text = escapeMarkdown(fitLine(title, 160));
  const place = location === null ? '' : `${notePlace(location)} `;
  return `${place}${text}${item === null ? '' : ` — ${item} can be closed`}`;
}

/** What changed since the last report: sections for what is new, back, gone and freshly written. */
import type { PriorFinding } from '../../../../domain/brief.ts';
import type { TodoFact } from '../../../../domain/facts.ts';
import { escapeMarkdown, plural } from '../../../../domain/text.ts';
import { fitLine } from '../../fit-text.ts';
import { noteAge, notePlace, noteTitle } from '../describe-note.ts';
import type { DueNote, SweepPlan } from '../plan-sweep.ts';
import type { SweepReport } from './report-source.ts';
import { standingWords } from './standing-words.ts';

interface Section {
  readonly heading: string;
  readonly body: string;
}

const MAX_SHOWN = 20;

export function renderNews({ plan }: SweepReport): readonly Section[] {
  return [
    // On the first night everything is new, and the findings say it better.
    ...(plan.first ? [] : [section('New past the limit', noteLines(plan, 'new'))]),
    section('Back', noteLines(plan, 'back')),
    section('Gone', plan.gone.map(goneLine)),
    section('Changed, so young again', plan.renewed.map(youngLine)),
    section('Written since the last report', plan.added.map(youngLine)),
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
    .map(({ todo, standing }) => `${youngLine(todo)} — ${standingWords(standing)}`);
}

function youngLine(todo: TodoFact): string {
  const text = escapeMarkdown(fitLine(noteTitle(todo), 160));
  return `${notePlace(todo)} ${text} (${escapeMarkdown(todo.author)}, ${noteAge(todo)})`;
}

function goneLine({ title, location, item }: PriorFinding): string {
  const text = escapeMarkdown(fitLine(title, 160));
  const place = location === null ? '' : `${notePlace(location)} `;
  return `${place}${text}${item === null ? '' : ` — ${item} can be closed`}`;
}

/** `3 lines only mention a marker` and the like: what was seen and not counted. */
export function notCounted({ facts }: SweepPlan): string {
  const { binary, vendored, generated } = facts.leftOut;
  const mentions = facts.mentions.length;
  const parts = [
    mentions === 0
      ? null
      : `${plural(mentions, 'line')} only ${mentions === 1 ? 'mentions' : 'mention'} a marker in prose or a string`,
    binary + vendored + generated === 0
      ? null
      : `${[
          [binary, 'binary'],
          [vendored, 'vendored'],
          [generated, 'generated'],
        ]
          .filter(([count]) => count !== 0)
          .map(([count, word]) => `${count} ${word}`)
          .join(', ')} ${binary + vendored + generated === 1 ? 'file was' : 'files were'} left out`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? '' : `Not counted: ${parts.join('; ')}.`;
}

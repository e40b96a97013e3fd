/** The findings of a sweep: one for each note past the limit, as far as a run may report. */
import type { FindingLine } from '../../../engines/agent-contract.ts';
import type { TodoFact } from '../../../words/facts.ts';
import { inlineCode } from '../../../words/text.ts';
import { fitFindings, fitLine } from '../fit-text.ts';
import { noteAge, noteQuote, noteTitle } from './describe-note.ts';
import { type DueNote, type SweepPlan, levelOf } from './plan-sweep.ts';

const MAX_PATH = 1_000;

export interface ListedFindings {
  readonly findings: readonly FindingLine[];
  /** Notes past the limit that did not fit; they come up as older ones go. */
  readonly left: number;
}

/** What matters first. When all of it is too much, the bodies go before any finding does. What is left is counted. */
export function listFindings({ due }: SweepPlan): ListedFindings {
  const listed = due.filter(({ news }) => news !== 'unlisted').map(findingOf);
  const findings = fitFindings(listed);
  return { findings, left: due.length - findings.length };
}

function findingOf({ todo, places, standing }: DueNote): FindingLine {
  const item = 'item' in standing ? standing.item : null;
  const symbol = fitLine(todo.symbol ?? '', 300);
  return {
    title: noteTitle(todo),
    body: noteBody(todo, places),
    severity: levelOf(todo),
    // A path beyond the contract's limit stands in the body only.
    ...(todo.path.length > MAX_PATH ? {} : { path: todo.path, line: todo.line }),
    ...(symbol === '' ? {} : { symbol }),
    fingerprint: todo.fingerprint,
    ...(item === null ? {} : { item }),
  };
}

/** Who, when, which commit, why it matters, the lines around it, and where else it stands. At most 20,000 characters, as the contract wants. */
export function noteBody(todo: TodoFact, places: readonly TodoFact[] = []): string {
  const where = todo.symbol === null ? '' : ` in ${inlineCode(fitLine(todo.symbol, 200))}`;
  const written =
    todo.author === ''
      ? 'Who wrote it and when is not known: the history is incomplete.'
      : `Written by ${inlineCode(fitLine(todo.author, 200))} on ${todo.date.slice(0, 10)} (${noteAge(todo)} ago) in commit ${todo.commit.slice(0, 12)}.`;
  const place = `${inlineCode(fitLine(`${todo.path}:${todo.line}`, 1_100))}${where}`;
  const why =
    todo.severity === undefined
      ? []
      : [`Severity ${todo.severity.level}: ${fitLine(todo.severity.reason, 200)}.`];
  const doubts = (todo.doubts ?? []).map((doubt) => `In doubt: ${fitLine(doubt, 200)}.`);
  return [place, written, ...why, ...doubts, noteQuote(todo), ...elsewhere(places)].join('\n\n');
}

const MAX_PLACES = 30;

function elsewhere(places: readonly TodoFact[]): readonly string[] {
  if (places.length === 0) return [];
  const shown = places
    .slice(0, MAX_PLACES)
    .map(({ path, line }) => `- ${inlineCode(fitLine(`${path}:${line}`, 300))}`);
  const more = places.length - shown.length;
  return [
    `The same note is at:\n\n${[...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')}`,
  ];
}

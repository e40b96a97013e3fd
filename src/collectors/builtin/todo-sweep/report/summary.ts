/** The lead sentence, and a short list of what the night did and what waits. */
import type { Brief, PriorFinding } from '../../../../context/brief.ts';
import type { TodoFact } from '../../../../words/facts.ts';
import { SEVERITIES } from '../../../../words/finding.ts';
import { groupBy } from '../../../../words/group-by.ts';
import { joinWords, escapeMarkdown, inlineCode, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { noteAge, notePlace, noteLine } from '../describe-note.ts';
import type { MarkOutcome } from '../mark-notes.ts';
import { type SweepPlan, levelOf, type DueNote } from '../plan-sweep.ts';
import type { Standing } from '../standing.ts';
import { formatLimit, formatWait, formatStanding } from './format-standing.ts';

/** Lines that could not get their key. */
const MAX_SKIPPED = 5;

/** @param more points at its end */
export function renderSummary(report: SweepReport, more: readonly string[]): string {
  const points = [
    ...proposedPoints(report),
    ...branchPoints(report),
    ...waitPoints(report),
    ...settledPoints(report),
    ...limitsPoints(report),
    ...more,
  ];
  const list = points.map((point) => `- ${point}`).join('\n');
  return [renderLead(report), list].filter((part) => part !== '').join('\n\n');
}

function renderLead({ plan, aside }: SweepReport): string {
  const { facts, due } = plan;
  const left = aside.reduce((sum, { places }) => sum + 1 + places.length, 0);
  const total = facts.items.length + facts.younger.length + facts.truncated - left;
  const files = plural(facts.coverage.examined, 'file');
  if (facts.coverage.examined === 0)
    return '**No file was looked at**: `paths` and `exclude` of the routine leave none.';
  if (total === 0 && left === 0)
    return [`There is no TODO in ${files}: nothing to sweep.`, ...formatNews(plan)].join(' ');
  const past = Math.max(facts.items.length, facts.coverage.found) - left;
  const verb = past === 1 ? 'is' : 'are';
  const oldest = oldestOf(due.map(({ todo }) => todo)) ?? facts.younger[0];
  if (past === 0 && oldest !== undefined) {
    const young = `0 of ${total.toLocaleString('en-US')} TODOs are ${formatLimit(facts)}; the oldest is ${notePlace(oldest)} (${noteAge(oldest)}); try \`--set collect.todos.older-than=0d\`.`;
    return [young, ...formatNews(plan)].join(' ');
  }
  if (past === 0 && left > 0)
    return [`No TODO in ${files} but what people set aside.`, ...formatNews(plan)].join(' ');
  const counted =
    facts.olderThanDays <= 0
      ? `There ${verb} ${plural(past, 'TODO')} in ${files}.`
      : `${past.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} TODOs ${verb} ${formatLimit(facts)}.`;
  const last =
    oldest === undefined ? [] : [`The oldest is ${notePlace(oldest)} (${noteAge(oldest)}).`];
  return [counted, ...levelWords(plan), ...formatNews(plan), ...last].join(' ');
}

/** Of the due ones; nothing where the facts do not say it. */
function levelWords({ due }: SweepPlan): readonly string[] {
  if (due.every(({ todo }) => todo.severity === undefined)) return [];
  const told = SEVERITIES.toReversed().flatMap((level) => {
    const count = due.filter(({ todo }) => levelOf(todo) === level).length;
    return count === 0 ? [] : [`${count} ${level}`];
  });
  return [`${plural(due.length, 'finding')}: ${joinWords(told)}.`];
}

function oldestOf(notes: readonly TodoFact[]): TodoFact | undefined {
  return notes.reduce<TodoFact | undefined>(
    (oldest, one) => (oldest === undefined || one.date < oldest.date ? one : oldest),
    undefined,
  );
}

/** What changed since the last report, as one sentence; nothing on the first night. */
function formatNews(plan: SweepPlan): readonly string[] {
  if (plan.first) return [];
  const fresh = plan.due.filter(({ news }) => news === 'new').length;
  const back = plan.due.filter(({ news }) => news === 'back').length;
  const parts = [
    [fresh, 'new'],
    [back, 'back'],
    [plan.due.filter(({ news }) => news === 'moved').length, 'moved'],
    [plan.gone.length, 'gone'],
  ] as const;
  const told = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const since = plan.lastReport === null ? 'Since the last report' : `Since ${plan.lastReport}`;
  return [`${since}: ${told.length === 0 ? 'none new' : joinWords(told)}.`];
}

function proposedPoints({ plan, outcome, commitProblem }: SweepReport): readonly string[] {
  // A file's notes share a run of keys, what matters most comes first: the order of the notes is not that of the keys.
  const keys = plan.due
    .flatMap(({ standing }) => (standing.kind === 'proposed' ? [standing.item] : []))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const { marked, paths, skipped } = outcome;
  const range = keys.length < 3 ? keys.join(' and ') : `${keys[0]} to ${keys.at(-1)}`;
  const proposed = keys.length === 0 ? [] : [`Proposed ${plural(keys.length, 'item')}: ${range}.`];
  const fresh = new Set<string>(keys);
  const again = marked.filter(({ item }) => !fresh.has(item)).length;
  const where = `${plural(marked.length, 'line')} in ${plural(paths.length, 'file')}`;
  const earlier = again === 0 ? '' : `, ${again} of them from an earlier branch`;
  const branch =
    commitProblem === null
      ? `This run's branch puts ${marked.length === 1 ? 'the key' : 'the keys'} on ${where}${earlier}.`
      : `The keys were put on ${where}, but the commit failed: ${escapeMarkdown(commitProblem)}`;
  const done = [...proposed, ...(marked.length === 0 ? [] : [branch])].join(' ');
  return [
    ...(done === '' ? [] : [done]),
    ...[...groupBy(skipped, ({ reason }) => reason)].map(([reason, of]) =>
      skippedWords(reason, of),
    ),
  ];
}

/** Lines without their keys, for one reason. */
function skippedWords(reason: string, skipped: MarkOutcome['skipped']): string {
  const [first] = skipped;
  const why = escapeMarkdown(reason);
  if (first !== undefined && skipped.length === 1) {
    const { todo, item } = first.mark;
    return `${notePlace(todo)} was left as it is, without its key ${item}: ${why}.`;
  }
  const places = skipped
    .slice(0, MAX_SKIPPED)
    .map(({ mark: { todo, item } }) => `${notePlace(todo)} (${item})`);
  const more = skipped.length - places.length;
  const rest = more > 0 ? [plural(more, 'other')] : [];
  return `${joinWords([...places, ...rest])} were left as they are, without their keys: ${why}.`;
}

function branchPoints({ plan, outcome, commitProblem }: SweepReport): readonly string[] {
  const hasBranch = outcome.marked.length > 0 && commitProblem === null;
  return plan.branches
    .filter(({ isReplaced }) => !(isReplaced && hasBranch))
    .map(({ branch, date, covered }) =>
      covered === 0
        ? `Branch ${inlineCode(branch)} of ${date} still waits, but none of what it covers is left: it can go.`
        : `Branch ${inlineCode(branch)} of ${date} waits with the ${covered === 1 ? 'key' : 'keys'} of ${plural(covered, 'note')}; nothing was added for ${covered === 1 ? 'it' : 'them'}.`,
    );
}

function waitPoints({ plan, brief }: SweepReport): readonly string[] {
  const words = formatWait(plan, brief);
  return words === null ? [] : [`${words}.`];
}

function settledPoints({ plan, aside }: SweepReport): readonly string[] {
  const settled = countKinds(plan.due, [
    ['keyed', 'with an issue on the line'],
    ['carried', 'with an item'],
  ]);
  const left = countKinds(aside, [
    ['dismissed', 'dismissed'],
    ['declined', 'declined'],
    ['snoozed', 'snoozed'],
  ]);
  return [
    ...(settled.length === 0 ? [] : [`Settled already: ${joinWords(settled)}.`]),
    ...(left.length === 0 ? [] : [`Set aside by people: ${joinWords(left)}.`]),
  ];
}

function countKinds(
  notes: readonly DueNote[],
  kinds: readonly (readonly [kind: Standing['kind'], words: string])[],
): readonly string[] {
  return kinds.flatMap(([kind, words]) => {
    const count = notes.filter(({ standing }) => standing.kind === kind).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
}

function limitsPoints({ plan, leftOver }: SweepReport): readonly string[] {
  const { facts } = plan;
  const points: string[] = [];
  if (leftOver > 0) {
    points.push(
      `${plural(leftOver, 'more note')} past the limit did not fit into the findings of one run; what is left out follows as others go.`,
    );
  }
  if (facts.truncated > 0) {
    points.push(
      `${plural(facts.truncated, 'note')} ${facts.truncated === 1 ? 'was' : 'were'} left out of the facts for size, so what is gone cannot be told.`,
    );
  }
  return points;
}

// Everything a sweep's report is made of.
export interface SweepReport {
  /** Without the notes that people set aside. */
  readonly plan: SweepPlan;
  readonly aside: readonly DueNote[];
  readonly brief: Brief;
  readonly outcome: MarkOutcome;
  /** Why the marked files could not be committed; `null` when they were, or there were none. */
  readonly commitProblem: string | null;
  /** Notes past the limit that did not fit into the findings. */
  readonly leftOver: number;
}

// What changed since the last report: sections for what moved, is gone or freshly written. What is new or back stands in
// front of every report already, with its id.
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

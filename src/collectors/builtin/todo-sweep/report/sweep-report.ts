/**
 * The sweep's report, as a person reads it in the morning: the lead, what happened, what moved and is gone, the ten
 * notes that matter, and where they all are. Every word that came from the code is quoted. It is as long as leaves the
 * whole report within sixty lines: where much changed, the lists are shorter.
 */
import { joinWords, escapeMarkdown, inlineCode, plural } from '../../../../words/text.ts';
import { type Counted, countWords } from '../../count-words.ts';
import { fitLine } from '../../fit-text.ts';
import { countByAge, noteAge, notePlace, noteTitle, noteLine } from '../describe-note.ts';
import { countStanding, type DueNote, isSetAside, type SweepPlan, levelOf } from '../plan-sweep.ts';
import { formatDueLater, formatStanding } from './format-standing.ts';
import { foldNews, isNews, renderNews, type SweepReport, renderSummary } from './summary.ts';

// Areas of a repository: its top folders, or one level deeper in a folder that holds nearly everything.

/** Most first. The area of files in the repository's top folder is the empty string. */
function countByArea(paths: readonly string[]): readonly Counted[] {
  const top = countWords(paths.map((path) => folderOf(path, 1)));
  const big = top[0];
  if (big === undefined || big.name === '' || big.count * 2 <= paths.length) return top;
  return countWords(paths.map((path) => folderOf(path, path.startsWith(`${big.name}/`) ? 2 : 1)));
}

/** The first `depth` folders of a path; fewer when the file lies above. */
function folderOf(path: string, depth: number): string {
  return path.split('/').slice(0, -1).slice(0, depth).join('/');
}

/** Of more mentions than these, the facts tell nothing. */
const MAX_LISTED = 5_000;

/** One file does not fill the list with what is not proposed. */
const MAX_OF_FILE = 3;

const MAX_SHOWN = 8;

/** Lines of the whole report. */
const WHOLE = 60;

/** Of it: title, lead and the folded run facts with a notice. */
const AROUND = 23;

/** What is new stands in front of a report, one a line; five where there are more than these. */
const MAX_IN_FRONT = 10;

interface Layout {
  /** Lines of each section of news; none: a point of the summary each. */
  readonly news: number;
  /** Notes. */
  readonly listed: number;
  readonly breakdown: boolean;
}

/** From the longest to the shortest. */
const LAYOUTS: readonly Layout[] = [
  { news: 10, listed: 10, breakdown: true },
  { news: 5, listed: 10, breakdown: true },
  { news: 3, listed: 10, breakdown: true },
  { news: 3, listed: 8, breakdown: true },
  { news: 3, listed: 10, breakdown: false },
  { news: 3, listed: 7, breakdown: false },
  { news: 0, listed: 10, breakdown: false },
  { news: 0, listed: 5, breakdown: false },
];
const SHORTEST: Layout = { news: 0, listed: 3, breakdown: false };

export function renderSweepReport(whole: Omit<SweepReport, 'aside'>): string {
  const { plan } = whole;
  const due = plan.due.filter((note) => !isSetAside(note));
  const report = { ...whole, plan: { ...plan, due }, aside: plan.due.filter(isSetAside) };
  const fitting = LAYOUTS.map((layout) => ({ layout, text: renderLayout(report, layout) })).find(
    ({ layout, text }) => text.split('\n').length + linesAround(report, layout) <= WHOLE,
  );
  return fitting?.text ?? renderLayout(report, SHORTEST);
}

/** What others write before and after it. */
function linesAround({ plan, outcome }: SweepReport, { listed }: Layout): number {
  const proposed = countStanding(plan, 'proposed');
  const others = plan.due.filter(
    ({ todo, standing }) => standing.kind !== 'proposed' && levelOf(todo) === 'high',
  );
  const hasBranch = outcome.marked.length > 0;
  const needs = Number(proposed > 0) + Number(hasBranch);
  // Proposals have one line, and two more where the list cannot name them all.
  const held = proposed === 0 ? 0 : proposed + others.length > listed ? 6 : 4;
  const replaces = hasBranch && plan.branches.some(({ isReplaced }) => isReplaced);
  return AROUND + (needs > 0 ? 1 + needs : 0) + held + Number(replaces) + linesInFront(plan);
}

function linesInFront({ due, first }: SweepPlan): number {
  const count = due.filter(({ news }) => news === 'new' || news === 'back').length;
  if (first || count === 0) return 0;
  return 3 + (count > MAX_IN_FRONT ? 6 : count);
}

function renderLayout(report: SweepReport, { news, listed, breakdown }: Layout): string {
  const sections = [
    { heading: 'Summary', body: renderSummary(report, news === 0 ? foldNews(report) : []) },
    ...(news === 0 ? [] : renderNews(report, news)),
    { heading: 'Findings', body: renderListing(report, listed) },
    { heading: 'By area, owner and age', body: breakdown ? renderBreakdown(report.plan) : '' },
  ];
  return sections
    .filter(({ body }) => body !== '')
    .map(({ heading, body }) => `## ${heading}\n\n${body}\n`)
    .join('\n');
}

/** Where the notes past the limit are, whose they are, and how old. One line each. */
function renderBreakdown({ due }: SweepPlan): string {
  if (due.length < 2) return '';
  const todos = due.map(({ todo }) => todo);
  const areas = countByArea(todos.map(({ path }) => path));
  const owners = countWords(todos.map(({ author }) => author || 'unknown'));
  const ages = countByAge(todos);
  return [
    `- Area: ${ranked(areas, (name) => (name === '' ? 'top folder' : inlineCode(name)))}`,
    `- Owner: ${ranked(owners, (name) => escapeMarkdown(fitLine(name, 60)))}`,
    `- Age: ${ages.map(({ name, count }) => `${name} ${count}`).join(' · ')}`,
  ].join('\n');
}

function ranked(counts: readonly Counted[], show: (name: string) => string): string {
  const shown = counts.slice(0, MAX_SHOWN).map(({ name, count }) => `${show(name)} ${count}`);
  const rest = counts.slice(MAX_SHOWN);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  return [...shown, ...(rest.length === 0 ? [] : [`${rest.length} others ${others}`])].join(' · ');
}

/**
 * The ten that matter, a line each; what was told above is not told again, and what is left is counted by area.
 * @param max notes
 */
function renderListing({ plan, aside }: SweepReport, max: number): string {
  const { due } = plan;
  const told = plan.first ? [] : due.filter(isNews);
  const open = due.filter((note) => !told.includes(note));
  const shown = mostImportant(open, max);
  const more = open.length - shown.length;
  const parts = [
    due.length > 0
      ? null
      : aside.length > 0
        ? 'None but what people set aside.'
        : renderYoung(plan, max),
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

/** What was seen and not counted, in one line; empty when there is nothing of the kind. */
function notCounted({ facts }: SweepPlan): string {
  const { binary, vendored, generated, fixtures } = facts.leftOut;
  const lines = facts.leftOutLines;
  const mentions = facts.mentions.length;
  const kinds = (
    [
      [vendored, 'vendored', lines?.vendored],
      [generated, 'generated', lines?.generated],
      [fixtures, 'fixture', lines?.fixtures],
      [binary, 'binary', undefined],
    ] as const
  ).flatMap(([count, word, marked]) =>
    count === 0 || marked === 0
      ? []
      : [
          `${marked === undefined ? '' : `${plural(marked, 'line')} in `}${plural(count, `${word} file`)}`,
        ],
  );
  const parts = [
    ...(mentions === 0
      ? []
      : [
          `${plural(mentions, 'line')}${mentions < MAX_LISTED ? '' : ' or more'} where a marker is only mentioned, in prose or a string`,
        ]),
    ...(kinds.length === 0 ? [] : [joinWords(kinds)]),
  ];
  return parts.length === 0 ? '' : `Not counted: ${parts.join('; ')}.`;
}

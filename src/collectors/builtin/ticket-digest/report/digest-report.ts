/**
 * The digest as a support lead reads it in the morning: what came in and what is new, the urgent tickets, the
 * themes with quotes and the first ids of each, and the account. Every word of a ticket is escaped or quoted.
 */
import type { Brief } from '../../../../context/brief.ts';
import { OUT_LIMITS } from '../../../../engines/out-limits.ts';
import type { TicketsFacts } from '../../../../words/facts.ts';
import {
  localMinuteOf,
  addDays,
  localDateOf,
  startOfLocalDay,
} from '../../../../words/local-time.ts';
import { joinWords, escapeMarkdown, plural, inlineCode } from '../../../../words/text.ts';
import type { TicketTheme, TicketTrend } from '../../../../words/ticket.ts';
import { fitLine } from '../../fit-text.ts';
import { type DigestTheme, isSetAside } from '../digest-theme.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { summaryPoints } from './summary-points.ts';
import { renderThemes } from './themes.ts';
import type { IdStyle } from './ticket-ids.ts';
import { renderUrgent } from './urgent.ts';

const MAX_PROBLEMS = 20;

/** Themes a trend names; the rest is counted. */
const MAX_NAMED = 3;

const MAX_SHOWN = 10;

/** Some room is left for what a character takes in UTF-8. */
const MAX_BYTES = OUT_LIMITS.maxFileBytes - 20_000;

/** More ids of a theme are a wall; its finding lists them all. */
const MOST_IDS = 6;

/** From the fullest form to the one that always fits. */
const STYLES: readonly IdStyle[] = [
  { links: true, most: MOST_IDS, maxLength: Number.POSITIVE_INFINITY },
  { links: false, most: MOST_IDS, maxLength: Number.POSITIVE_INFINITY },
];

/** `left`: findings that did not fit. Links go first when the report is too large, ids last. */
export function renderDigestReport(plan: DigestPlan, left: number): string {
  for (const style of STYLES) {
    const report = renderWith(plan, left, style);
    if (new TextEncoder().encode(report).length <= MAX_BYTES) return report;
  }
  // A UTF-16 unit takes at most three bytes.
  const share = Math.floor(MAX_BYTES / 2 / 3 / Math.max(1, plan.themes.length));
  return renderWith(plan, left, { links: false, most: MOST_IDS, maxLength: share });
}

function renderWith(plan: DigestPlan, left: number, style: IdStyle): string {
  const sections = [
    { heading: 'Summary', body: renderSummary(plan, left) },
    { heading: 'Urgent first', body: renderUrgent(plan) },
    { heading: 'Findings by theme', body: renderThemes(plan, style) },
    { heading: 'Quiet themes', body: renderPaused(plan) },
    { heading: 'Account', body: renderAccount(plan) },
  ];
  return sections
    .filter(({ body }) => body !== '')
    .map(({ heading, body }) => `## ${heading}\n\n${body}\n`)
    .join('\n');
}

/** The lead sentence, what moves, and a short list. `left`: findings that did not fit. */
function renderSummary(plan: DigestPlan, left: number): string {
  const list = summaryPoints(plan, left).map((point) => `- ${point}`);
  return [formatLead(plan), formatNews(plan), list.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The themes of earlier digests without a ticket now, in one line. */
function renderPaused({ facts }: DigestPlan): string {
  const paused = facts.pausedThemes.toSorted((a, b) =>
    a.lastSeen === b.lastSeen ? b.previous - a.previous : a.lastSeen < b.lastSeen ? 1 : -1,
  );
  if (paused.length === 0) return '';
  const shown = paused
    .slice(0, MAX_SHOWN)
    .map(
      ({ name, previous, lastSeen }) =>
        `${escapeMarkdown(fitLine(name, 80))} (${previous} on ${escapeMarkdown(fitLine(lastSeen, 10))})`,
    );
  const more = paused.length - shown.length;
  return `No ticket now: ${joinWords(more > 0 ? [...shown, `${more} more`] : shown)}.`;
}

/** The first sentence of a digest: how many tickets, from when, and how many of them cannot wait. */
function formatLead({ brief, facts, themes, urgent, source }: DigestPlan): string {
  const window = formatWindow(brief);
  if (facts.items.length === 0) {
    return source.broken
      ? `**No ticket could be read, so it is unknown whether any came in ${window}.**`
      : `No ticket came in ${window}, as far as the source could be read.`;
  }
  const named = themes.filter(({ other }) => !other).length;
  const where = named === 0 ? '' : ` in ${plural(named, 'theme')}`;
  const count = urgent.reduce((sum, { same }) => sum + 1 + same, 0);
  const urgency = count === 0 ? 'none urgent' : `${count} of them urgent`;
  const whole = `${plural(facts.items.length, 'ticket')}${where}, ${urgency}`;
  const older = olderWords(facts);
  const first = facts.firstTime ? ' This is the first digest.' : '';
  if (older.length === 0) return `${whole}, came in ${window}.${first}`;
  const inside = facts.items.filter(({ late }) => !late).length.toLocaleString('en-US');
  return `${whole}: ${joinWords([`${inside} came in ${window}`, ...older])}.`;
}

/** What counts though it was not created in the window, as far as anybody can say. */
function olderWords({ items, firstTime }: TicketsFacts): readonly string[] {
  const undated = items.filter(({ createdAt }) => createdAt === null).length;
  const late = items.filter((ticket) => ticket.late && ticket.createdAt !== null).length;
  const lateWords = firstTime
    ? 'older (the first digest takes up what it finds)'
    : 'late (older, and told by no digest before)';
  return [
    ...(late === 0
      ? []
      : [`${late.toLocaleString('en-US')} ${late === 1 ? 'is' : 'are'} ${lateWords}`]),
    ...(undated === 0
      ? []
      : [
          `${undated.toLocaleString('en-US')} ${undated === 1 ? 'has' : 'have'} no date that can be read`,
        ]),
  ];
}

/** What is new, growing and shrinking; nothing in a first digest, in which everything is new. */
function formatNews({ facts, themes }: DigestPlan): string {
  if (facts.items.length === 0) return '';
  if (facts.firstTime)
    return 'What is new and what is growing can be told from the second digest on.';
  const shown = themes.filter(({ other, standing }) => !other && !isSetAside(standing));
  const told = (
    [
      ['new', 'New'],
      ['growing', 'Growing'],
      ['shrinking', 'Shrinking'],
    ] as const
  ).flatMap(([trend, word]) => {
    const names = namesOf(shown, trend);
    return names === '' ? [] : [`${word}: ${names}.`];
  });
  return told.length === 0 ? 'No theme is new, and none is growing.' : told.join(' ');
}

function namesOf(themes: readonly DigestTheme[], trend: TicketTrend): string {
  const found = themes.filter(({ theme }) => theme.trend === trend);
  const names = found.slice(0, MAX_NAMED).map(({ theme, tickets }) => {
    const was = wasWords(theme);
    return `${escapeMarkdown(fitLine(theme.name, 80))} (${tickets.length}${was})`;
  });
  const more = found.length - names.length;
  return joinWords(more > 0 ? [...names, `${more} more`] : names);
}

function wasWords({ previous }: Pick<TicketTheme, 'previous'>): string {
  if (previous === null) return '';
  return previous === 0 ? ', after a pause' : `, was ${previous.toLocaleString('en-US')}`;
}

/** What was read and what became of it, so that a reader can count. */
function renderAccount(plan: DigestPlan): string {
  const { facts, source } = plan;
  const sum = [sumWords(plan), ...originWords(plan), ...modelWords(plan)];
  if (source.unreadable === 0) return sum.join('\n\n');
  const head = `${plural(source.unreadable, 'record')} could not be read, or not wholly:`;
  return [...sum, head, problemLines(facts, MAX_PROBLEMS).join('\n')].join('\n\n');
}

/** `Asked of support: GET https://…, for what changed since 2026-11-20 07:00, 3 pages.` */
function originWords({ facts: { origin }, brief }: DigestPlan): readonly string[] {
  if (origin === undefined) return [];
  const { connection, asked, since, pages, cut } = origin;
  const from =
    since === null
      ? 'for all there is'
      : `for what changed since ${localMinuteOf(new Date(since), brief.timezone)}`;
  const end = cut === null ? '' : `; ended ${escapeMarkdown(fitLine(cut, 100))}`;
  return [
    `Asked of ${inlineCode(fitLine(connection, 80))}: ${inlineCode(fitLine(asked, 300))}, ${from}, ${plural(pages, 'page')}${end}.`,
  ];
}

function modelWords({ facts: { embeddings } }: DigestPlan): readonly string[] {
  if (embeddings === undefined || embeddings.failed !== null) return [];
  const { connection, model, sent } = embeddings;
  return [
    `Grouped by words and by ${inlineCode(fitLine(model, 100))} of ${inlineCode(fitLine(connection, 80))}: ${plural(sent, 'text')} sent.`,
  ];
}

/** `34 tickets read = 27 told above, each in one theme + 7 left out: 5 told by an earlier digest and …` */
function sumWords({ facts, themes }: DigestPlan): string {
  const { told, afterWindow, repeated, automatic = 0 } = facts.leftOut;
  const reasons = [
    [told, 'told by an earlier digest'],
    [afterWindow, 'created after this window'],
    [repeated, repeated === 1 ? 'a second record of a ticket' : 'second records of a ticket'],
    [automatic, automatic === 1 ? 'an automatic reply' : 'automatic replies'],
    [facts.truncated, `beyond ${inlineCode('collect.tickets.max')}`],
  ] as const;
  const listed = themes.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const left = reasons.reduce((sum, [count]) => sum + count, 0);
  if (listed + left === 0) return 'No ticket was read.';
  const why = reasons.flatMap(([count, words]) =>
    count === 0 ? [] : [`${count.toLocaleString('en-US')} ${words}`],
  );
  const rest = left === 0 ? '' : ` + ${left.toLocaleString('en-US')} left out: ${joinWords(why)}`;
  return `${plural(listed + left, 'ticket')} read = ${listed.toLocaleString('en-US')} told above, each in one theme${rest}.`;
}

/** What could not be read, each with its place; what is beyond `max` is counted. */
export function problemLines(
  { problems, moreProblems }: TicketsFacts,
  max: number,
): readonly string[] {
  const shown = problems
    .slice(0, max)
    .map(
      ({ source, problem }) =>
        `- ${inlineCode(fitLine(source, 200))}: ${escapeMarkdown(fitLine(problem, 300))}`,
    );
  const more = problems.length - shown.length + moreProblems;
  return more === 0 ? shown : [...shown, `- and ${plural(more, 'more record')}`];
}

// A window as people say it, in the workspace's zone.
const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/**
 * `on Friday 2026-11-20` for one whole day, `from Friday 2026-11-20 to Sunday 2026-11-22` for several, else with
 * times of day: `from Friday 2026-11-20 07:30 to Monday 2026-11-23 07:30`.
 */
export function formatWindow({ window, timezone }: Pick<Brief, 'window' | 'timezone'>): string {
  const to = new Date(window.to);
  if (window.from === null) return `up to ${minute(to, timezone)}`;
  const from = new Date(window.from);
  if (!isMidnight(from, timezone) || !isMidnight(to, timezone))
    return `from ${minute(from, timezone)} to ${minute(to, timezone)}`;
  const first = localDateOf(from, timezone);
  const last = addDays(localDateOf(to, timezone), -1);
  return first === last ? `on ${day(first)}` : `from ${day(first)} to ${day(last)}`;
}

function isMidnight(instant: Date, timezone: string): boolean {
  const date = localDateOf(instant, timezone);
  return startOfLocalDay(date, timezone).getTime() === instant.getTime();
}

function minute(instant: Date, timezone: string): string {
  return day(localMinuteOf(instant, timezone));
}

/** Of a date, or a date with a time of day behind it. */
function day(text: string): string {
  const weekday = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return `${WEEKDAYS[weekday] ?? ''} ${text}`;
}

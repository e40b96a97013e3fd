/**
 * Recipe `ticket-digest`: the tickets of a window, told by theme, urgent ones first. Every ticket stands
 * in the report once, under its theme. docs/routines/ticket-digest.md tells it to people.
 */
import type { PriorFinding } from '../../../context/brief.ts';
import type { CoverageFile, FileItemLine, FindingLine } from '../../../engines/agent-contract.ts';
import { OUT_LIMITS } from '../../../engines/out-limits.ts';
import { AppError } from '../../../words/errors.ts';
import {
  type FactsByCollector,
  type TicketsFacts,
  LARGE_THEME,
  themeFingerprint,
} from '../../../words/facts.ts';
import { escapeMarkdown, oneLine, plural } from '../../../words/text.ts';
import type { PausedTheme, TicketFact } from '../../../words/ticket.ts';
import { fitFindings, fitLine } from '../fit-text.ts';
import type { RecipeRequest, RecipeResult } from '../recipe.ts';
import { quoteOf } from './choose-quotes.ts';
import type { DigestTheme } from './digest-theme.ts';
import {
  type DigestPlan,
  isQuiet,
  planDigest,
  SOURCE_FINGERPRINT,
  sourceTitle,
  ticketFingerprint,
} from './plan-digest.ts';
import { renderDigestReport, problemLines, formatWindow } from './report/digest-report.ts';
import { formatTrend, quoteLines } from './report/themes.ts';
import { ticketIds } from './report/ticket-ids.ts';

// The whole report of a window without tickets. Plain text, no Markdown.

/** `No ticket came in on Friday 2026-11-20: 412 were read, all told before.` */
function renderQuietLine({ brief, facts, source }: DigestPlan): string {
  const window = formatWindow(brief);
  if (source.broken)
    return `It is unknown whether a ticket came in ${window}: none could be read, and a person accepted that.`;
  const { told, afterWindow, repeated, automatic = 0 } = facts.leftOut;
  const read = told + afterWindow + repeated + automatic + facts.truncated;
  const origin = facts.origin === undefined ? '' : ` at ${oneLine(facts.origin.connection, 80)}`;
  if (read === 0 && source.unreadable === 0 && origin !== '')
    return `No ticket came in ${window}: nothing is new${origin}.`;
  const after =
    afterWindow === 0
      ? 'all told before'
      : `${afterWindow.toLocaleString('en-US')} of them came in later and ${afterWindow === 1 ? 'waits' : 'wait'} for the next digest`;
  const known =
    source.unreadable === 0
      ? ''
      : `; ${plural(source.unreadable, 'record')} could not be read, the same as before`;
  return `No ticket came in ${window}: ${plural(read, 'record')} read, ${after}${known}.`;
}

const MAX_IDS = 12_000;

/** One under the limit of the contract. */
const MAX_FINDINGS = OUT_LIMITS.maxLines - 1;

export async function digestTickets({ brief, say }: RecipeRequest): Promise<RecipeResult> {
  const { name, facts } = findTickets(brief.facts);
  const plan = planDigest(brief, facts);
  say(
    `read ${plural(facts.items.length, 'ticket')} in ${plural(plan.themes.length, 'theme')}, ${plan.urgent.length} urgent`,
  );
  const listed = listFindings(plan);
  const result = { findings: listed.findings, coverage: coverageOf(brief.facts, name) };
  if (isQuiet(plan)) {
    const reason = renderQuietLine(plan);
    return { ...result, report: reason, proposals: [], noop: { reason: reason.slice(0, 2_000) } };
  }
  const report = renderDigestReport(plan, listed.left);
  return { ...result, report, proposals: proposeItems(plan), noop: null };
}

/** This recipe reads the tickets alone, and says so of whatever else was collected. */
function coverageOf(byCollector: FactsByCollector, name: string): CoverageFile {
  return Object.fromEntries(
    Object.entries(byCollector).map(([collector, { items }]) => [
      collector,
      { examined: collector === name ? items.length : 0 },
    ]),
  );
}

function findTickets(byCollector: FactsByCollector): {
  readonly name: string;
  readonly facts: TicketsFacts;
} {
  for (const [name, facts] of Object.entries(byCollector)) {
    if (facts.kind === 'tickets') return { name, facts };
  }
  throw new AppError('invalid-definition', {
    code: 'facts-missing',
    message:
      'the recipe ticket-digest needs the facts of the collector tickets, and the brief has none',
    hint: 'Add it to the routine: collect: [{ tickets: { path: tickets } }].',
  });
}

/**
 * The items that a digest asks for: one for each theme whose turn it is.
 * Most important themes first, keys in the order they were reserved.
 */
function proposeItems({ themes, facts }: DigestPlan): readonly FileItemLine[] {
  return themes.flatMap((one): FileItemLine[] => {
    if (one.standing.kind !== 'proposed') return [];
    return [
      {
        type: 'file-item',
        key: one.standing.item,
        title: fitLine(`Customers report: ${one.theme.name}`, 300),
        body: `${themeBody(one, facts.firstTime)}\n\n${whyFiled(one)}`,
        findings: [themeFingerprint(one.theme)],
      },
    ];
  });
}

function whyFiled({ urgent, theme }: DigestTheme): string {
  const why =
    urgent.length > 0
      ? `${urgent.length} of these ${urgent.length === 1 ? 'is' : 'are'} urgent by ${urgent.length === 1 ? 'its' : 'their'} own words`
      : theme.trend === 'new'
        ? `the theme is new and came with ${LARGE_THEME} tickets or more`
        : 'the theme is growing';
  return `Proposed because ${why}, and no item carries it.`;
}

/**
 * The findings of a digest: one a theme, one for each urgent ticket that has no theme of its own, one when the
 * source cannot be read. What paused lately is listed too, so that it does not seem resolved.
 */
interface ListedFindings {
  readonly findings: readonly FindingLine[];
  /** What did not fit; it is in the report all the same. */
  readonly left: number;
}

/**
 * Most important first; what the ledger knows goes before what it does not, so that nothing seems resolved for want of room.
 */
function listFindings(plan: DigestPlan): ListedFindings {
  const { facts, brief } = plan;
  const all = [
    ...(plan.source.unreadable > 0 || plan.source.broken ? [sourceFinding(plan)] : []),
    ...plan.themes.filter(({ other }) => !other).map((one) => themeFinding(one, facts.firstTime)),
    ...plan.themes.filter(({ other }) => other).flatMap(({ urgent }) => urgent.map(ticketFinding)),
    ...plan.standing.map((theme) => pausedFinding(theme, brief.context.findings)),
    ...plan.recentUrgent.map(toldFinding),
  ];
  const known = new Set(brief.context.findings.map(({ fingerprint }) => fingerprint));
  const isKnown = ({ fingerprint = '' }: FindingLine): boolean => known.has(fingerprint);
  const room = MAX_FINDINGS - all.filter(isKnown).length;
  const fresh = new Set(all.filter((one) => !isKnown(one)).slice(0, Math.max(0, room)));
  const listed = all.filter((one) => isKnown(one) || fresh.has(one)).slice(0, MAX_FINDINGS);
  const findings = fitFindings(listed);
  return { findings, left: all.length - findings.length };
}

function themeFinding(digest: DigestTheme, firstTime: boolean): FindingLine {
  const { theme, tickets, standing } = digest;
  const item = 'item' in standing ? { item: standing.item } : {};
  return {
    title: `${fitLine(theme.name, 200)}: ${plural(tickets.length, 'ticket')}`,
    body: themeBody(digest, firstTime),
    severity: severityOf(digest, firstTime),
    fingerprint: themeFingerprint(theme),
    ...item,
  };
}

/** Urgent `high`; what moves `low`, and `medium` when it is large; what does not, `info`, and `low` when large. */
function severityOf(
  { theme, tickets, urgent }: DigestTheme,
  firstTime: boolean,
): FindingLine['severity'] {
  if (urgent.length > 0) return 'high';
  const large = tickets.length >= LARGE_THEME;
  if (!firstTime && (theme.trend === 'new' || theme.trend === 'growing'))
    return large ? 'medium' : 'low';
  return large ? 'low' : 'info';
}

function ticketFinding(ticket: TicketFact): FindingLine {
  // As long as the report has it, so that a mail knows the two for one.
  const title = fitLine(ticket.title, 120);
  const id = fitLine(ticket.id, 60);
  return {
    title: title === '' ? `Urgent: ${id}` : `Urgent: ${title} (${id})`,
    body: `${escapeMarkdown(fitLine(quoteOf(ticket, []), 1_000))}\n\nUrgent by its own words: ${escapeMarkdown(fitLine(ticket.urgent ?? '', 200))}.`,
    severity: 'high',
    fingerprint: ticketFingerprint(ticket),
  };
}

/** One that waits for a person keeps its title: that nobody wrote since does not settle what was written. */
function pausedFinding(
  { id, name, previous, lastSeen }: PausedTheme,
  known: readonly PriorFinding[],
): FindingLine {
  const fingerprint = themeFingerprint({ id });
  const waiting = known.find((one) => one.fingerprint === fingerprint && one.verdict === null);
  const since = fitLine(lastSeen, 10);
  return {
    title:
      waiting === undefined
        ? `${fitLine(name, 200)}: no ticket since ${since}`
        : fitLine(waiting.title, 300),
    body: `It had ${plural(previous, 'ticket')} when it was last told; the report of ${since} tells them in full. None came since.`,
    severity: 'info',
    fingerprint,
  };
}

function toldFinding({ title, fingerprint, firstSeen }: PriorFinding): FindingLine {
  return {
    title: fitLine(title, 300),
    body: `The report of ${firstSeen.slice(0, 10)} tells it in full.`,
    severity: 'high',
    fingerprint,
  };
}

function sourceFinding({ facts, source }: DigestPlan): FindingLine {
  return {
    title: sourceTitle(source.unreadable),
    body: fitBody(problemLines(facts, 20).join('\n')),
    severity: source.broken ? 'high' : 'low',
    fingerprint: SOURCE_FINGERPRINT,
  };
}

function fitBody(text: string): string {
  return text.length <= 20_000 ? text : `${text.slice(0, text.lastIndexOf('\n', 19_000))}\n…`;
}

/** A theme on its own, for its finding and its item: at most 20,000 characters, as the contract wants. */
function themeBody(digest: DigestTheme, firstTime: boolean): string {
  const { theme, tickets, urgent } = digest;
  const facts = [
    plural(tickets.length, 'ticket'),
    formatTrend(theme, firstTime),
    theme.firstSeen === ''
      ? ''
      : `in the digest since ${escapeMarkdown(fitLine(theme.firstSeen, 10))}`,
    urgent.length === 0 ? '' : `${urgent.length} urgent`,
  ].filter((words) => words !== '');
  const { text, left } = ticketIds(tickets, {
    links: true,
    most: Number.POSITIVE_INFINITY,
    maxLength: MAX_IDS,
  });
  const more = left === 0 ? '' : `, and ${plural(left, 'more ticket')} in the report`;
  return [`${facts.join(' · ')}.`, quoteLines(digest, new Set()), `Tickets: ${text}${more}`].join(
    '\n\n',
  );
}

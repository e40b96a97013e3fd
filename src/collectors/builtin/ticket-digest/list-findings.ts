/**
 * The findings of a digest: one a theme, one for each urgent ticket that has no theme of its own, one when the
 * source cannot be read. What paused lately is listed too, so that it does not seem resolved.
 */
import type { PriorFinding } from '../../../context/brief.ts';
import type { FindingLine } from '../../../engines/agent-contract.ts';
import { OUT_LIMITS } from '../../../engines/out-limits.ts';
import { escapeMarkdown, plural } from '../../../words/text.ts';
import { LARGE_THEME, themeFingerprint } from '../../../words/theme-rules.ts';
import type { PausedTheme, TicketFact } from '../../../words/ticket.ts';
import { fitFindings } from '../fit-findings.ts';
import { fitLine } from '../fit-text.ts';
import { quoteOf } from './choose-quotes.ts';
import type { DigestTheme } from './digest-theme.ts';
import type { DigestPlan } from './plan-digest.ts';
import { problemLines } from './report/problem-lines.ts';
import { SOURCE_FINGERPRINT, sourceTitle } from './source-state.ts';
import { themeBody } from './theme-body.ts';
import { ticketFingerprint } from './ticket-fingerprint.ts';

/** One under the limit of the contract. */
export const MAX_FINDINGS = OUT_LIMITS.maxLines - 1;

export interface ListedFindings {
  readonly findings: readonly FindingLine[];
  /** What did not fit; it is in the report all the same. */
  readonly left: number;
}

/**
 * Most important first; what the ledger knows goes before what it does not, so that nothing seems resolved for want of room.
 */
export function listFindings(plan: DigestPlan): ListedFindings {
  const { facts, brief } = plan;
  const all = [
    ...(plan.source.unreadable > 0 || plan.source.broken ? [sourceFinding(plan)] : []),
    ...plan.themes.filter(({ other }) => !other).map((one) => themeFinding(one, facts.firstTime)),
    ...plan.themes.filter(({ other }) => other).flatMap(({ urgent }) => urgent.map(ticketFinding)),
    ...plan.standing.map(pausedFinding),
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

function pausedFinding({ id, name, previous, lastSeen }: PausedTheme): FindingLine {
  return {
    title: `${fitLine(name, 200)}: no ticket since ${fitLine(lastSeen, 10)}`,
    body: `It had ${plural(previous, 'ticket')} when it was last told, on ${fitLine(lastSeen, 10)}.`,
    severity: 'info',
    fingerprint: themeFingerprint({ id }),
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

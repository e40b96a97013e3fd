/**
 * Every theme with its count, its quotes and the first ids of its tickets: the most important in full, the others
 * a line each, what people set aside after them, and other requests last.
 */
import { assertNever } from '../../../../words/errors.ts';
import { escapeMarkdown, plural } from '../../../../words/text.ts';
import type { TicketFact } from '../../../../words/ticket.ts';
import { fitLine } from '../../fit-text.ts';
import type { DigestTheme } from '../digest-theme.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { isSetAside, type ThemeStanding } from '../theme-standing.ts';
import { formatTrend } from './format-trend.ts';
import { quoteLines, quoteOne } from './quote-line.ts';
import { ticketIds, type IdStyle } from './ticket-ids.ts';
import { listUrgent } from './urgent.ts';

/** The most themes that are shown in full. Urgent ones are always shown in full. */
const IN_FULL = 20;

export function renderThemes(plan: DigestPlan, style: IdStyle): string {
  const { themes, facts } = plan;
  if (themes.length === 0) return 'None.';
  const told = themes.filter(({ other, standing }) => !other && !isSetAside(standing));
  const isFull = ({ urgent }: DigestTheme, index: number): boolean =>
    index < IN_FULL || urgent.length > 0;
  const look = {
    firstTime: facts.firstTime,
    style,
    elsewhere: new Set(listUrgent(plan).map(({ ticket }) => ticket.id)),
  };
  const lineOf = (one: DigestTheme): string => themeLine(one, look);
  const inFull = (one: DigestTheme): string => renderTheme(one, look);
  return [
    ...told.filter(isFull).map(inFull),
    ...listing('Smaller themes', told.filter((one, index) => !isFull(one, index)).map(lineOf)),
    ...listing('Set aside', themes.filter(({ standing }) => isSetAside(standing)).map(lineOf)),
    ...themes.filter(({ other }) => other).map(inFull),
  ].join('\n\n');
}

interface ThemeLook {
  readonly firstTime: boolean;
  readonly style: IdStyle;
  /** Tickets that the report tells above: no quote repeats them. */
  readonly elsewhere: ReadonlySet<string>;
}

function renderTheme(digest: DigestTheme, look: ThemeLook): string {
  const { firstTime, elsewhere } = look;
  const { theme, tickets, urgent, standing, other } = digest;
  const listed = idsOf(digest, look);
  const above = tickets.length - listedTickets(digest, look).length;
  const facts = [
    ...(other || theme.trend === 'new' || theme.firstSeen === ''
      ? []
      : [`First seen ${escapeMarkdown(fitLine(theme.firstSeen, 10))}`]),
    ...changeWords(theme),
    ...(urgent.length === 0
      ? []
      : [
          `**${urgent.length} urgent**${above === 0 ? '' : `, ${above.toLocaleString('en-US')} told above`}`,
        ]),
    ...formatStanding(standing),
  ];
  const parts = [
    facts.join(' · '),
    quoteLines(digest, elsewhere),
    listed === '' ? '' : `Tickets: ${listed}`,
  ];
  return [`### ${themeHead(digest, firstTime)}`, ...parts.filter((part) => part !== '')].join(
    '\n\n',
  );
}

/** One line: of a small theme with a quote, of one that a person set aside with the reason. */
function themeLine(digest: DigestTheme, look: ThemeLook): string {
  const { firstTime, elsewhere } = look;
  const standing = formatStanding(digest.standing).map((words) => ` (${words})`);
  const quote = isSetAside(digest.standing) ? '' : quoteOne(digest, elsewhere);
  const said = quote === '' ? '' : ` ${quote}`;
  return `- ${themeHead(digest, firstTime)}${standing.join('')}.${said} Tickets: ${idsOf(digest, look)}`;
}

/** That it broke out of another theme, or has a new name. */
function changeWords({ splitFrom, formerName }: DigestTheme['theme']): readonly string[] {
  const nameOf = (name: string): string => `“${escapeMarkdown(fitLine(name, 80))}”`;
  return [
    ...(splitFrom === undefined ? [] : [`Split from ${nameOf(splitFrom.name)}`]),
    ...(formerName === undefined ? [] : [`Was called ${nameOf(formerName)}`]),
  ];
}

function listing(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`### ${heading}\n\n${lines.join('\n')}`];
}

function idsOf(digest: DigestTheme, look: ThemeLook): string {
  const { text, left } = ticketIds(listedTickets(digest, look), look.style);
  if (left === 0) return text;
  return `${text}${text === '' ? '' : ', and '}${left.toLocaleString('en-US')} more`;
}

/** A ticket without a theme that stands among the urgent ones is not listed again. */
function listedTickets(
  { tickets, other }: DigestTheme,
  { elsewhere }: ThemeLook,
): readonly TicketFact[] {
  return other ? tickets.filter(({ id }) => !elsewhere.has(id)) : tickets;
}

/** `Login code never arrives: 7 tickets, was 2, growing` */
function themeHead({ theme, tickets, other }: DigestTheme, firstTime: boolean): string {
  const trend = other ? '' : formatTrend(theme, firstTime);
  const count = plural(tickets.length, 'ticket');
  return `${escapeMarkdown(fitLine(theme.name, 120))}: ${count}${trend === '' ? '' : `, ${trend}`}`;
}

/** What is done about a theme; nothing when nothing is. */
function formatStanding(standing: ThemeStanding): readonly string[] {
  switch (standing.kind) {
    case 'dismissed':
    case 'snoozed': {
      const reason = escapeMarkdown(fitLine(standing.reason, 200));
      return [reason === '' ? standing.kind : `${standing.kind}: ${reason}`];
    }
    case 'carried':
      return [`carried by ${standing.item}`];
    case 'proposed':
      return [`${standing.item} proposed`];
    case 'waits':
      return ['waits for an item'];
    case 'open':
      return [];
    default:
      return assertNever(standing);
  }
}

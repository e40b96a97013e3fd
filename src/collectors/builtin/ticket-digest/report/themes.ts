/**
 * Every theme with its count, its quotes and the first ids of its tickets: the most important in full, the others
 * a line each, what people set aside after them, and other requests last.
 */
import { assertNever } from '../../../../words/errors.ts';
import { joinWords, escapeMarkdown, plural } from '../../../../words/text.ts';
import type { TicketTheme } from '../../../../words/ticket.ts';
import { fitLine } from '../../fit-text.ts';
import { chooseQuotes, type Quote } from '../choose-quotes.ts';
import { type DigestTheme, isSetAside, type ThemeStanding } from '../digest-theme.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { ticketIds, type IdStyle, ticketId } from './ticket-ids.ts';
import { listUrgent } from './urgent.ts';

/** The most themes that are shown in full. Urgent ones are always shown in full. */
const IN_FULL = 20;

/** Other requests may have fifty: a wall of numbers. */
const MAX_NUMBERS = 6;

export function renderThemes(plan: DigestPlan, style: IdStyle): string {
  const { themes, facts } = plan;
  if (themes.length === 0) return 'None.';
  const told = themes.filter(({ other, standing }) => !other && !isSetAside(standing));
  const isFull = ({ urgent }: DigestTheme, index: number): boolean =>
    index < IN_FULL || urgent.length > 0;
  const look = {
    firstTime: facts.firstTime,
    style,
    above: new Map(listUrgent(plan).map(({ ticket }, at) => [ticket.id, at + 1])),
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
  /** The urgent tickets that the report lists above, with their number there: no theme lists or quotes them again. */
  readonly above: ReadonlyMap<string, number>;
}

function renderTheme(digest: DigestTheme, look: ThemeLook): string {
  const { theme, standing, other } = digest;
  const urgent = urgentWords(digest, look);
  const facts = [
    ...(other || theme.trend === 'new' || theme.firstSeen === ''
      ? []
      : [`In the digest since ${escapeMarkdown(fitLine(theme.firstSeen, 10))}`]),
    ...changeWords(theme),
    ...(urgent === '' ? [] : [urgent]),
    ...formatStanding(standing),
  ];
  const parts = [facts.join(' · '), quoteLines(digest, look.above), idsOf(digest, look)];
  return [`### ${themeHead(digest, look.firstTime)}`, ...parts.filter((part) => part !== '')].join(
    '\n\n',
  );
}

/** One line: of a small theme with a quote, of one that a person set aside with the reason. */
function themeLine(digest: DigestTheme, look: ThemeLook): string {
  const standing = formatStanding(digest.standing).map((words) => ` (${words})`);
  const urgent = urgentWords(digest, look);
  const parts = [
    `${themeHead(digest, look.firstTime)}${standing.join('')}.`,
    urgent === '' ? '' : `${urgent}.`,
    isSetAside(digest.standing) ? '' : quoteOne(digest, look.above),
    idsOf(digest, look),
  ];
  return `- ${parts.filter((part) => part !== '').join(' ')}`;
}

/** `**3 urgent**: numbers 1, 2 and 7 above`; empty without one. */
function urgentWords({ urgent }: DigestTheme, { above }: ThemeLook): string {
  if (urgent.length === 0) return '';
  const numbers = urgent.flatMap(({ id }) => above.get(id) ?? []).toSorted((a, b) => a - b);
  const count = `**${urgent.length.toLocaleString('en-US')} urgent**`;
  if (numbers.length === 0) return count;
  if (numbers.length > MAX_NUMBERS) return `${count}, ${numbers.length} of them above`;
  return `${count}: ${numbers.length === 1 ? 'number' : 'numbers'} ${joinWords(numbers.map(String))} above`;
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

/** Without those that the list of urgent ones has; empty when it has them all. */
function idsOf({ tickets }: DigestTheme, { style, above }: ThemeLook): string {
  const { text, left } = ticketIds(
    tickets.filter(({ id }) => !above.has(id)),
    style,
  );
  const more = left === 0 ? [] : [`${left.toLocaleString('en-US')} more`];
  const listed = [...(text === '' ? [] : [text]), ...more].join(', and ');
  return listed === '' ? '' : `Tickets: ${listed}`;
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

/** `new`, `was 3`, `as before`, `back after a pause`; empty in a first digest, which has nothing to compare with. */
export function formatTrend(
  { trend, previous }: Pick<TicketTheme, 'trend' | 'previous'>,
  firstTime: boolean,
): string {
  if (firstTime) return '';
  if (previous === null) return trend === 'new' ? 'new' : '';
  if (previous === 0) return 'back after a pause';
  const was = `was ${previous.toLocaleString('en-US')}`;
  return trend === 'steady' || trend === 'new' ? was : `${was}, ${trend}`;
}

// Quotes of a theme's tickets, each with the id that its link stands under in the list of ids.
const MAX_QUOTE = 240;
const MAX_SHORT = 100;

/** A list: two quotes of a small theme, three of a large one, more of requests of which each is another. */
export function quoteLines(
  digest: DigestTheme,
  elsewhere: Pick<ReadonlySet<string>, 'has'>,
): string {
  const max = digest.other ? 8 : digest.tickets.length >= 10 ? 3 : 2;
  return chooseQuotes(digest, { max, elsewhere })
    .map((quote) => `- ${quoteWords(quote, MAX_QUOTE)}`)
    .join('\n');
}

/** The best quote alone, and short. */
function quoteOne(digest: DigestTheme, elsewhere: Pick<ReadonlySet<string>, 'has'>): string {
  return chooseQuotes(digest, { max: 1, elsewhere })
    .map((quote) => `${quoteWords(quote, MAX_SHORT)}.`)
    .join('');
}

/** `“I was charged twice.” (1009, and 4 that say the same)` */
function quoteWords({ ticket, text, same }: Quote, max: number): string {
  const say = same === 1 ? 'says' : 'say';
  const others = same === 0 ? '' : `, and ${same.toLocaleString('en-US')} that ${say} the same`;
  return `“${escapeMarkdown(fitLine(text, max))}” (${ticketId(ticket)}${others})`;
}

/** Every theme with its count, its quotes and the ids of all its tickets. */
import { escapeMarkdown, plural } from '../../../../domain/text.ts';
import { fitLine } from '../../fit-text.ts';
import { chooseQuotes, quotesFor } from '../choose-quotes.ts';
import type { DigestPlan, DigestTheme } from '../plan-digest.ts';
import { isSetAside } from '../theme-standing.ts';
import { quoteLine } from './quote-line.ts';
import { standingWords } from './standing-words.ts';
import { ticketIds } from './ticket-ids.ts';
import { trendWords } from './trend-words.ts';

export interface IdStyle {
  readonly links: boolean;
  /** Characters of ids a theme. */
  readonly maxLength: number;
}

const MAX_QUOTE = 200;

export function renderThemes({ themes, facts }: DigestPlan, style: IdStyle): string {
  if (themes.length === 0) return 'None.';
  const told = themes.filter(({ standing }) => !isSetAside(standing));
  const quiet = themes.filter(({ standing }) => isSetAside(standing));
  const other = told.filter((one) => one.other);
  return [
    ...told.filter((one) => !one.other).map((one) => renderTheme(one, facts.firstTime, style)),
    ...(quiet.length === 0
      ? []
      : [`### Set aside\n\n${quiet.map((one) => quietLine(one, style)).join('\n')}`]),
    ...other.map((one) => renderTheme(one, facts.firstTime, style)),
  ].join('\n\n');
}

function renderTheme(digest: DigestTheme, firstTime: boolean, style: IdStyle): string {
  const { theme, tickets, urgent, standing, other } = digest;
  const trend = other ? '' : trendWords(theme, firstTime);
  const count = `${plural(tickets.length, 'ticket')}${trend === '' ? '' : `, ${trend}`}`;
  const facts = [
    ...(urgent.length === 0 ? [] : [`**${urgent.length} urgent**`]),
    ...(other || theme.trend === 'new' || theme.firstSeen === ''
      ? []
      : [`first seen ${escapeMarkdown(fitLine(theme.firstSeen, 10))}`]),
    ...standingWords(standing),
  ];
  const quotes = chooseQuotes(digest, other ? 3 : quotesFor(tickets.length)).map(
    (quote) => `- ${quoteLine(quote, MAX_QUOTE)}`,
  );
  return [
    `### ${escapeMarkdown(fitLine(theme.name, 120))}: ${count}`,
    facts.join(' · '),
    quotes.join('\n'),
    `Tickets: ${idsOf(digest, style)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** One line for a theme that a person set aside, with the reason and the ids. */
function quietLine(digest: DigestTheme, style: IdStyle): string {
  const { theme, tickets, standing } = digest;
  const name = escapeMarkdown(fitLine(theme.name, 120));
  return `- ${name}: ${plural(tickets.length, 'ticket')}, ${standingWords(standing).join('')}. Tickets: ${idsOf(digest, style)}`;
}

function idsOf({ tickets }: DigestTheme, style: IdStyle): string {
  const { text, left } = ticketIds(tickets, style);
  return left === 0
    ? text
    : `${text} and ${left.toLocaleString('en-US')} more, too many for one report: all of them are in the run's facts`;
}

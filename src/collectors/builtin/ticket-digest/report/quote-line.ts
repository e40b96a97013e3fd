/** Quotes of a theme's tickets, each with the id that its link stands under in the list of ids. */
import { escapeMarkdown } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { chooseQuotes, type Quote } from '../choose-quotes.ts';
import type { DigestTheme } from '../digest-theme.ts';
import { ticketId } from './ticket-link.ts';

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
export function quoteOne(digest: DigestTheme, elsewhere: Pick<ReadonlySet<string>, 'has'>): string {
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

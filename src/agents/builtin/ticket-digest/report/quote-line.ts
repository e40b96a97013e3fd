import { escapeMarkdown } from '../../../../domain/text.ts';
import { fitLine } from '../../fit-text.ts';
import type { Quote } from '../choose-quotes.ts';
import { ticketLink } from './ticket-link.ts';

/** `“I was charged twice.” (1009, and 4 that say the same)` */
export function quoteLine({ ticket, text, same }: Quote, max: number): string {
  const others =
    same === 0
      ? ''
      : `, and ${same.toLocaleString('en-US')} that ${same === 1 ? 'says' : 'say'} the same`;
  return `“${escapeMarkdown(fitLine(text, max))}” (${ticketLink(ticket)}${others})`;
}

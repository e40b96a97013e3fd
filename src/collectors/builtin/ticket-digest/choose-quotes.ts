/** The words that tell a theme best: short, from different people, none twice. Pure. */
import { groupBy } from '../../../words/group-by.ts';
import type { ThemeTerm, TicketFact } from '../../../words/ticket.ts';
import { bestSentence } from './best-sentence.ts';
import type { PlacedTheme } from './place-tickets.ts';

export interface Quote {
  readonly ticket: TicketFact;
  readonly text: string;
  /** How many more tickets of the theme say the same. */
  readonly same: number;
}

/**
 * From the tickets that stand for the theme best; a second one of the same person only when no other is left. None of
 * those that the report tells elsewhere.
 */
export function chooseQuotes(
  { theme, tickets }: PlacedTheme,
  {
    max,
    elsewhere,
  }: { readonly max: number; readonly elsewhere: Pick<ReadonlySet<string>, 'has'> },
): readonly Quote[] {
  const ids = new Set(tickets.map(({ id }) => id));
  const groups = groupBy(tickets, ({ id, duplicateOf }) =>
    duplicateOf !== null && ids.has(duplicateOf) ? duplicateOf : id,
  );
  const roots = tickets.filter(({ id }) => groups.has(id) && !elsewhere.has(id));
  // The name is a phrase of the tickets: where it stands word for word, the theme is told best.
  const terms = [...theme.signature, { term: theme.name, weight: 1 }];
  const quotes: Quote[] = [];
  for (const ticket of [...firstOfEach(roots), ...roots]) {
    if (quotes.length >= max) break;
    if (quotes.some((quote) => quote.ticket.id === ticket.id)) continue;
    const text = quoteOf(ticket, terms);
    if (quotes.some((quote) => quote.text === text)) continue;
    quotes.push({ ticket, text, same: (groups.get(ticket.id)?.length ?? 1) - 1 });
  }
  return quotes;
}

/** The sentence of the body that says it; the title, when the body says nothing. */
export function quoteOf(
  { title, body }: Pick<TicketFact, 'title' | 'body'>,
  signature: readonly ThemeTerm[],
): string {
  return bestSentence(body, signature) ?? title;
}

function firstOfEach(tickets: readonly TicketFact[]): readonly TicketFact[] {
  const seen = new Set<string>();
  return tickets.filter(({ author }) => {
    if (author === null) return true;
    if (seen.has(author)) return false;
    seen.add(author);
    return true;
  });
}

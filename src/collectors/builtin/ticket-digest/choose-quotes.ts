/** The words that tell a theme best: short, from different people, none twice. Pure. */
import { groupBy } from '../../../words/group-by.ts';
import { stripControls } from '../../../words/text.ts';
import type { ThemeTerm, TicketFact } from '../../../words/ticket.ts';
import type { PlacedTheme } from './digest-theme.ts';

// One sentence of a ticket, or two when it is short, for a quote. Pure.

/** What stands further down of a text is logs and details more often than not. */
const MAX_READ = 3_000;
const MAX_SENTENCES = 12;
/** Shorter ones say too little to be quoted. */
const MIN_WORDS = 4;
/** In characters: a shorter quote takes in its neighbours, unless these are long. */
const SHORT = 60;
const LONG = 140;

/**
 * The sentence with the most of the theme's terms, the earlier of two equals, and when it is short what stands
 * around it; `null` when none is long enough.
 */
export function bestSentence(text: string, signature: readonly ThemeTerm[]): string | null {
  const sentences = sentencesOf(text);
  let best: { readonly at: number; readonly score: number } | null = null;
  for (const [at, sentence] of sentences.entries()) {
    if (sentence.split(' ').length < MIN_WORDS) continue;
    const score = scoreOf(sentence.toLowerCase(), signature);
    if (best === null || score > best.score) best = { at, score };
  }
  return best === null ? null : withNeighbours(sentences, best.at);
}

/** “The neighbours have not got it either.” means nothing alone: the sentence before and the one after go with it. */
function withNeighbours(sentences: readonly string[], at: number): string {
  let quote = sentences[at] ?? '';
  const [before, after] = [sentences[at - 1], sentences[at + 1]];
  if (quote.length < SHORT && before !== undefined && before.length < LONG)
    quote = `${before} ${quote}`;
  if (quote.length < SHORT && after !== undefined && after.length < LONG)
    quote = `${quote} ${after}`;
  return quote;
}

function scoreOf(sentence: string, signature: readonly ThemeTerm[]): number {
  return signature.reduce(
    (sum, { term, weight }) => (sentence.includes(term.toLowerCase()) ? sum + weight : sum),
    0,
  );
}

function sentencesOf(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const found: string[] = [];
  for (const paragraph of paragraphsOf(text)) {
    for (const { segment } of segmenter.segment(paragraph)) {
      const sentence = segment.trim();
      if (sentence !== '') found.push(sentence);
      if (found.length >= MAX_SENTENCES) return found;
    }
  }
  return found;
}

/** Lines of a paragraph are joined. */
function paragraphsOf(text: string): readonly string[] {
  return stripControls(text.slice(0, MAX_READ))
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());
}

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

/** What each ticket says, as terms. Pure once the terms are loaded. */
import { meantLines, meantTitle, withoutReferences } from './clean-text.ts';
import type { UngroupedTicket } from './contract.ts';
import type { Terms } from './ticket-terms.ts';

export interface TicketWords {
  readonly id: string;
  /** Title and lines as they were meant, numbers and all. */
  readonly said: string;
  /** Without links, addresses and ids. */
  readonly title: string;
  readonly lines: readonly string[];
  /** Terms in order; `null` where a phrase may not cross. */
  readonly titleTerms: readonly (string | null)[];
  readonly bodyTerms: readonly (string | null)[];
}

/** A body's terms beyond this tell no more. */
const MOST_TERMS = 250;

export function readWords(
  tickets: readonly UngroupedTicket[],
  terms: Terms,
): readonly TicketWords[] {
  const read = tickets.map(({ id, title, body }) => ({
    id,
    title: meantTitle(title),
    lines: meantLines(body),
  }));
  const isForm = findFormLines(read.map(({ lines }) => lines));
  return read.map(({ id, title, lines }) => {
    const own = lines.filter((line) => !isForm(line));
    const bare = { title: withoutReferences(title), lines: own.map(withoutReferences) };
    return {
      id,
      said: [title, ...own].join('\n'),
      ...bare,
      titleTerms: terms.of(bare.title),
      bodyTerms: terms.of(bare.lines.join(' \n')).slice(0, MOST_TERMS),
    };
  });
}

/** Lines that a form, a chat widget or a footer puts into many tickets: the same words, or the same label. */
function findFormLines(bodies: readonly (readonly string[])[]): (line: string) => boolean {
  const many = Math.max(5, bodies.length * 0.25);
  const counts = new Map<string, number>();
  for (const lines of bodies)
    for (const key of new Set(lines.flatMap(formKeys))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (line) => formKeys(line).some((key) => (counts.get(key) ?? 0) >= many);
}

function formKeys(line: string): readonly string[] {
  const whole = line.toLowerCase().replace(/\d+/g, '0');
  const label = /^[\p{L} ]{2,30}:(?=\s)/u.exec(whole)?.[0];
  return label === undefined ? [whole] : [whole, label];
}

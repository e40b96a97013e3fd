/** What each ticket says, as terms. Pure once the terms are loaded. */
import { stripControls } from '../../../words/text.ts';
import { withoutGreeting } from '../mail/clean-mail.ts';
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
    title: plainTitle(title),
    lines: proseLines(body),
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

/** Beyond this many characters a ticket repeats itself or quotes a log. */
const LONGEST = 6_000;

/** The body's lines that have a word, in order, without code, stack frames and names of attachments; what code says of a failure stays. */
function proseLines(body: string): readonly string[] {
  return stripControls(body.slice(0, LONGEST))
    .replace(COMMENT, ' ')
    .replace(CODE, (code) => code.match(FAILURE)?.slice(0, 3).join('\n') ?? ' ')
    .replace(FRAME, ' ')
    .split('\n')
    .map((line) => line.slice(0, 1_500).trim())
    .filter((line) => /\p{L}/u.test(line) && !isMachineLine(line));
}

/** Of Markdown: what a tracker's form tells those who fill it in. */
const CODE = /^[ \t]*```[^]*?(?:^[ \t]*```|$(?![^]))/gm;
const FAILURE =
  /^.*\b(?:\w*error|\w*exception|failed|failure|fatal|denied|refused|timed? ?out|panic|killed)\b.*$/gim;
/** A line of a stack, and the code under it. */
const FRAME = /^[ \t]*File ".{1,300}\n.*$/gm;
const COMMENT = /<!--[^]*?(?:-->|$)/g;

function isMachineLine(line: string): boolean {
  return (
    line.startsWith('```') ||
    /^\[attached: .*\]$/.test(line) ||
    /^at [\w$.<>[\] ]{1,200}[( ]/.test(line) ||
    /^(?:File "|goroutine \d|\.\.\. \d+ more|#\d+ 0x|\w+\.go:\d+|from \S+:\d+:in )/.test(line)
  );
}

/** A title without reply marks, urgency shouts and a greeting. */
function plainTitle(title: string): string {
  let clean = stripControls(title.slice(0, 400)).replace(/\s+/g, ' ').trim();
  for (let round = 0; round < 4; round += 1) {
    const next = clean.replace(TITLE_MARKS, '').trim();
    if (next === clean) break;
    clean = next;
  }
  return withoutGreeting(clean);
}

const TITLE_MARKS =
  /^(?:(?:re|fwd?|aw|wg|rv|tr|antw)\s?(?:\[\d+\])?\s?:|\[[^\]]{1,40}\]|(?:very |super |extremely )?(?:urgent|asap|important|help|please help|pls help|question|bug(?: report)?|(?:new )?feature request|feature|request|issue|problem|dringend|urgente|frage|hilfe|ayuda|p[0-4]|sev[0-4])\s?[:!\-–—|/]+|[!*\-–—:|/\s]+)/i;

/** Links, addresses, masks, ids, hashes, dates and long numbers become a gap that no phrase may cross. */
function withoutReferences(text: string): string {
  return text
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, ' | ')
    .replace(/[\w.+-]{1,64}@[\w.-]{1,255}/g, ' | ')
    .replace(/\[(?:e-?mail|phone|card|name|redacted|masked)[^\]]{0,20}\]/gi, ' | ')
    .replace(/<[^<>\s]{1,200}>/g, ' | ')
    .replace(/(?<![\w-])#?[A-Za-z]{1,6}-?\d{4,}[\w-]*/g, ' | ')
    .replace(/(?<![\w-])[A-Z]{2,10}-\d{1,8}\b/g, ' | ')
    .replace(/\b(?=[a-f0-9-]*\d)[a-f0-9][a-f0-9-]{9,}\b/gi, ' | ')
    .replace(/#\s?\d+/g, ' | ')
    .replace(/\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/g, ' | ')
    .replace(/\b\d{4,}\b/g, ' | ');
}

/**
 * The words that make a ticket urgent, as they stand in it. Pure.
 *
 * A label or a priority says it outright. In text what counts is what it means: something stolen or lost, fraud, locked
 * out, data or money gone, a lawyer, a hole, an outage. Words that are denied (`not urgent`, `no data loss`), quoted,
 * or code do not count. A routine adds words of its own, and names phrases that never count.
 */
import { oneLine } from '../../../words/text.ts';
import type { UrgentRule } from '../../../words/ticket.ts';
import { isDenied } from './is-denied.ts';
import { URGENT_MEANINGS } from './urgent-meanings.ts';

export interface JudgedTicket {
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  /** What the source's fields of priority and severity say. */
  readonly priorities: readonly string[];
}

/** `null` when nothing says so. At most 80 characters. */
export type UrgencyJudge = (ticket: JudgedTicket) => string | null;

export function createUrgencyJudge({ words, except }: UrgentRule): UrgencyJudge {
  const own = words.map(phraseOf);
  const never = except.map(phraseOf);
  const meanings = [...own, ...URGENT_MEANINGS];
  const isNamed = (list: readonly string[], label: string): boolean =>
    list.some((word) => word.toLowerCase() === label.trim().toLowerCase());
  const urgentIn = (text: string): string | null => {
    const part = never.reduce((left, phrase) => left.replace(phrase, ' | '), text.slice(0, PART));
    for (const meaning of meanings)
      for (const match of part.matchAll(meaning))
        if (!isDenied(part, { index: match.index, words: match[0] })) return oneLine(match[0], 80);
    return null;
  };
  return ({ title, body, labels, priorities }) => {
    const label = [...priorities, ...labels].find(
      (one) => !isNamed(except, one) && (isNamed(words, one) || isUrgentLabel(one)),
    );
    if (label !== undefined) return oneLine(label, 80);
    return urgentIn(withoutQuoted(title)) ?? urgentIn(ownWords(body));
  };
}

const LABEL =
  /^(?:\d\s*-\s*)?(?:(?:priority|prio|severity|sev|urgency|impact|level|importance|type|status)[\s:/_=-]*)?(?:urgent|critical|crit|blocker|emergency|highest|immediate|show-?stopper|outage|security|vulnerability|data[-\s]?loss|incident|p[-\s]?[01]|sev(?:erity)?[-\s]?[01]|s[01])(?:\s+-.*|\s*[:(/].*)?$/i;
const NUMBERED = /^(?:severity|sev|prio|priority)[\s:/_=-]*[01]$/i;

function isUrgentLabel(label: string): boolean {
  const words = label.slice(0, 200).trim();
  return LABEL.test(words) || NUMBERED.test(words);
}

const PART = 10_000;

/** A word or phrase of a routine: as it stands, case and width of gaps aside, never within a longer word. */
function phraseOf(words: string): RegExp {
  const source = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`))
    .join(String.raw`\s{1,5}`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${source}(?![\p{L}\p{N}_])`, 'giu');
}

/** Without quoted lines and code. */
function ownWords(body: string): string {
  const kept: string[] = [];
  let fenced = false;
  for (const line of body.slice(0, PART * 2).split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced && !/^\s*>/.test(line)) kept.push(line.replace(/`[^`\n]*`/g, ' '));
  }
  return withoutQuoted(kept.join('\n'));
}

/** What somebody else said, or a screen shows: between quotation marks. */
function withoutQuoted(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])(?:"[^"\n]{1,200}"|“[^”\n]{1,200}”|«[^»\n]{1,200}»|„[^“”\n]{1,200}[“”])/gu,
    ' | ',
  );
}

/**
 * The words that make a ticket urgent, as they stand in it. Pure.
 *
 * A label or a priority says it outright. In text what counts is what it means: something stolen or lost, fraud, locked
 * out, data or money gone, a lawyer, a hole, an outage. Words that are denied (`not urgent`, `no data loss`), quoted,
 * or code do not count. A routine adds words of its own, and names phrases that never count.
 */
import { oneLine } from '../../../words/text.ts';
import type { UrgentRule } from '../../../words/ticket.ts';
import { URGENT_MEANINGS } from './urgent-meanings.ts';

// Whether words that would make a ticket urgent are denied where they stand: `not urgent`, `no data loss`. Pure.

/** Up to four words before, none of them the end of a sentence or the beginning of a clause of its own. */
const BEFORE =
  /(?:\b(?:not|isn['’]?t|wasn['’]?t|aren['’]?t|ain['’]?t|don['’]?t|doesn['’]?t|didn['’]?t|won['’]?t|wouldn['’]?t|hasn['’]?t|haven['’]?t|never|no|nothing|none|neither|nor|non|without|hardly|barely|less|nicht|kein(?:e|en|er)?|pas|ninguna?|if (?:it|this|that) (?:is|were|was|becomes)|(?:prevent|avoid|against)(?:s|ed|ing)?)\b[-\s]*)(?:(?!(?:but|and|then|later|out|please|know|understand|because|since|as|who|why|how|what|think|sure|if|when|after|my|our)\b)[\w'’-]+[-\s]+){0,4}$/i;

/** Tells what to do in a case that may come: `for urgent matters write to …`, `in case of emergency`, `if urgent`. */
const FOR_A_CASE =
  /\b(?:(?:for|in|with|on|about) (?:an? |any |all |more |other |very )?|in case of (?:an? |any )?|if )$/i;
const A_CASE =
  /^(?:\s+(?:matters?|cases?|requests?|inquir(?:y|ies)|enquir(?:y|ies)|questions?|concerns?|contacts?|needs?)\b|$|[,.;:])/i;

/** An automatic reply. */
const AWAY =
  /^\s*(?:(?:re|aw|sv|antw)\s*:\s*)?(?:out of (?:the )?office|ooo\b|auto(?:matic|mated)?[- ]?(?:reply|response|antwort)|away from (?:my|the) (?:desk|office)|abwesenheit|automatische antwort|réponse automatique|absence du bureau|respuesta automática|fuera de (?:la )?oficina)/i;

/** What was found again is lost no longer. */
const FOUND = /\b(?:found|recovered) (?:my|our|the|his|her) (?:[\w'’-]+ )?$/i;

/** Right behind. */
const AFTER = /^\s*(?:[:?]?\s*(?:no|none|nein)\b(?! one)|is not\b|isn['’]t\b|=\s*false)/i;

/** It is over: `the outage was resolved`, `the double charge has been refunded`. */
const OVER =
  /^ (?:is|was|are|were|has been|have been|got|gets) (?:already |now |since |all |fully ){0,2}(?:resolved|fixed|solved|over|refunded|reversed|sorted|restored)\b/i;

/** The words themselves deny it: `account is no longer locked`. */
const WITHIN =
  /\b(?:no longer|not)\s+(?:\w+\s+)?(?:blocked|locked|suspended|frozen|disabled|deactivated)$/i;

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
    if (AWAY.test(title)) return null;
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

/** Removes text between quotation marks: words of another person, or of a screen. */
function withoutQuoted(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])(?:"[^"\n]{1,200}"|“[^”\n]{1,200}”|«[^»\n]{1,200}»|„[^“”\n]{1,200}[“”])/gu,
    ' | ',
  );
}

function isDenied(
  text: string,
  { index, words }: { readonly index: number; readonly words: string },
): boolean {
  const before = text.slice(Math.max(0, index - 60), index);
  const sentence = before.split(/[.!?;:,\n()]|\s-\s/).at(-1) ?? '';
  const whole = before.length < 60 ? sentence : sentence.replace(/^\S*\s/, '');
  return (
    BEFORE.test(whole) ||
    FOUND.test(whole) ||
    isForACase(whole, {
      words,
      after: text.slice(index + words.length, index + words.length + 20),
    }) ||
    AFTER.test(text.slice(index + words.length, index + words.length + 20)) ||
    OVER.test(text.slice(index + words.length, index + words.length + 60)) ||
    WITHIN.test(words)
  );
}

function isForACase(
  before: string,
  { words, after }: { readonly words: string; readonly after: string },
): boolean {
  if (!/^(?:urgent|emergency)$/i.test(words)) return false;
  const lead = FOR_A_CASE.exec(before)?.[0] ?? null;
  if (lead === null) return false;
  return /^(?:in case of|if) /i.test(lead) || (A_CASE.test(after) && /\S/.test(after));
}

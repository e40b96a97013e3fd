/** How much a note matters: by what it says and by what touches its file, never by its age. Pure. */
import type { TodoFact } from '../../words/facts.ts';

export interface SeverityParts {
  readonly marker: string;
  /** All that it says. */
  readonly words: string;
  /** Nothing but the marker. */
  readonly wordless: boolean;
  /** Whether commits of the last three months touched its file. */
  readonly changedLately: boolean;
  /** `2.0`: the version that it named and that has come, or is worked on; `null`: none. */
  readonly overdue: { readonly version: string; readonly isOut: boolean } | null;
}

type Severity = NonNullable<TodoFact['severity']>;

const DATA =
  /\b(?:data[- ]?loss|(?:los(?:e|es|ing|t)|drop(?:s|ped|ping)?|wip(?:e|es|ed|ing)) (?:\w+ ){0,2}(?:data|messages|events|writes|updates|records|rows)\b|(?:data|file|memory|heap|state|index|cache|database|db) corruption|corrupt(?:s|ed|ing)? (?:\w+ ){0,2}(?:data|files?|memory|state|index|cache|database|db)|silently (?:drop|discard|overwrit|truncat|ignor)\w*)/i;
const SECURITY =
  /\b(?:security (?:hole|issue|risk|problem|bug|concern|flaw|fix|vulnerability|implication|hazard)s?|(?:is|be|are|it'?s|potentially|very) (?:insecure|vulnerable|exploitable)|vulnerabilit(?:y|ies)|(?:sql|command|shell|code|header|html|script|log) injection|xss|csrf|ssrf|(?:privilege|permission) escalation|(?:path|directory) traversal|auth(?:entication|orization)? bypass|bypass(?:es|ing)? (?:the )?auth\w*|timing (?:attack|side)|side[- ]channel|buffer (?:over|under)(?:flow|run)|use[- ]after[- ]free|double[- ]free|(?:un|not )(?:sanitized|sanitised|escaped)|leak(?:s|ed|ing)? (?:\w+ ){0,2}(?:secret|password|token|credential|key)s?|(?:hard[- ]?coded|plain[- ]?text) (?:\w+ ){0,1}(?:secret|password|token|credential|key)s?)\b/i;
const WRONG =
  /\b(?:race[- ]condition|data race|(?:is|be) racy|dead[- ]?locks?|live[- ]?locks?|(?:memory|resource|fd|handle|goroutine|socket|connection) leaks?|leak(?:s|ing)? (?:memory|a |the )|segfaults?|crash(?:es|ing)?|panics?\b(?! handler)|infinite (?:loop|recursion)|hangs?\b|not thread[- ]?safe|overflows?\b|wrong (?:result|value|answer|output)s?|incorrect(?:ly)?|(?:is|are) (?:broken|wrong|buggy)|(?:is|be|are|potentially) unsafe)\b/i;
/** Says that it is none: `no data loss`, `cannot crash`. */
const DENIED =
  /\b(?:no|not|never|without|cannot|can't|won't|doesn't|prevents?|avoids?|against|isn't|if) (?:\w+ ){0,2}$/i;
const WISH =
  /\b(?:maybe|perhaps|consider|would be (?:nice|good|better)|could be|might|nice to have|someday|one day|wonder|not sure|possibly)\b|\?\s*$/i;

export function noteSeverity(parts: SeverityParts): Severity {
  const { marker, words, wordless, changedLately, overdue } = parts;
  if (wordless) return { level: 'info', reason: 'it does not say what to do' };
  const data = saying(DATA, words);
  if (data !== null) return { level: 'high', reason: `it mentions lost or damaged data: ${data}` };
  const security = saying(SECURITY, words);
  if (security !== null) return { level: 'high', reason: `it mentions security: ${security}` };
  if (overdue !== null) {
    const come = overdue.isOut ? 'which has come' : 'which is on its way';
    return { level: 'medium', reason: `it was to be done in ${overdue.version}, ${come}` };
  }
  const wrong = saying(WRONG, words);
  const urgent = /^(?:FIXME|HACK|BUG|XXX)$/i.test(marker);
  if (urgent && changedLately)
    return { level: 'medium', reason: `${marker} in a file that changed in the last 90 days` };
  if (wrong !== null) {
    const level = urgent || changedLately ? 'medium' : 'low';
    return { level, reason: `it mentions a fault: ${wrong}` };
  }
  if (urgent) return { level: 'low', reason: `${marker} in a file that did not change lately` };
  if (WISH.test(words)) return { level: 'info', reason: 'it asks or wishes' };
  return changedLately
    ? { level: 'low', reason: 'its file changed in the last 90 days' }
    : { level: 'info', reason: 'its file did not change lately' };
}

/** The words that say it, unless they are denied. */
function saying(pattern: RegExp, words: string): string | null {
  const found = pattern.exec(words);
  if (found === null || DENIED.test(words.slice(Math.max(0, found.index - 40), found.index)))
    return null;
  return found[0].trim();
}

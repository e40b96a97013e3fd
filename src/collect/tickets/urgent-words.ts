/**
 * The words that make a ticket urgent, as they stand in it. Pure.
 *
 * A label or a priority says it outright. In text, words that are denied (`not urgent`, `no data loss`), quoted, or
 * code do not count.
 */
import { oneLine } from '../../domain/text.ts';

export interface JudgedTicket {
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  /** What the source's fields of priority and severity say. */
  readonly priorities: readonly string[];
}

/** `null` when nothing says so. At most 80 characters. */
export function urgentWords({ title, body, labels, priorities }: JudgedTicket): string | null {
  const label = [...priorities, ...labels].find(isUrgentLabel);
  if (label !== undefined) return oneLine(label, 80);
  return urgentIn(title) ?? urgentIn(ownWords(body));
}

const LABEL =
  /^(?:\d\s*-\s*)?(?:(?:priority|prio|severity|sev|urgency|impact|level|importance|type|status)[\s:/_=-]*)?(?:urgent|critical|crit|blocker|emergency|highest|immediate|show-?stopper|outage|security|vulnerability|data[-\s]?loss|incident|p[-\s]?[01]|sev(?:erity)?[-\s]?[01]|s[01])(?:\s+-.*|\s*[:(/].*)?$/i;
const NUMBERED = /^(?:severity|sev|prio|priority)[\s:/_=-]*[01]$/i;

function isUrgentLabel(label: string): boolean {
  const words = label.slice(0, 200).trim();
  return LABEL.test(words) || NUMBERED.test(words);
}

const CANNOT = String.raw`(?:can ?not|can['’]?t|cannot|could ?n[o'’]?t|couldn['’]t|unable to|not able to|no longer able to|impossible to|nobody can|no one can|none of us can)`;
const SAYS: readonly RegExp[] = [
  /\burgent(?:ly)?\b/gi,
  /\basap\b|\bas soon as possible\b/gi,
  /\bemergency\b|\bshow-?stopper\b/gi,
  /\b(?:critical|severe) (?:issue|bug|problem|error|failure|outage|incident|for (?:us|our))\b|\bthis is critical\b/gi,
  /\b(?:p0|p1|sev[- ]?[01])\b(?! ?[/.:=])/gi,
  /\bdata[- ]loss\b|\b(?:lost|deleted|wiped|erased) (?:everything|(?:all|half)(?: of)?(?: (?:my|our|the))? (?:data|files|work|records|projects|documents|messages|customers|orders|history))\b|\b(?:all|everything)(?: (?:my|our|the))?(?: \w{1,20})? (?:is|are|was|were|has been|have been|got) (?:gone|lost|deleted|wiped)\b|\b(?:my|our) (?:data|files|work|projects|documents) (?:is|are|was|were|has|have) (?:\w+ )?(?:gone|lost|deleted|wiped|disappeared|vanished)\b/gi,
  new RegExp(
    String.raw`\b${CANNOT} (?:even )?(?:log[- ]?in|log on|sign[- ]?in|access (?:my|our|the) account|get into (?:my|our) account)\b`,
    'gi',
  ),
  /\blocked out\b/gi,
  /\b(?:production|prod|live|the (?:whole )?(?:site|website|service|system|app|platform|api|store|shop)|(?:our|your) (?:whole )?(?:site|website|service|system|app|platform|api|store|shop)|everything) (?:is|are|was|went|has been|has gone|keeps going) (?:completely |totally |still |currently |now )?(?:down|offline|unreachable|broken)\b|\b(?:production|prod|site|website|service|system|server) down\b|\bdown for (?:everyone|everybody|all)\b/gi,
  /\b(?:full |complete |major |total )?outage\b/gi,
  /\b(?:charged|billed|debited)(?: \w+){0,3} (?:twice|double|two times|three times|multiple times|again)\b|\bdouble[- ](?:charged|billed|charge)\b|\bcharged (?:me )?(?:for )?(?:someone|somebody) else\b/gi,
  /\bsecurity (?:issue|vulnerability|hole|breach|incident|flaw|bug|leak|problem|risk|concern)s?\b|\bvulnerabilit(?:y|ies)\b|\bdata (?:breach|leak)\b|\bcve-\d{4}-\d{3,7}\b/gi,
  /\b(?:account|server|site) (?:was|is|has been|got) (?:hacked|compromised)\b|\b(?:been|got|was|were) hacked\b|\b(?:sees?|shows?|showing|saw|exposes?|leaks?|leaking) (?:other|another|someone else['’]?s?|somebody else['’]?s?) (?:people|person|user|customer|client|account|patient|data|order|invoice)\w*(?:['’]s?)?\b/gi,
  /\blosing (?:money|revenue|sales|customers|orders)\b/gi,
  /\b(?:dringend|eilt sehr|notfall|so schnell wie m(?:ö|oe)glich|d(?:è|e)s que possible|lo antes posible)\b/gi,
];

/** Up to five words before, none of them the end of a sentence. */
const DENIED =
  /(?:\b(?:not|isn['’]?t|wasn['’]?t|aren['’]?t|ain['’]?t|don['’]?t|doesn['’]?t|didn['’]?t|won['’]?t|wouldn['’]?t|never|no|nothing|none|neither|nor|non|without|hardly|barely|less|nicht|kein(?:e|en|er)?|pas|if (?:it|this|that) (?:is|were|was|becomes)|(?:prevent|avoid|against)(?:s|ed|ing)?)\b[-\s]*)(?:(?!but\b|and\b|or\b|then\b|please\b)[\w'’-]+[-\s]+){0,4}$/i;
/** Words of which only the nearest may deny: `I do not know what happened, we cannot log in`. */
const DENIES_AFTER = /^\s*(?:[:?]?\s*(?:no|none|nein)\b(?! one)|is not\b|isn['’]t\b|=\s*false)/i;
const PART = 10_000;

function urgentIn(text: string): string | null {
  const part = text.slice(0, PART);
  for (const says of SAYS) {
    for (const match of part.matchAll(says)) {
      if (!isDenied(part, match.index, match[0])) return oneLine(match[0], 80);
    }
  }
  return null;
}

function isDenied(text: string, index: number, words: string): boolean {
  const before = text.slice(Math.max(0, index - 60), index);
  const sentence = before.split(/[.!?;:,\n()]|\s-\s/).at(-1) ?? '';
  const whole = before.length < 60 ? sentence : sentence.replace(/^\S*\s/, '');
  return (
    DENIED.test(whole) ||
    DENIES_AFTER.test(text.slice(index + words.length, index + words.length + 20))
  );
}

/** Without quoted lines and code. */
function ownWords(body: string): string {
  const kept: string[] = [];
  let fenced = false;
  for (const line of body.slice(0, PART * 2).split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced && !/^\s*>/.test(line)) kept.push(line.replace(/`[^`\n]*`/g, ' '));
  }
  return kept.join('\n');
}

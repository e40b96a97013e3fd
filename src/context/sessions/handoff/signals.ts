/**
 * Which sentences of an agent say what was decided, what was ruled out, and what is left to do. By words that people and
 * models use for it; wrong now and then, so a hand-over quotes the sentence and never retells it. Pure.
 */
export type Signal = 'decided' | 'ruled-out' | 'open';

const DECIDED = [
  /\b(?:i|we)(?:'ve| have)? (?:decided|chose|chosen|opted|settled|agreed|picked)\b/i,
  /\bdecision\s?:|\bdecided\s?:|\bthe decision (?:is|was)\b|\b(?:was|were|is|are) (?:decided|agreed|settled)\b/i,
  /\b(?:let's|lets|i'll|i will|we'll|we will|i'm|we're|i am|we are) (?:go|going|stick|sticking|stay|staying) with\b/i,
  /\b(?:going|go|went|stick|sticking|stay|staying|settled?|settling) (?:with|on) (?:the|a|an|our|its|`|")/i,
  /\b(?:i'll|i will|we'll|we will|let's) (?:use|keep|leave|make|take|store|put)\b.{0,200}\b(?:instead|rather than|because|since|so that)\b/i,
  /\b(?:instead of|rather than|in favou?r of)\b/i,
  /\b(?:keep|keeping|kept|leave|leaving|left|use|using|used)\b.{0,200}\b(?:because|since|so that|as it)\b/i,
  /\bthe (?:right|best|correct|safest|simplest|cleanest) (?:fix|approach|way|choice|option|place) (?:is|was)\b/i,
  /\b(?:must|has to|have to|needs to) (?:stay|remain|be kept|keep)\b/i,
  /\bby design\b|\bon purpose\b|\bdeliberately\b/i,
] as const;

const RULED_OUT = [
  /\bru(?:le|led|les|ling) (?:that |this |it )?out\b/i,
  /\b(?:is|was|are|were|'s)(?: not|n't) (?:an option|feasible|possible|viable|worth|safe|enough|needed|the cause|the problem|the reason)\b/i,
  /\b(?:doesn't|does not|didn't|did not|won't|will not|wouldn't|would not|can't|cannot|can not) (?:work|help|be used|use|do|hold|scale|fix|apply)\b/i,
  /\b(?:reject|rejected|rejecting|discard|discarded|abandon|abandoned|dropped|gave up|backed out|rolled back|revert|reverted|reverting)\b/i,
  /\b(?:dead end|no longer|turned out (?:to be|not|that)|not the (?:cause|problem|way))\b/i,
  /\b(?:tried|attempted|considered|thought about|looked at)\b.{0,300}\b(?:but|however|and it|which)\b/i,
  /\b(?:would|will|could) (?:have )?(?:break|broken|lose|lost|leak|race|deadlock|slow)\b/i,
  /\b(?:don't|do not|never|must not|should not|shouldn't) (?:use|touch|change|remove|add|rely|call|edit|rename)\b/i,
] as const;

const OPEN = [
  /\b(?:still|yet) (?:need|needs|have|has|missing|open|failing|fails|to be|to do)\b/i,
  /\b(?:remaining|remains|left to do|to-?do|not yet|outstanding|pending|unfinished|open question)\b/i,
  /\b(?:next|afterwards|after that|later),? (?:i|we|step|steps|is|comes|up)\b|^next[:,]/i,
  /\b(?:needs|need) (?:to be|a|an|more|your|someone)\b|\bblocked (?:on|by)\b|\bfollow-?up\b/i,
  /\b(?:i|we) (?:haven't|have not|couldn't|could not|didn't|did not) (?:get|finish|check|test|run|look|verify|do|manage)\b/i,
] as const;

/** Says that nothing is decided, or asks. */
const UNDECIDED =
  /\?\s*$|\b(?:haven't|have not|hasn't|not yet|yet to be|isn't|not) (?:been )?decided\b|\bundecided\b|\bshould (?:i|we)\b|\bif (?:i|we|you) (?:decide|chose|choose)\b/i;

/** Of all that says that something was not taken the words that say nothing else. */
const SURELY_OUT = /\bruled (?:that |this |it )?out\b|\b(?:rejected|discarded|abandoned)\b/i;

/** Empty: none of them. What says why something was not taken is `decided` when it also says what was; both when it names both. */
export function signalsOf(sentence: string): readonly Signal[] {
  if (UNDECIDED.test(sentence)) return [];
  const decided = countOf(DECIDED, sentence);
  const out = countOf(RULED_OUT, sentence);
  if (decided > 0 && SURELY_OUT.test(sentence)) return ['decided', 'ruled-out'];
  if (decided > 0 && decided >= out) return ['decided'];
  if (out > 0) return ['ruled-out'];
  return countOf(OPEN, sentence) > 0 ? ['open'] : [];
}

/** Whether a sentence only makes sense with the one before it, and says why. */
export function isReason(sentence: string): boolean {
  return /^(?:because|since|otherwise|the reason|that way|this way|that's why|this keeps|that keeps|it would|that would|this would)\b/i.test(
    sentence,
  );
}

function countOf(signals: readonly RegExp[], sentence: string): number {
  return signals.filter((signal) => signal.test(sentence)).length;
}

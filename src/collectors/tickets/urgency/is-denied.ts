/** Whether words that would make a ticket urgent are denied where they stand: `not urgent`, `no data loss`. Pure. */

/** Up to four words before, none of them the end of a sentence or the beginning of a clause of its own. */
const BEFORE =
  /(?:\b(?:not|isn['’]?t|wasn['’]?t|aren['’]?t|ain['’]?t|don['’]?t|doesn['’]?t|didn['’]?t|won['’]?t|wouldn['’]?t|hasn['’]?t|haven['’]?t|never|no|nothing|none|neither|nor|non|without|hardly|barely|less|nicht|kein(?:e|en|er)?|pas|ninguna?|if (?:it|this|that) (?:is|were|was|becomes)|(?:prevent|avoid|against)(?:s|ed|ing)?)\b[-\s]*)(?:(?!(?:but|and|then|later|out|please|know|understand|because|since|as|who|why|how|what|think|sure|if|when|after|my|our)\b)[\w'’-]+[-\s]+){0,4}$/i;
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

export function isDenied(
  text: string,
  { index, words }: { readonly index: number; readonly words: string },
): boolean {
  const before = text.slice(Math.max(0, index - 60), index);
  const sentence = before.split(/[.!?;:,\n()]|\s-\s/).at(-1) ?? '';
  const whole = before.length < 60 ? sentence : sentence.replace(/^\S*\s/, '');
  return (
    BEFORE.test(whole) ||
    FOUND.test(whole) ||
    AFTER.test(text.slice(index + words.length, index + words.length + 20)) ||
    OVER.test(text.slice(index + words.length, index + words.length + 60)) ||
    WITHIN.test(words)
  );
}

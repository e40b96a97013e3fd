/** Sentences of a commit's body that say that it breaks something, where its subject has no mark. Pure. */
import { oneLine } from '../../words/text.ts';

const MAX_BODY = 20_000;
const MAX_SENTENCE = 300;

const SAYS_IT =
  /\b(?:this|it|which|that)\s+(?:(?:change|commit|patch|pr|mr|pull request|merge request)\s+)?(?:is|are|was|introduces|makes|brings|contains|includes|will be)\s+(?:also\s+)?(?:an?\s+)?(?:[\w-]+\s+){0,2}?(?:breaking|(?:backwards?[- ]?)?incompatible|bc[- ]breaking|(?:api|abi)[- ]breaking)\s+(?:\w+\s+)?changes?\b|^\W*(?:breaking|breaking changes?|bc[- ]break|backwards?[- ]incompatible(?: changes?)?)\s*:\s*\S/i;
/** Denied, weighed, or told of something else. */
const HEDGED =
  /\bnot?\b|n't\b|\bnever\b|\bwithout\b|\bavoid|\bprevent|\bif\b|\bunless\b|\bwhether\b|\bwould\b|\bcould\b|\bmight\b|\bmay\b|\bshould\b|\btechnically\b|\bhardly\b|\bpreviously\b|\brevert|\?/i;

/** `null`: the body does not say so. Quotes, code, and boxes to be ticked say nothing. */
export function breakingSentenceOf(body: string): string | null {
  const lines = body
    .slice(0, MAX_BODY)
    .replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gm, '')
    .split('\n')
    .filter((line) => !/^(?:\s*>|\s{4,}|\t|\s*[-*+] \[[ xX]\])/.test(line));
  const paragraphs = lines.join('\n').split(/\n\s*\n|\n(?=\s*[-*+]\s)/);
  const sentences = paragraphs.flatMap((text) =>
    text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s+/),
  );
  const found = sentences.find((text) => SAYS_IT.test(text) && !HEDGED.test(text));
  return found === undefined ? null : oneLine(found, MAX_SENTENCE);
}

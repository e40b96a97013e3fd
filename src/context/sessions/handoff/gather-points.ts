/** What was said, thought and recorded in a session, sorted into what was decided, ruled out and left open. Pure. */
import type { TranscriptEntry } from '../../../engines/sessions/transcript.ts';
import { oneLine } from '../../../words/text.ts';
import type { Point, RecordedDecision } from './contract.ts';

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

// Prose to sentences. Pure, in time that is linear in the text.

/** A shorter text says nothing useful; a longer one is not a sentence. */
const SHORTEST = 12;
const LONGEST = 600;

const ABBREVIATIONS: ReadonlySet<string> = new Set([
  'e.g',
  'i.e',
  'vs',
  'cf',
  'etc',
  'approx',
  'no',
]);

export type SaidPoints = Readonly<Record<Signal, readonly Point[]>>;

/** What was recorded counts before what was said, that before what was thought; what is newer before what is older. */
const RECORDED = 1_000;
const SAID = 100;
const MAX_POINT = 600;

/** What is left open is said near the end; before, most of it was done since. */
const LAST_SAID = 6;

export function gatherPoints(
  entries: readonly TranscriptEntry[],
  decisions: readonly RecordedDecision[],
): SaidPoints {
  const points: Record<Signal, Point[]> = { decided: [], 'ruled-out': [], open: [] };
  const seen = new Set<string>();
  const add = (signal: Signal, text: string, weight: number): void => {
    const flat = oneLine(text, MAX_POINT);
    const key = `${signal} ${flat.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')}`;
    if (seen.has(key)) return;
    seen.add(key);
    points[signal].push({ text: flat, weight });
  };
  for (const one of decisions) add('decided', recordedWords(one), RECORDED);
  const spoken = entries.filter((entry) => entry.kind === 'said' || entry.kind === 'thought');
  const fromEnd = entries.filter(({ kind }) => kind === 'said').slice(-LAST_SAID);
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'tool' && /(^|[_.-])record_decision$/.test(entry.name) && entry.ok !== false)
      add('decided', `recorded: ${entry.summary}`, RECORDED);
    if (entry.kind !== 'said' && entry.kind !== 'thought') continue;
    const age = spoken.length === 0 ? 0 : index / entries.length;
    const weight = (entry.kind === 'said' ? SAID : 0) + Math.round(age * 50);
    for (const { signal, text } of pointsIn(entry.text)) {
      // A thought that something is left to do is mostly its next move.
      if (signal !== 'open') add(signal, text, weight);
      else if (entry.kind === 'said' && fromEnd.includes(entry)) add(signal, text, weight);
    }
  }
  return points;
}

function recordedWords({ title, decision, reason }: RecordedDecision): string {
  const why = reason.trim() === '' ? '' : ` Because: ${reason}`;
  return `recorded: ${title.trim() === '' ? '' : `${title}: `}${decision}${why}`;
}

function pointsIn(text: string): readonly { readonly signal: Signal; readonly text: string }[] {
  const sentences = sentencesOf(text);
  const found: { signal: Signal; text: string }[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const next = sentences[index + 1];
    const why = next !== undefined && isReason(next) ? ` ${next}` : '';
    for (const signal of signalsOf(sentence)) found.push({ signal, text: `${sentence}${why}` });
  }
  return found;
}

/** Without code blocks, headings' marks, bullets and quotes. Of at most `most` characters of the text, the last ones. */
export function sentencesOf(text: string, most = 40_000): readonly string[] {
  const sentences: string[] = [];
  let fence: string | null = null;
  for (const line of text.slice(-most).split('\n')) {
    const mark = /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (mark !== null) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
      continue;
    }
    if (fence === null) sentences.push(...sentencesOfLine(line));
  }
  return sentences;
}

function sentencesOfLine(line: string): readonly string[] {
  const plain = line.replace(/^[\s>#*+-]{0,20}(\d{1,3}[.)]\s)?/, '').trim();
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < plain.length; at += 1) {
    if (!isEnd(plain, at, from)) continue;
    parts.push(plain.slice(from, at + 1).trim());
    from = at + 1;
  }
  parts.push(plain.slice(from).trim());
  return parts.filter(({ length }) => length >= SHORTEST && length <= LONGEST);
}

function isEnd(line: string, at: number, from: number): boolean {
  const mark = line[at];
  if (mark !== '.' && mark !== '!' && mark !== '?') return false;
  if (line[at + 1] !== ' ') return false;
  const word =
    line
      .slice(Math.max(from, at - 8), at)
      .split(' ')
      .at(-1) ?? '';
  return !ABBREVIATIONS.has(word.toLowerCase().replace(/^[("']/, ''));
}

/**
 * Which sentences of an agent say what was decided, what was ruled out, and what is left to do. By words that people and
 * models use for it; wrong now and then, so a hand-over quotes the sentence and never retells it. Pure.
 */
type Signal = 'decided' | 'ruled-out' | 'open';

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
function isReason(sentence: string): boolean {
  return /^(?:because|since|otherwise|the reason|that way|this way|that's why|this keeps|that keeps|it would|that would|this would)\b/i.test(
    sentence,
  );
}

function countOf(signals: readonly RegExp[], sentence: string): number {
  return signals.filter((signal) => signal.test(sentence)).length;
}

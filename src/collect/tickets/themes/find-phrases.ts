/** Phrases that could stand as a heading: runs of a title's or sentence's own words, in the manner of headlines. Pure. */
import type { TaggedWord } from './tag-words.ts';

export interface Phrase {
  readonly words: readonly string[];
  /** It says what is wrong or wanted, not only about what: a verb, a negation or an adjective is in it. */
  readonly says: boolean;
  /** It names a thing. */
  readonly names: boolean;
  /** The title or sentence says nothing beyond it. */
  readonly whole: boolean;
}

const LONGEST = 5;
const SHORTEST = 2;

/** Every phrase of 2 to 5 words, without articles, possessives and forms of "be" and "have". */
export function findPhrases(tagged: readonly TaggedWord[]): readonly Phrase[] {
  return clausesOf(tagged).flatMap((clause) => {
    const words = headline(clause);
    return words.flatMap((_, from) =>
      Array.from({ length: LONGEST - SHORTEST + 1 }, (_, more) =>
        words.slice(from, from + SHORTEST + more),
      )
        .filter((run, more) => run.length === SHORTEST + more && isPhrase(run))
        .map((run) => ({
          words: run.map(({ text }) => text),
          says: run.some(({ part, text }) => SAYING.has(part) || NEGATION.test(text)),
          names: run.some(({ part }) => part === 'NOUN' || part === 'PROPN'),
          whole: run.length === words.length,
        })),
    );
  });
}

const SAYING = new Set(['VERB', 'ADJ', 'AUX']);
const NEGATION = /(?:^not$|^no$|n[’']t$|^cannot$|^never$|^without$|^twice$)/i;
const BE_OR_HAVE =
  /^(?:is|are|was|were|be|been|being|am|has|have|had|having|[’'](?:s|m|re|ve|d|ll))$/i;
const FILLER =
  /^(?:still|again|just|really|suddenly|always|constantly|also|only|very|so|too|now|today|yesterday|anymore|please|since|already|even|keeps?|kept|simply|actually|currently|there|here|some|any|this|that|these|those|all|every|each|my|our|your|the|an?)$/i;
const PARTICLE = /^(?:in|out|up|off|down|back|on|over)$/i;

/** Cut at punctuation and joiners; contractions put together again. */
function clausesOf(tagged: readonly TaggedWord[]): readonly (readonly TaggedWord[])[] {
  const clauses: TaggedWord[][] = [[]];
  for (const word of tagged) {
    const clause = clauses.at(-1) ?? [];
    const before = clause.at(-1);
    if (/^[’']?n?[’']t$/i.test(word.text) && word.glued && before !== undefined)
      clause[clause.length - 1] = {
        text: before.text + word.text,
        part: 'AUX',
        glued: before.glued,
      };
    else if (!/[\p{L}\p{N}]/u.test(word.text) || ['CCONJ', 'SCONJ', 'INTJ'].includes(word.part))
      clauses.push([]);
    else clause.push(word);
  }
  return clauses.filter(({ length }) => length > 0);
}

function headline(clause: readonly TaggedWord[]): readonly TaggedWord[] {
  return clause.filter(({ text }) => !BE_OR_HAVE.test(text) && !FILLER.test(text));
}

function isPhrase(run: readonly TaggedWord[]): boolean {
  const first = run.at(0);
  const last = run.at(-1);
  if (first === undefined || last === undefined) return false;
  if (run.some(({ part, text }) => part === 'PRON' || part === 'SYM' || /^\d+$/.test(text)))
    return false;
  const opens = ['NOUN', 'PROPN', 'ADJ', 'VERB'].includes(first.part) || NEGATION.test(first.text);
  const closes =
    ['NOUN', 'PROPN', 'VERB', 'ADJ'].includes(last.part) ||
    /^twice$/i.test(last.text) ||
    (PARTICLE.test(last.text) && run.at(-2)?.part === 'VERB') ||
    (PARTICLE.test(last.text) &&
      /^(?:log|sign|times?|timed|back|lock(?:ed)?|set)$/i.test(run.at(-2)?.text ?? ''));
  return opens && closes && !NEGATION.test(last.text.replace(/twice/i, ''));
}

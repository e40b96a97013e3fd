/** Phrases that could stand as a heading: runs of a title's or sentence's own words, in the manner of headlines. Pure. */
import type { TaggedWord } from './tag-words.ts';

export interface Phrase {
  readonly words: readonly string[];
  /** It says what is wrong or wanted, not only about what: a verb, a negation or an adjective is in it. */
  readonly says: boolean;
  /** It names a thing. */
  readonly names: boolean;
  /** How many prepositions and the like are in it. */
  readonly links: number;
  /** The title or sentence says nothing beyond it. */
  readonly whole: boolean;
  /** How many words of the text stand before it. */
  readonly at: number;
}

const LONGEST = 5;
const SHORTEST = 2;

/** Every phrase of 2 to 5 words, without articles, possessives and most forms of "be" and "have". */
export function findPhrases(tagged: readonly TaggedWord[]): readonly Phrase[] {
  let before = 0;
  return clausesOf(tagged).flatMap((clause) => {
    const words = headline(clause);
    const at = before;
    before += clause.length;
    return words.flatMap((_, from) =>
      Array.from({ length: LONGEST - SHORTEST + 1 }, (_, more) => from + SHORTEST + more)
        .filter((to) => to <= words.length && isPhrase(words, { from, to }))
        .map((to) => ({ ...phraseOf(words, { from, to }), at: at + from })),
    );
  });
}

/** Whether a word belongs to the form of a mail, such as a weekday, `sent` or `regards`. */
export function isFormWord(word: string): boolean {
  return FORM.test(word);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function phraseOf(words: readonly TaggedWord[], { from, to }: Span): Omit<Phrase, 'at'> {
  const run = words.slice(from, to);
  return {
    words: run.map(({ text }) => text),
    says: run.some(({ part, text }) => SAYING.has(part) || NEGATION.test(text)),
    names: run.some(isNoun),
    links: run.filter(({ part }) => part === 'ADP' || part === 'PART').length,
    whole: run.length === words.length,
  };
}

function isNoun({ part }: TaggedWord): boolean {
  return part === 'NOUN' || part === 'PROPN';
}

const SAYING = new Set(['VERB', 'ADJ', 'AUX']);
const NEGATION = /(?:^not$|^no$|n[’']t$|^cannot$|^never$|^without$|^twice$)/i;
const BE_OR_HAVE =
  /^(?:is|are|was|were|be|been|being|am|has|have|had|having|[’'](?:s|m|re|ve|d|ll))$/i;
const FILLER =
  /^(?:still|again|just|really|suddenly|always|constantly|also|only|very|so|too|now|today|yesterday|anymore|please|since|already|even|simply|actually|currently|there|here|this|that|these|those|some|any|my|our|your|the|an?)$/i;
/** What belongs to the form of a mail: no heading says when it was sent, or hello. */
const FORM =
  /^(?:re|fwd?|aw|wg|senior|junior|cc|bcc|sent|forwarded|wrote|attached|subject|hi|hello|hey|dear|greetings|regards|sincerely|thanks|thank|thx|cheers|kindly|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|[ap]m|gmt|utc|gesendet|hallo|guten|grüße|grüßen|danke|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|juni|juli|oktober|dezember|bonjour|merci|cordialement|envoyé|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hola|gracias|saludos|enviado|lunes|martes|miércoles|jueves|viernes|sábado|domingo)$/i;
/** In a heading they say nothing without the words around them. */
const LOOSE =
  /^(?:can|could|would|should|will|shall|may|might|must|do|does|did|when|how|why|what|where|who|whose|which|many|much|more|most)$/i;
const NOT = /^(?:[’']?n?[’']t|not)$/i;
const PARTICLE = /^(?:out|up|off|down|back)$/i;

/** Cut at punctuation and joiners; contractions put together again. */
function clausesOf(tagged: readonly TaggedWord[]): readonly (readonly TaggedWord[])[] {
  const clauses: TaggedWord[][] = [[]];
  for (const [at, word] of tagged.entries()) {
    const next = tagged[at + 1];
    const clause = clauses.at(-1) ?? [];
    const before = clause.at(-1);
    if (before !== undefined && word.glued && (word.text === '-' || before.text.endsWith('-')))
      clause[clause.length - 1] = { ...before, text: before.text + word.text };
    else if (NOT.test(word.text) && word.glued && before !== undefined)
      clause[clause.length - 1] = {
        text: before.text + word.text,
        part: 'AUX',
        glued: before.glued,
      };
    else if (
      !/[\p{L}\p{N}]/u.test(word.text) ||
      isFormWord(word.text) ||
      (LOOSE.test(word.text) && !(next?.glued === true && NOT.test(next.text))) ||
      ['CCONJ', 'SCONJ', 'INTJ'].includes(word.part)
    )
      clauses.push([]);
    else clause.push(word);
  }
  return clauses.filter(({ length }) => length > 0);
}

/** "Is", "was", "has" go, as in headlines; after "can't" or "to" they have to stay. */
function headline(clause: readonly TaggedWord[]): readonly TaggedWord[] {
  return clause.filter(
    ({ text }, at) =>
      !FILLER.test(text) &&
      (!BE_OR_HAVE.test(text) ||
        /(?:n[’']t|not|to|cannot|can|could|will|would|should|must)$/i.test(
          clause[at - 1]?.text ?? '',
        )),
  );
}

function isPhrase(words: readonly TaggedWord[], { from, to }: Span): boolean {
  const run = words.slice(from, to);
  const first = run.at(0);
  const last = run.at(-1);
  if (first === undefined || last === undefined) return false;
  if (new Set(run.map(({ text }) => text.toLowerCase())).size < run.length) return false;
  if (
    run.some(
      ({ part, text }) =>
        part === 'PRON' ||
        part === 'SYM' ||
        !/^[\p{L}\p{N}.]*\p{L}/u.test(text) ||
        /^i[’']/i.test(text),
    )
  )
    return false;
  const before = words[from - 1];
  const after = words[to];
  if (before !== undefined && isNoun(first) && (isNoun(before) || before.part === 'ADJ'))
    return false;
  if (before !== undefined && NEGATION.test(before.text)) return false;
  if (after !== undefined && isNoun(after) && (isNoun(last) || last.part === 'ADJ')) return false;
  return opens(first) && closes(last, { before: run.at(-2), after });
}

function opens(first: TaggedWord): boolean {
  if (EMPTY.test(first.text) || /^not$/i.test(first.text)) return false;
  return ['NOUN', 'PROPN', 'ADJ', 'VERB'].includes(first.part) || NEGATION.test(first.text);
}

function closes(
  last: TaggedWord,
  {
    before,
    after,
  }: { readonly before: TaggedWord | undefined; readonly after: TaggedWord | undefined },
): boolean {
  if (/^twice$/i.test(last.text)) return true;
  if (after !== undefined && PARTICLE.test(after.text)) return false;
  if (NEGATION.test(last.text) || LIGHT.test(last.text)) return false;
  if (isNoun(last) || last.part === 'ADJ') return true;
  if (last.part === 'VERB') return after === undefined || /(?:ed|ing)$/i.test(last.text);
  const verb = before?.text ?? '';
  return (
    (PARTICLE.test(last.text) &&
      (before?.part === 'VERB' ||
        /^(?:times?|timed|lock|top|money|check|sign|set)$/i.test(verb))) ||
    (/^in$/i.test(last.text) && /^(?:log|sign|logg?ed|signed|logging|signing)$/i.test(verb))
  );
}

/** Verbs by which people begin to ask; what they ask about comes after. */
const EMPTY =
  /^(?:get|gets|getting|use|uses|used|using|make|makes|making|take|takes|taking|good|figuring|wonder|wonders|wondering|cause|caused|know|knows|knowing|think|thinks|thinking|help|helping|look|looking|try|trying|tried|ask|asking|want|wants|wanted|wanting|need|needs|needed|like|let|lets|please|explain|tell|telling|say|says|saying|hope|hoping|understand|going|able|happen|happens|happening|sure)$/i;

/** Verbs that wait for more to come. */
const LIGHT =
  /^(?:get|gets|got|getting|go|goes|going|come|comes|coming|say|says|said|show|shows|have|had|need|needs|want|wants|make|makes|let|lets|tell|tells|give|gives|given|using|saying|getting|trying|tried|asking|including|regarding|please|thanks|hello|hi|thank|times?)$/i;

/** Phrases that could stand as a heading: runs of a title's or sentence's own words, in the manner of headlines. Pure. */

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

/** Every noun of a heading's own, as a phrase of one word. */
export function findThings(tagged: readonly TaggedWord[]): readonly Phrase[] {
  return tagged
    .filter(
      (word) =>
        isNoun(word) && /^\p{L}{3,}$/u.test(word.text) && opens(word) && !isFormWord(word.text),
    )
    .map((word, at) => ({ ...phraseOf([word], { from: 0, to: 1 }), whole: false, at }));
}

/** Whether a word belongs to the form of a mail, such as a weekday, `sent` or `regards`. */
export function isFormWord(word: string): boolean {
  return FORM.test(word);
}

export function isNegation(word: string): boolean {
  return NEGATION.test(word);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function phraseOf(words: readonly TaggedWord[], { from, to }: Span): Omit<Phrase, 'at'> {
  const run = words.slice(from, to);
  return {
    words: run.map(({ text }) => text),
    says: run.some(({ part, text }) => SAYING.has(part) || isNegation(text)),
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
/** Before what something is, they say no more than "is". */
const PASSING = /^(?:says?|saying|shows?|showing|gets?|got|getting|keeps?|kept)$/i;
const TELLING = /^(?:sa|sh)/i;
const FILLER =
  /^(?:still|again|just|really|suddenly|always|constantly|also|only|very|so|too|now|today|yesterday|anymore|please|since|already|even|simply|actually|currently|there|here|this|that|these|those|some|any|such|same|other|another|certain|several|various|specific|particular|my|our|your|the|an?)$/i;
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
      ['CCONJ', 'SCONJ', 'INTJ'].includes(word.part) ||
      (before !== undefined && isThing(before) && ARTICLE.test(word.text))
    )
      clauses.push([]);
    else clause.push(word);
  }
  return clauses.filter(({ length }) => length > 0);
}

/** "Which gas my car needs": a new thing begins, and "gas car" is none. */
function isThing(word: TaggedWord): boolean {
  return isNoun(word) || word.part === 'ADV';
}

const ARTICLE = /^(?:this|that|these|those|some|any|my|our|your|their|his|her|its|the|an?)$/i;

/** "Is", "was", "has", "keeps getting" go, as in headlines; after "can't" or "to" they have to stay. */
function headline(clause: readonly TaggedWord[]): readonly TaggedWord[] {
  const words = clause.filter(({ text }) => !FILLER.test(text));
  return words.filter(({ text }, at) => {
    if (PASSING.test(text)) return !isState(words, { at: at + 1, told: TELLING.test(text) });
    return (
      !BE_OR_HAVE.test(text) ||
      /(?:n[’']t|not|to|cannot|can|could|will|would|should|must)$/i.test(words[at - 1]?.text ?? '')
    );
  });
}

/** "Declined", "pending": what something is, with no thing after it; what is only told of it is no deed. */
function isState(
  words: readonly TaggedWord[],
  { at, told }: { readonly at: number; readonly told: boolean },
): boolean {
  const [word, next] = words.slice(at, at + 2);
  if (word === undefined || (next !== undefined && isNoun(next))) return false;
  if (PASSING.test(word.text) || BE_OR_HAVE.test(word.text))
    return isState(words, { at: at + 1, told: told || TELLING.test(word.text) });
  if (word.part === 'ADJ' || /^pending$/i.test(word.text)) return true;
  return !told && word.part === 'VERB' && /(?:ed|ing|en|ck|st)$/i.test(word.text);
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
  if (before !== undefined && isNegation(before.text)) return false;
  if (after !== undefined && isNoun(after) && (isNoun(last) || last.part === 'ADJ')) return false;
  return opens(first) && closes(last, { before: run.at(-2), after });
}

function opens(first: TaggedWord): boolean {
  if (EMPTY.test(first.text) || /^not$/i.test(first.text)) return false;
  return ['NOUN', 'PROPN', 'ADJ', 'VERB'].includes(first.part) || isNegation(first.text);
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
  if (isNegation(last.text) || LIGHT.test(last.text)) return false;
  if (isNoun(last)) return true;
  if (before?.part === 'ADP' && !PARTICLE.test(before.text)) return false;
  if (last.part === 'ADJ') return true;
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
  /^(?:get|gets|getting|use|uses|used|using|make|makes|making|take|takes|taking|good|figuring|wonder|wonders|wondering|cause|caused|know|knows|knowing|think|thinks|thinking|help|helping|look|looking|try|trying|tried|ask|asking|want|wants|wanted|wanting|need|needs|needed|like|let|lets|please|explain|tell|telling|say|says|saying|hope|hoping|understand|going|able|happen|happens|happening|sure|implement|implements|implementing|suggest|suggests|suggestion|feature|proposal|question|interested|assistance|show|shows|showing)$/i;

/** Verbs that wait for more to come. */
const LIGHT =
  /^(?:get|gets|got|getting|go|goes|going|come|comes|coming|say|says|said|show|shows|have|had|need|needs|want|wants|make|makes|let|lets|take|takes|took|put|puts|keep|keeps|seem|seems|happen|happens|happened|tell|tells|give|gives|given|using|saying|getting|trying|tried|asking|including|regarding|please|thanks|hello|hi|thank|times?)$/i;

// Parts of speech, by winkNLP. The package and its model are slow to load, so only when a theme needs a name.

interface TaggedWord {
  readonly text: string;
  readonly part: string;
  /** No space stands before it: `n't` after `ca`. */
  readonly glued: boolean;
}

export type Tagger = (text: string) => readonly TaggedWord[];

/** Once a process: the model's loader turns its own data into text again at each use, and fails at the fourth. */
export function loadTagger(): Promise<Tagger> {
  loaded.tagger ??= load();
  return loaded.tagger;
}

const loaded: { tagger?: Promise<Tagger> } = {};

async function load(): Promise<Tagger> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ]);
  const nlp = winkNLP(model, ['sbd', 'pos']);
  // oxlint-disable-next-line typescript/unbound-method -- keys that winkNLP compares; they are never called on an object
  const { value: word, pos: part, precedingSpaces: space } = nlp.its;
  return (text) => {
    const tokens = nlp.readDoc(text.slice(0, 400)).tokens();
    const parts = tokens.out(part);
    const spaces = tokens.out(space);
    return tokens
      .out(word)
      .map((value, at) => ({ text: value, part: parts[at] ?? 'X', glued: spaces[at] === '' }));
  };
}

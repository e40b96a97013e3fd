/** From words to terms: stemmed, several ways to say one thing joined, stop words gone. Pure once loaded. */
import { FIELDS } from './support-fields.ts';
import { SAME_MEANING, WEAK_WORDS } from './support-words.ts';

export interface Terms {
  /** The terms of one piece of text, in order; `null` where a phrase may not cross. */
  readonly of: (text: string) => readonly (string | null)[];
  /** Said in tickets of any theme. */
  readonly isWeak: (term: string) => boolean;
  /** A small word of another language than English. */
  readonly isForeign: (word: string) => boolean;
  /** The fields of trouble that a term speaks of, each as a term of its own. */
  readonly fieldsOf: (term: string) => readonly string[];
  /** A thing that people write to a support desk about. */
  readonly isTopic: (term: string) => boolean;
}

/** Loads the stemmer and the stop words; they are slow to load, so only when there are tickets. */
export async function loadTerms(): Promise<Terms> {
  const [{ default: stemmers }, stopWords] = await Promise.all([
    import('snowball-stemmers'),
    import('stopword'),
  ]);
  const stemmer = stemmers.newStemmer('english');
  const { eng, deu, spa, fra, ita, por, nld } = stopWords;
  const stop = new Set([...eng, ...deu, ...spa, ...fra, ...ita, ...por, ...nld, ...CONTRACTIONS]);
  const foreign = new Set([...deu, ...spa, ...fra, ...ita, ...por, ...nld, ...FOREIGN]);
  for (const word of [...eng, ...ALSO_ENGLISH]) foreign.delete(word);
  const stems = new Map<string, string>();
  const stem = (word: string): string => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const found = ASCII.test(word) ? stemmer.stem(word) : word;
    if (stems.size < 200_000) stems.set(word, found);
    return found;
  };
  const { single, pair } = meanings(stem);
  for (const word of single.keys()) stop.delete(word);
  const weak = new Set(WEAK_WORDS.split(' ').map((word) => single.get(word) ?? stem(word)));
  const topics = new Set(single.values());
  const term = (word: string): string | null => {
    const known = single.get(word);
    if (known !== undefined) return known;
    return stop.has(word) || word.length < 2 ? null : (single.get(stem(word)) ?? stem(word));
  };
  const fields = fieldsByTerm(term);
  return {
    of: (text) => termsOf(text, { pair, term }),
    isWeak: (name) => weak.has(name),
    isForeign: (word) => foreign.has(word.toLowerCase()),
    fieldsOf: (name) => fields.get(name) ?? [],
    isTopic: (name) => topics.has(name) && !weak.has(name),
  };
}

/** A term that stands for a whole field of trouble, not for a word. */
export function isField(term: string): boolean {
  return term.startsWith(FIELD);
}

interface Dictionary {
  readonly pair: ReadonlyMap<string, string>;
  readonly term: (word: string) => string | null;
}

const ASCII = /^[a-z]+$/;
const FOREIGN =
  'ist nicht kein keine wird werden geht meine mein für beim vom zum zur hilfe kommt llega puedo subir fotos'.split(
    ' ',
  );
const ALSO_ENGLISH =
  'die war hat man was also am an in so no me he to is on at as do has more use over all most other we most made van per dare sin son sea era want may fine side come sent fin vans ten part mine'.split(
    ' ',
  );
const CONTRACTIONS = [
  'dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt werent havent hasnt hadnt shouldnt ive im id ill youre',
  'youve theyre thats whats theres lets gonna wanna u ur ya yes no not nt ok etc eg ie via per would could should may might',
  'must shall much anyone already bitte wir ich kann immer noch mehr seit hola favor puedo quiero tengo desde',
]
  .join(' ')
  .split(' ');

/** Runs of CJK and Thai letters are cut into pairs of characters: no spaces tell where their words end. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’\-_][\p{L}\p{M}\p{N}]+)*|[.!?;:|,()[\]{}"“”\n]/gu;

function termsOf(text: string, { pair, term }: Dictionary): (string | null)[] {
  const terms: (string | null)[] = [];
  const words = text.toLowerCase().match(WORD) ?? [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!/[\p{L}\p{N}]/u.test(word)) {
      terms.push(null);
      continue;
    }
    const both = pair.get(`${word} ${words[at + 1] ?? ''}`);
    if (both !== undefined) {
      terms.push(both);
      at += 1;
      continue;
    }
    for (const part of partsOf(word, pair)) {
      if (pair.has(part)) terms.push(pair.get(part) ?? null);
      else {
        const found = term(part);
        if (found !== null) terms.push(found);
      }
    }
  }
  return terms;
}

/** Compounds by hyphen or underscore, unspaced scripts in pairs; ids and long numbers are no words. */
function partsOf(word: string, pair: ReadonlyMap<string, string>): readonly string[] {
  const plain = word.replace(/['’](?:s|t|ll|re|ve|d|m)?$/u, '').replace(/['’]/gu, '');
  if (/[-_]/.test(plain)) {
    if (/^e-?mails?$/.test(plain)) return ['email'];
    const parts = plain.split(/[-_]+/);
    if (pair.has(parts.join(' '))) return [parts.join(' ')];
    return parts.length > 4 ? [] : parts.flatMap((part) => partsOf(part, pair));
  }
  if (UNSPACED.test(plain)) return pairsOf(plain);
  if (/\p{N}/u.test(plain)) {
    if (/^[45]\d\d$/.test(plain)) return [plain];
    return /\p{L}/u.test(plain) && plain.length <= 6 && !/\d{3}/.test(plain) ? [plain] : [];
  }
  return plain.length > 40 ? [] : [plain];
}

function pairsOf(run: string): string[] {
  const signs = Array.from(run).slice(0, 400);
  if (signs.length < 2) return [];
  return signs.slice(1).map((sign, index) => `${signs[index] ?? ''}${sign}`);
}

function meanings(stem: (word: string) => string): {
  single: Map<string, string>;
  pair: Map<string, string>;
} {
  const single = new Map<string, string>();
  const pair = new Map<string, string>();
  for (const row of SAME_MEANING) {
    const ways = row.split(',').map((way) => way.trim());
    const [first = ''] = ways;
    for (const way of ways) {
      if (way.includes(' ')) pair.set(way, first);
      else {
        single.set(way, first);
        if (!single.has(stem(way))) single.set(stem(way), first);
      }
    }
  }
  return { single, pair };
}

/** Marks a field among the terms; no word begins so. */
const FIELD = '~';

function fieldsByTerm(
  term: (word: string) => string | null,
): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  for (const row of FIELDS) {
    const [field = '', words = ''] = row.split(': ');
    for (const found of new Set(words.split(' ').map(term))) {
      if (found === null) continue;
      fields.set(found, [...(fields.get(found) ?? []), FIELD + field]);
    }
  }
  return fields;
}

/**
 * What a title says, apart from how it is worded: the words that carry meaning, brought to one form, and what must never
 * be taken for something else: numbers, ids, names from code. Pure.
 */
import { once } from '../../words/once.ts';
import {
  antonymsOf,
  conceptOf,
  genericWords,
  joinedPairs,
  NUMBER_WORDS,
  STOP_WORDS,
} from './word-lists.ts';

export interface SaidWords {
  /** In their order, one form each. */
  readonly words: readonly string[];
  /** `18`, `4.17.15`; of number words, too. */
  readonly numbers: ReadonlySet<string>;
  /** `cve-2020-8203`, `ghsa-…`, `sup-912`, `#41`. */
  readonly ids: ReadonlySet<string>;
  /** `readAll`, `orders.customer_id`, `/docs/setup`, `a.ts`. */
  readonly names: ReadonlySet<string>;
}

/** More of a text than this says nothing more about what it is. */
const MAX_TEXT = 2_000;

const ID =
  /\b(?:CVE-\d{4}-\d{3,7}|GHSA(?:-[0-9a-z]{4}){3}|[A-Z][A-Z0-9]{1,9}-\d{1,9})\b|#\d{1,9}\b/g;
const QUOTED = /`([^`\n]{1,200})`/g;
/** Inner capitals, underscores, dots, slashes or brackets: prose does not look like that. */
const NAME =
  /(?:\/[\w.-]{1,80}){1,20}|\b\w{1,80}(?:[./:]\w{1,80}){1,20}(?:\(\))?|\b[a-z][a-z0-9]{0,80}[A-Z]\w{0,80}(?:\(\))?|\b\w{0,80}_\w{1,80}(?:\(\))?|\b\w{1,80}\(\)/g;
/** A word that is introduced as a name: `parameter limit`, `variable a`; and the verbs of HTTP. */
const INTRODUCED =
  /\b(variable|parameter|argument|field|function|method|class|key|column|option|flag|package|dependency|module|command|endpoint|table|property)\s+([\p{L}_$][\w$-]{0,80})/giu;
const METHOD = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\b/g;
const NUMBER = /\d+(?:\.\d+)*/g;
const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;

/** @param own the symbol around the place: when the title names it, it says where, not what */
export function saidWords(text: string, own: string | null = null): SaidWords {
  let rest = text.slice(0, MAX_TEXT).normalize('NFKC');
  const ids = new Set<string>();
  const numbers = new Set<string>();
  const names = new Set<string>();
  const symbol = own === null ? null : bareName(own);
  const takeName = (name: string): string => {
    const bare = bareName(name);
    if (/^[\d.]+$/.test(bare)) return name;
    if (bare === symbol) return ` ${OWN_SYMBOL} `;
    names.add(bare);
    return ` ${bare.replaceAll(/[^\p{L}]+/gu, 'x')} `;
  };
  rest = rest.replace(ID, (id) => {
    ids.add(id.toLowerCase());
    return ' ';
  });
  rest = rest.replace(QUOTED, (_all, name: string) => takeName(name));
  if (symbol !== null && symbol.length > 2) rest = rest.split(symbol).join(` ${OWN_SYMBOL} `);
  rest = rest.replace(NAME, takeName).replace(METHOD, takeName);
  rest = rest.replace(INTRODUCED, (all, noun: string, name: string) => {
    const isWord = name.toLowerCase() !== 'a' && STOP_WORDS.has(name.toLowerCase());
    return isWord || notNames().has(conceptOf(name.toLowerCase()))
      ? all
      : `${noun} ${takeName(name)}`;
  });
  rest = rest.replace(NUMBER, (number) => {
    numbers.add(number);
    return ' ';
  });
  const words: string[] = [];
  for (const [raw] of joinedPairs(rest.toLowerCase()).matchAll(WORD)) {
    const number = NUMBER_WORDS.get(raw);
    if (number !== undefined) numbers.add(number);
    else if (!STOP_WORDS.has(raw)) words.push(...formsOf(raw));
  }
  return { words, numbers, ids, names };
}

/** What a sentence continues with behind `parameter` or `package`, and is not a name. */
const notNames = once(
  (): ReadonlySet<string> =>
    new Set(
      'not unused deprecated name value order cannot never lacks contains uses has takes fails throws'
        .split(' ')
        .map(conceptOf),
    ),
);

/** Stands for the name of the place itself. */
const OWN_SYMBOL = 'ownsymbol';

/** How much a word says of what a finding is about. */
export function weightOf(word: string, common: ReadonlySet<string>): number {
  if (common.has(word)) return 0.25;
  return genericWords().has(word) ? 0.5 : 1;
}

/** `upload` and `download`: who says one does not mean the other. */
export function areOpposed(some: readonly string[], others: readonly string[]): boolean {
  return some.some((word) => antonymsOf(word).some((other) => others.includes(other)));
}

function bareName(name: string): string {
  return name.trim().replace(/\(.*$/s, '').toLowerCase();
}

/** Scripts that put no blanks between words are compared by pairs of characters. */
function formsOf(raw: string): readonly string[] {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(raw))
    return [conceptOf(raw)];
  const letters = Array.from(raw).slice(0, 200);
  if (letters.length < 3) return [raw];
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`);
}

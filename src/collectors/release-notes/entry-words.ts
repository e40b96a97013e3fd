/** Text of a note or a commit as words that can be compared: stems, and names of the code. Pure. */
import { stemmer } from 'stemmer';

import { canonicalStem, isEmptyWord } from './word-forms.ts';

export interface Words {
  /** Stems of plain words and of the parts of names. */
  readonly stems: ReadonlySet<string>;
  /** Names of the code, letters and digits only: `--dry-run`, `dryRun` and `dry_run` are all `dryrun`. */
  readonly names: ReadonlySet<string>;
}

/** More than this of one text tells nothing new. */
const MAX_TEXT = 12_000;
const NOISE = [
  /<!--[^]{0,4000}?-->/g,
  /\[#?[0-9a-f]{3,40}\]\([^()\s]{0,300}\)/g,
  /\[@[\w-]+\]\([^()\s]{0,300}\)/g,
  /https?:\/\/[^\s)\]>]+/g,
  /\b(?:GHSA|CVE)(?:-[\w]+){1,4}/g,
  /\bby\s+\[?@[\w-]+\]?(?:\([^)\s]*\))?/gi,
  /@[\w-]+(?=[\s),.;:\]]|$)/g,
  /[{:](?:class|func|meth|issue|pr|pull|attr|mod|exc|ref|doc|option|data|ghsa|user)[}:]/g,
  /(?<![\w&/])(?:GH-|#)\d+/g,
  /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/g,
];
const CODE_SPAN = /`+([^`]{1,200})`+/g;
/** A word of prose or code; compounds keep their joints. */
const TOKEN = /-{0,2}[\p{L}\p{N}_$][\p{L}\p{N}_$]*(?:[./:-]{1,2}[\p{L}\p{N}_$]+)*/gu;
/** `fooBar`, `foo_bar`, `foo.bar`, `--foo`, `a/b`: written as code is. */
const CODE_LIKE = /\p{Ll}\p{Lu}|[_$]|^--\w|[\p{L}\p{N}][./:][\p{L}]/u;

/** A version stays whole: 3.12 and 3.9 share nothing. */
const DOTTED = /\d+(?:\.\d+)+/g;

export function wordsOf(text: string): Words {
  const stems = new Set<string>();
  const names = new Set<string>();
  let clean = text.slice(0, MAX_TEXT);
  for (const noise of NOISE) clean = clean.replace(noise, ' ');
  clean = clean.replace(CODE_SPAN, (_span, code: string) => {
    addCode(code, { stems, names });
    return ' ';
  });
  for (const [token] of clean.matchAll(TOKEN)) {
    if (CODE_LIKE.test(token)) addName(token, { stems, names });
    else addParts(token, stems);
  }
  return { stems, names };
}

/** The words as keys that can be compared: stems as they are, names with `name:` before them. */
export function keysOf({ stems, names }: Words): readonly string[] {
  return [...stems, ...Array.from(names, (name) => `name:${name}`)];
}

/** The keys of one token of code. */
export function wordKeys(token: string): readonly string[] {
  const stems = new Set<string>();
  addParts(token, stems);
  const name = plainName(token);
  return name.length > 2 ? [...stems, `name:${name}`] : [...stems];
}

/** Stems of a path's parts, without what every path has. */
export function pathWords(path: string): ReadonlySet<string> {
  const stems = new Set<string>();
  addParts(path.replace(/\.[A-Za-z0-9]{1,5}$/, ''), stems);
  for (const usual of ['src', 'lib', 'test', 'index', 'main', 'spec'])
    stems.delete(canonicalStem(usual));
  return stems;
}

/** The one form in which a name is compared. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

interface Sets {
  readonly stems: Set<string>;
  readonly names: Set<string>;
}

function addCode(code: string, sets: Sets): void {
  for (const [token] of code.matchAll(TOKEN)) addName(token, sets);
}

function addName(token: string, { stems, names }: Sets): void {
  const plain = plainName(token);
  if (plain.length > 2 && !/^\d+$/.test(plain)) names.add(plain);
  const last = /[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(token)?.[0];
  if (last !== undefined && last !== token) {
    const lastPlain = plainName(last);
    if (lastPlain.length > 3 && !isEmptyWord(lastPlain)) names.add(lastPlain);
  }
  addParts(token, stems);
}

function addParts(token: string, stems: Set<string>): void {
  for (const [number] of token.matchAll(DOTTED)) stems.add(number);
  const split = token
    .replace(DOTTED, ' ')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  for (const part of split.split(/[^\p{L}\p{N}]+/u)) {
    const word = part.toLowerCase();
    if (word.length < 2 && !/\d/.test(word)) continue;
    if (word === '' || isEmptyWord(word)) continue;
    const stem = canonicalStem(stemmer(word));
    if (!isEmptyWord(stem)) stems.add(stem);
  }
}

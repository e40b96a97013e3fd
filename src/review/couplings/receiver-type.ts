import type { CodeRead } from '../symbols/code-read.ts';

/** A guess at what a variable is, by how the file declares it. Good enough to tell two classes with a method of one name apart. */
const LONGEST = 400_000;
const LONGEST_LINE = 2_000;
/** That a file speaks of one variable. */
const MOST_LINES = 500;

/** Of one text: the name of the type that a variable seems to have, `null` where nothing says. */
export function receiverType(text: string): (variable: string) => string | null {
  const known = new Map<string, string | null>();
  let index: ReadonlyMap<string, readonly string[]> | null = null;
  return (variable) => {
    const before = known.get(variable);
    if (before !== undefined) return before;
    index ??= linesByWord(text.slice(0, LONGEST));
    const lines = index.get(variable);
    const found = lines === undefined ? null : typeOf(variable, lines.join('\n'));
    known.set(variable, found);
    return found;
  };
}

/** A word is looked for in the lines that have it, not in the whole text once more for each. */
function linesByWord(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_LINE) continue;
    for (const [word] of line.matchAll(/(?<![\w$])[A-Za-z_]\w{0,80}(?![\w$])/g)) {
      const lines = found.get(word);
      if (lines === undefined) found.set(word, [line]);
      else if (lines.length < MOST_LINES && lines.at(-1) !== line) lines.push(line);
    }
  }
  return found;
}

const TYPE = String.raw`(?:[\w$]+(?:\.|::))?([A-Z]\w{0,80})`;
/** Stands for the variable, so that no pattern is made again for each. */
const MARK = '\u0001';
const PATTERNS = [
  // clock: Clock, clock: &mut Clock, clock?: Clock
  String.raw`${MARK}\??\s{0,5}:\s{0,5}&?(?:'\w+ )?(?:mut |readonly |dyn |impl )?${TYPE}`,
  // clock = new Clock(, clock := &pkg.Clock{, clock = Clock::new(, clock = Clock(
  String.raw`${MARK}(?:\s{0,5}:[^=\n]{1,80})?\s{0,5}:?=\s{0,5}(?:await )?(?:new )?&?${TYPE}\s{0,3}(?:\(|\{|::|<)`,
  // clock := NewClock(, clock, err := pkg.NewClock(
  String.raw`${MARK}(?:,\s?[\w${MARK}]+)?\s{0,5}:=\s{0,5}(?:\w+\.)?New([A-Z]\w{0,80})\(`,
  // Clock clock, Clock<Day> clock, clock *Clock
  String.raw`\b${TYPE}(?:<[^<>\n]{0,80}>)?\s{1,3}${MARK}`,
  String.raw`${MARK}\s{1,3}\*?${TYPE}\b`,
].map((pattern) => new RegExp(pattern));

function typeOf(variable: string, text: string): string | null {
  const marked = withMarks(variable, text);
  for (const pattern of PATTERNS) {
    const found = pattern.exec(marked)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

/** The variable as a word of its own becomes the mark. */
function withMarks(variable: string, text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf(variable); at !== -1; at = text.indexOf(variable, at + 1)) {
    const end = at + variable.length;
    if (isWord(text[at - 1]) || isWord(text[end])) continue;
    pieces.push(text.slice(from, at), MARK);
    from = end;
  }
  return `${pieces.join('')}${text.slice(from)}`;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\w$]/.test(character);
}

// Of which types a file speaks, and what those that it defines come from.
const MOST_TYPES = 3_000;

/** Of types: what a method comes from, `impl Trait for Type`, its type does. */
export function heritageOf({ definitions }: CodeRead): Record<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { kind, name, container, heritage } of definitions) {
    const type = kind === 'method' ? (container ?? name) : name;
    if (heritage.length > 0 && (found.has(type) || found.size < MOST_TYPES))
      found.set(type, [...new Set([...(found.get(type) ?? []), ...heritage])]);
  }
  return Object.fromEntries(found);
}

/** Words with a capital. */
export function typesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/\b[A-Z][A-Za-z0-9_]{2,60}\b/g)) {
    found.add(word);
    if (found.size >= 800) break;
  }
  return [...found];
}

/** What a note says, taken apart into statements that can be compared: what it is about, whether for or against. Pure. */

export interface Statement {
  /** As it stands, one line. */
  readonly text: string;
  /** Plain forms of the words that carry a meaning; no numbers, no words of `for` or `against`. */
  readonly words: ReadonlySet<string>;
  /** 1: it is to be so; -1: it is not to be so; 0: it only tells. */
  readonly stand: 1 | 0 | -1;
  /** What the stand is about, when a word of a known pair says it: `use`, `keep`. */
  readonly act: string | null;
  /** `use VALUE for KEY`, `KEY is VALUE`; `null` when it has no such form. */
  readonly value: { readonly key: ReadonlySet<string>; readonly value: ReadonlySet<string> } | null;
  /** `80`, `30 s`, in order. */
  readonly numbers: readonly string[];
}

const MOST_CHARACTERS = 400;

export function readStatements(text: string): readonly Statement[] {
  return text
    .slice(0, 10_000)
    .split(/[.!?;](?=\s|$)|\n+/)
    .map((part) => part.trim().slice(0, MOST_CHARACTERS))
    .filter((part) => /\p{L}/u.test(part))
    .map(readStatement);
}

/** Acts with what says the contrary of them. */
const ACTS: readonly (readonly [act: string, forIt: string, against: string])[] = [
  ['use', 'use|prefer|adopt|rely on', 'avoid|ban|stop using|drop support for|move away from'],
  ['keep', 'keep|retain|preserve|leave', 'remove|delete|drop|get rid of|discard'],
  ['enable', 'enable|turn on|switch on', 'disable|turn off|switch off'],
  ['allow', 'allow|permit', 'forbid|prohibit|disallow|refuse|reject'],
  ['commit', 'commit|check in|track', 'ignore|gitignore|leave untracked'],
];

const AGAINST =
  /\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|no longer|cannot|can't|not to|is not|are not|isn't|aren't|without|instead of)\b/;
const FOR = /\b(?:always|must|should|has to|have to|required?|needs? to)\b/;

function readStatement(text: string): Statement {
  const lower = ` ${text.toLowerCase().replaceAll('’', "'")} `;
  // What comes after "instead of" is what it is against; the statement itself is for the rest.
  const [main = lower] = lower.split(/\b(?:instead of|rather than|because|since|as it)\b/);
  const act = actOf(main);
  const negated = AGAINST.test(main);
  const stand = act === null ? (negated ? -1 : FOR.test(main) ? 1 : 0) : flip(act.stand, negated);
  return {
    text,
    words: wordsOf(main, act?.word),
    stand,
    act: act?.act ?? null,
    value: negated || stand === -1 ? null : valueOf(main),
    numbers: numbersOf(main),
  };
}

function flip(stand: 1 | -1, negated: boolean): 1 | -1 {
  return negated ? (stand === 1 ? -1 : 1) : stand;
}

function actOf(
  text: string,
): { readonly act: string; readonly stand: 1 | -1; readonly word: string } | null {
  let found: { readonly act: string; readonly stand: 1 | -1; readonly word: string } | null = null;
  let at = Infinity;
  for (const [act, forIt, against] of ACTS) {
    for (const [stand, alternatives] of [
      [1, forIt],
      [-1, against],
    ] as const) {
      for (const word of alternatives.split('|')) {
        const index = text.search(new RegExp(`\\b${word}(?:s|d|ed|es|ing)?\\b`));
        if (index === -1 || index >= at) continue;
        at = index;
        found = { act, stand, word };
      }
    }
  }
  return found;
}

/** Single-valued things: what is said of one of them is its value, and there is one. */
const KEYS =
  /\b(?:default|version|owner|maintainer|branch|timezone|zone|port|manager|formatter|linter|limit|maximum|minimum|name|engine|database|licen[cs]e|language|framework|library|length|width|timeout|encoding|indentation|runner|registry|host|format|folder|directory|path|file)\b/;

function valueOf(text: string): Statement['value'] {
  const used = /\b(?:use|prefer|choose|adopt) (.{1,80}?) (?:for|as|when|to) (.{2,120})$/.exec(text);
  if (used !== null) return pairOf(used[2] ?? '', used[1] ?? '');
  const is =
    /^(.{3,120}?) (?:is|are|must be|should be|lives? in|goes? (?:to|in)|=) (.{1,60})$/.exec(
      text.trim(),
    );
  if (is !== null && KEYS.test(is[1] ?? '')) return pairOf(is[1] ?? '', is[2] ?? '');
  return null;
}

function pairOf(key: string, value: string): Statement['value'] {
  const pair = { key: wordsOf(key), value: wordsOf(value) };
  return pair.key.size === 0 || pair.value.size === 0 || pair.value.size > 3 ? null : pair;
}

function numbersOf(text: string): readonly string[] {
  return [
    ...text.matchAll(
      /(?<![\w.-])(\d{1,9}(?:\.\d{1,3})?)\s?(ms|s|min|h|d|kb|mb|gb|%)?(?![\w.-]*\w)/g,
    ),
  ].map(([, number = '', unit = '']) => `${number}${unit === '' ? '' : ` ${unit}`}`);
}

const EMPTY = new Set(
  'a an the and or of to in on for with by at from as is are be been was were it its this that these those we our they their there here do does not never always must should shall will would can could may might only just also all any every each so than then too very when where which who how what if else no longer dont don mustn shouldn isn aren has have had need needs required require please new code project repository'.split(
    ' ',
  ),
);

/** Plain forms: lower case, without endings of number and time. */
export function wordsOf(text: string, without = ''): ReadonlySet<string> {
  const left =
    without === '' ? text : text.replace(new RegExp(`\\b${without}\\w{0,3}\\b`, 'g'), ' ');
  const words = left.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  return new Set(words.filter((word) => !EMPTY.has(word) && word.length > 1).map(plainForm));
}

function plainForm(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/(?:ies)$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=.{4})(?:ing|ed)$/, '');
}

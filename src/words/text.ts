/** Making text from outside safe to show. Pure; used wherever an agent's words meet a person's screen. */

/* oxlint-disable no-control-regex -- control characters are what this file is about */
// OSC, DCS, APC, PM and SOS run to BEL or ST; CSI and two-character escapes are short.
const ESCAPES =
  /\u001b(?:[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\[[0-?]*[ -/]*[@-~]?|[ -/]*[0-~]?)/g;
// C0 but for tab and newline, DEL and C1
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Any of what is taken out, and of what begins it. */
const ODD =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/;
/** Marks that reorder what is read: bidi embeddings, overrides, isolates, and invisible joiners at line ends. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g;

/** Without escape sequences, control characters (tabs and newlines stay) and bidirectional marks. */
export function stripControls(text: string): string {
  // Most texts have none: one look at them in place of four.
  if (!ODD.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(ESCAPES, '').replace(BIDI, '').replace(CONTROLS, '');
}

/** What is not a line of plain words with single spaces between them. */
const UNEVEN = /[^ -~]|^ | $| {2}/;

/** One line of at most `max` characters, for lists and progress. */
export function oneLine(text: string, max = 200): string {
  // Most texts are one already.
  if (text.length <= max && !UNEVEN.test(text)) return text;
  const flat = stripControls(text).replace(/\s+/g, ' ').trim();
  if (flat.length <= max) return flat;
  // No letter is longer than two of its units.
  return `${Array.from(flat.slice(0, 2 * max))
    .slice(0, max - 1)
    .join('')}…`;
}

/** Text that Markdown shows literally, on one line. */
export function escapeMarkdown(text: string): string {
  return oneLine(text, 2_000)
    .replace(/[\\`*_{}[\]<>#|~$]/g, String.raw`\$&`)
    .replace(/@(?=\w)/g, '@\u200b');
}

/** Inline code that holds any text: the fence is longer than any run of backticks inside. */
export function inlineCode(text: string): string {
  const flat = oneLine(text, 2_000);
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = flat.startsWith('`') || flat.endsWith('`') || flat === '' ? ' ' : '';
  return `${fence}${pad}${flat}${pad}${fence}`;
}

/** A fenced block that its content cannot close. */
export function codeBlock(text: string, language = ''): string {
  const clean = stripControls(text).replace(/\n+$/, '');
  const longest = Math.max(2, ...(clean.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${clean}\n${fence}`;
}

/** `no report` → `No report.`; what ends like a sentence, or with a command to copy, keeps its end. One line. */
export function sentence(text: string): string {
  const line = oneLine(text, 1_000).trim();
  const capital = line.charAt(0).toUpperCase() + line.slice(1);
  return capital === '' || /(?:[.!?:…]|roundsman [^.]+)$/.test(capital) ? capital : `${capital}.`;
}

/** `1 file`, `2 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  // Most are small: those need no data of languages, whose first use costs a process some 10 ms.
  const isSmall = Number.isInteger(count) && count >= 0 && count < 1_000;
  const digits = isSmall ? String(count) : count.toLocaleString('en-US');
  return `${digits} ${count === 1 ? one : many}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function listWords(words: readonly string[], last: 'and' | 'or'): string {
  const end = words.at(-1) ?? '';
  return words.length <= 1 ? end : `${words.slice(0, -1).join(', ')} ${last} ${end}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

// "Did you mean": the known word that takes the fewest edits, if it is near enough to be a slip.

/** `null` when nothing is near: two edits for short words, a third of the length for longer ones. */
export function closestWord(word: string, known: readonly string[]): string | null {
  if (word.length > 100) return null;
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word, candidate);
    const isAsLong =
      best !== null && candidate.length === word.length && best.length !== word.length;
    const isNearer = distance < bestDistance || (distance === bestDistance && isAsLong);
    if (isNearer && distance < candidate.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions and replacements; two rows of the usual table. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** For text and for attributes in quotes, and nothing taken out. */
export function htmlEntities(text: string): string {
  return /[&<>"'`]/.test(text) ? text.replace(/[&<>"'`]/g, (one) => ENTITIES[one] ?? '') : text;
}

/** The same; escape sequences, control characters and bidirectional marks are taken out. */
export function escapeHtml(text: string): string {
  return htmlEntities(stripControls(text));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

// What Markdown makes other words of than stand there, or keeps from being seen: broken by a character without width. Pure.

const BREAK = '\u200b';

/** Names of characters that mean something to forges, or that become letters of names. */
const NAMED =
  'commat|num|excl|sol|bsol|percnt|dollar|colon|period|lowbar|hyphen|dash|fjlig|Tab|NewLine|ZeroWidthSpace';
const ENTITY = new RegExp(`&(?=#\\d|#x[\\da-f]|(?:${NAMED});)`, 'gi');

/** `&#64;ada`, `&num;12`: forges look for names and numbers in what is shown. */
export function withoutDisguises(text: string): string {
  return text.replace(ENTITY, `&${BREAK}`);
}

/** Tags that hide, load or swallow what stands behind them, wherever they stand. */
const TAGS =
  'a|audio|body|button|details|dialog|embed|form|frame|frameset|head|html|iframe|img|input|link|math|meta|noembed|noframes|noscript|object|option|picture|plaintext|pre|script|select|source|style|summary|svg|table|template|textarea|title|video|xmp';
const TAG = new RegExp(`<(?=!|\\?|/?(?:${TAGS})(?![\\w-]))`, 'gi');
/** At the beginning of a line any tag begins HTML in which Markdown counts for nothing. */
const FIRST_TAG = /^([ \t>*+\d.)-]*)<(?=\/?[a-z])(?!https?:|mailto:)/gim;

/** No comments, pictures or tags that do more than letters. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/!(?=\[)/g, `!${BREAK}`)
    .replace(TAG, `<${BREAK}`)
    .replace(FIRST_TAG, `$1<${BREAK}`);
}

/**
 * Which lines hold a marker, and which of them are notes to do. Pure.
 *
 * A line counts when a marker stands on it as a whole word: neither neighbour is an ASCII letter, digit or `_`,
 * as `git grep -w` has it; case matters. The first marker of a line counts. Such a line is
 *
 * a note, when the marker
 *   1. leads the line after blanks, comment leaders (`//`, `#`, `*`, `--`, `;`, `%`, `<!--`, `"""` …), list bullets,
 *      check boxes and `@`, in a comment also after a tag (`@deprecated`, `<p>`, `**`); without a comment leader or bullet, what follows must not be code (`,` `=` `;` `)` `.` …);
 *   2. leads a comment that begins later on the line, outside a string; or
 *   3. is followed at once by `:` (not `::`) or `(`, outside a string and not as a key, member, argument or label;
 *
 * and a mention otherwise: prose, a string, a list of identifiers.
 */

export interface MarkerLine {
  /** 1-based. */
  readonly line: number;
  readonly marker: string;
  readonly kind: 'note' | 'mention';
  /** What follows the marker; for a mention, the whole line. Trimmed and cut. */
  readonly text: string;
  /** What to look for issue keys in. */
  readonly keyed: string;
}

/** Characters kept of one line; minified text has lines of megabytes. */
const MAX_TEXT = 500;

const LEADERS =
  /^\s*(?:(?:\/\/+[!/]?|\/\*+!?|\*+|#+!?|--+|;+|%+|<!--+|\{-+|\{#|\(\*+|"""|'''|\.\.|dnl\b|rem\b|REM\b|[-+•>]|\d{1,3}[.)]|\[[ xX]?\]|@|\\)\s*)*$/;
/** In a comment, before the marker: a documentation tag, markup, or a sister of the markers. */
const TAGGED =
  /^\s*(?:\/\/+[!/]?|\/\*+!?|\*+|#+!?|--+|;+|%+)\s*(?:@[a-z][\w-]*\s+|XXX:?\s+|\(\?\)\s*|<(?:p|li|b|strong|em|i)>\s*|[-*]\s+|\*\*|__)+$/;
/** What closes a string that earlier lines opened. */
const CLOSING_STRING = /^\s*(?:`\s*[),;.\]}]|"""|''')[\s),;.\]}]*(?=\s|$)/;
const OPENER =
  /(?:^|[\s;,(){}[\]>])(\/\/+[!/]?|\/\*+!?|#+|--+|;+|%+|<!--+|\{-+|\{#|\(\*+)[\s*:!-]*@?$/;
const CODE_AFTER = /^\s*(?:[,=;)\]}|.&?+<>]|->|::|["'`]|in\b|of\b|$)/;
const KEYISH_BEFORE =
  /(?:[{,.=([|&?<"'`$\\/]|\b(?:case|enum|const|let|var|def|class|new|return))\s*$/;
const COMMENT_BEFORE = /(?:^|\s)(?:\/\/|\/\*|\*\s|#\s|--\s|<!--|;\s|%\s)/;

export type MarkerScanner = (text: string) => readonly MarkerLine[];

export function markerScanner(markers: readonly string[]): MarkerScanner {
  const words = markers.map((marker) => marker.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  const source = `(?<![A-Za-z0-9_])(?:${words.toSorted((a, b) => b.length - a.length).join('|')})(?![A-Za-z0-9_])`;
  return (text) => {
    // Made anew: a shared `g` expression would carry its position into the next text.
    const search = new RegExp(source, 'g');
    const found: MarkerLine[] = [];
    let line = 1;
    let counted = 0;
    for (let match = search.exec(text); match !== null; match = search.exec(text)) {
      const start = text.lastIndexOf('\n', match.index - 1) + 1;
      const next = text.indexOf('\n', match.index);
      const end = next === -1 ? text.length : next;
      for (
        let at = text.indexOf('\n', counted);
        at !== -1 && at < start;
        at = text.indexOf('\n', at + 1)
      ) {
        line += 1;
      }
      counted = start;
      const before = text.slice(Math.max(start, match.index - 4_000), match.index);
      const after = text.slice(match.index + match[0].length, end).slice(0, 4_000);
      found.push(readLine({ line, marker: match[0], before, after }));
      if (next === -1) break;
      search.lastIndex = next + 1;
    }
    return found;
  };
}

interface Parts {
  readonly line: number;
  readonly marker: string;
  readonly before: string;
  readonly after: string;
}

function readLine({ line, marker, before, after }: Parts): MarkerLine {
  if (!isNote(before, after)) {
    const text = clip(`${before}${marker}${after}`.trim(), MAX_TEXT);
    return { line, marker, kind: 'mention', text, keyed: text };
  }
  const keyed = LEADERS.test(before) ? `${before} ${after}` : after;
  return { line, marker, kind: 'note', text: noteText(after), keyed };
}

function isNote(before: string, after: string): boolean {
  if (LEADERS.test(before)) return before.trim() !== '' || !looksLikeCode(after);
  if (TAGGED.test(before)) return true;
  const opener = OPENER.exec(before);
  const code = before.slice(0, (opener?.index ?? 0) + 1).replace(CLOSING_STRING, '');
  if (opener !== null && !endsInString(code)) return true;
  if (!/^(?::(?!:)|\()/.test(after) || endsInString(before)) return false;
  return COMMENT_BEFORE.test(before) || !KEYISH_BEFORE.test(before);
}

/** A marker alone on a line is a note; with a comma after it, it is a member of an enumeration. */
function looksLikeCode(after: string): boolean {
  return after.trim() !== '' && CODE_AFTER.test(after);
}

/** Whether a quote opened before has not been closed. An apostrophe inside a word opens nothing. */
function endsInString(before: string): boolean {
  let open = '';
  for (let index = 0; index < before.length; index += 1) {
    const char = before[index] ?? '';
    if (char === '\\') index += 1;
    else if (open !== '') open = char === open ? '' : open;
    else if (char === '"' || char === '`') open = char;
    else if (char === "'" && !/\w/.test(before[index - 1] ?? '')) open = char;
  }
  return open !== '';
}

const KEYS_ONLY = /^\((?:\s*(?:[A-Z][A-Z0-9]{1,9}-\d+|#\d+)\s*[,;]?)+\)/;
const CLOSERS = /\s*(?:<\/(?:p|li|b|strong|em|i)>|\*+\/|--+>|\*+\)|-+\}|#\}|"""|'''|%>|\?>)\s*$/;

/** Issue keys in parentheses are told apart from the text; the name of an owner stays in it. */
function noteText(after: string): string {
  const text = after.trim().replace(CLOSERS, '').replace(KEYS_ONLY, '');
  return clip(text.replace(/^[\s:\-–—,.]+/u, '').trim(), MAX_TEXT);
}

/** The first `max` characters, never half of one. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

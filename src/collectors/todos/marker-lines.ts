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
 * and a mention otherwise: prose, a string, a list of identifiers, an item of a list that is nothing but the marker.
 * In code, only comments hold notes: calls, strings, heredocs and keys are mentions. In text for people, headings and
 * lists of words are mentions too, and so is what stands in a fence of Markdown.
 */
import type { Span } from '../../syntax/lex-comments.ts';

export interface MarkerLine {
  /** 1-based. */
  readonly line: number;
  readonly marker: string;
  readonly kind: 'note' | 'mention';
  /** What follows the marker; for a mention, the whole line. Trimmed and cut. */
  readonly text: string;
  /** What to look for issue keys in. */
  readonly keyed: string;
  readonly comment: boolean;
  /** In a comment that the program may show. */
  readonly shown: boolean;
}

/** Characters kept of one line; minified text has lines of megabytes. */
const MAX_TEXT = 500;

/** One of them, as long as it is; sticky. */
const LEADER =
  /\s+|--\[=*\[|\/\/+[!/]?|\/\*+!?|\*+|#+!?|--+|;+|%+|<!--+|\{-+|\{#|\(\*+|"""|'''|\.\.|dnl\b|rem\b|REM\b|[-+•>]|\d{1,3}[.)]|\[[ xX]?\]|@|\\/y;

/** Whether there is nothing but leaders. Read from left to right and never back: a ruler of dashes has millions of readings. */
function isLeaders(text: string): boolean {
  LEADER.lastIndex = 0;
  let end = 0;
  while (end < text.length && LEADER.test(text)) end = LEADER.lastIndex;
  return end === text.length;
}

/** In a comment, before the marker: code with a comment of its own. An example in documentation, or code that was taken out. */
const SAMPLE =
  /^\s*(?:\/\/+!?|\/\*+!?|\*+|#+!?|--+|;+|%+)\s(?:.*\s)?(?:\/\/+|\/\*+|#+(?!@?$)|<!--+)[\s!*-]*@?$/;
/** A line of code that was taken out, with words about it: `// run(1), // FIXME: this case fails on Windows`. */
const TAKEN_OUT = /^\/\/ \S.*\s\/\/ ?$/;
const SAID = /^:\s*(?:\S+\s+){2,}\S/;
/** In a comment, after the marker: an example that calls it, as Kotlin does. An owner stands in no quotes. */
const CALL = /^\(\s*["'`]/;
/** Four words in a row and no code: a comment within prose is a note. */
const SENTENCE = /^\W*(?:[\p{L}\d'’-]+[,.:]?\s+){4,}\S{1,4}\s*$/u;
/** In a comment, before the marker: a documentation tag, markup, or a sister of the markers. */
const TAGGED =
  /^\s*(?:\/\/+[!/]?|\/\*+!?|\*+|#+!?|--+|;+|%+)\s*(?:@[A-Za-z][\w-]*\s+|XXX:?\s+|\(\?\)\s*|<(?:p|li|b|strong|em|i)>\s*|[-*]\s+|\*\*|__)+$/;
/** What closes a string that earlier lines opened. */
const CLOSING_STRING = /^\s*(?:`\s*[),;.\]}]|"""|''')[\s),;.\]}]*(?=\s|$)/;
/** A quote that opens a string can only be told from one that closes it by what is before it. */
const BEGINS_STRING = /[\s(,:?=+[{]["'`]\s*$/;
const OPENER =
  /(?:^|[\s;,(){}[\]>])(--\[=*\[|\/\/+[!/]?|\/\*+!?|#+|--+|;+|%+|<!--+|\{-+|\{#|\(\*+)[\s*:!-]*@?$/;
const CODE_AFTER = /^\s*(?:[,=;)\]}|.&?+<>]|->|::|["'`]|in\b|of\b|$)/;
const KEYISH_BEFORE =
  /(?:[{,.=([|&?<"'`$\\/]|\b(?:case|enum|const|let|var|def|class|new|return))\s*$/;
const COMMENT_BEFORE = /(?:^|\s)(?:\/\/|\/\*|\*\s|#\s|--\s|<!--|;\s|%\s)/;

/** Where a text can hold notes. */
export type NotePlaces =
  /** Code: in these comments alone. */
  | { readonly kind: 'comments'; readonly spans: readonly Span[] }
  /** Text for people: anywhere but in headings and lists of words; in these comments, it is not shown. */
  | { readonly kind: 'prose'; readonly spans: readonly Span[] }
  /** Nothing is known of such files. */
  | { readonly kind: 'unknown' };

export type MarkerScanner = (text: string, places: NotePlaces) => readonly MarkerLine[];

export function markerScanner(markers: readonly string[]): MarkerScanner {
  const words = markers.map((marker) => marker.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  const source = `(?<![A-Za-z0-9_])(?:${words.toSorted((a, b) => b.length - a.length).join('|')})(?![A-Za-z0-9_])`;
  return (text, places) => {
    // Made again: a shared `g` expression would carry its position into the next text.
    const search = new RegExp(source, 'g');
    const inComments = commentLookup(places.kind === 'unknown' ? [] : places.spans);
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
      const first = match;
      let comment = inComments(match.index);
      // `TODO() // TODO: write it`: the one in the comment is the note.
      for (
        let other: RegExpExecArray | null = match;
        comment === null && other !== null && other.index < end;
        other = search.exec(text)
      ) {
        match = other;
        comment = inComments(other.index);
      }
      if (comment === null) match = first;
      const begin = Math.max(start, comment?.start ?? 0, match.index - 4_000);
      const from = match.index + match[0].length;
      found.push(
        readLine({
          line,
          marker: match[0],
          before: withoutMark(
            text.slice(begin, match.index),
            comment !== null && begin === comment.start,
          ),
          after: text.slice(from, end).slice(0, 4_000),
          where: comment === null ? placeOf(text, { places, start, end }) : 'comment',
          shown: comment?.shown === true,
        }),
      );
      if (next === -1) break;
      search.lastIndex = next + 1;
    }
    return found;
  };
}

const RARE_MARK = /^(?:"(?!")|'(?!')|!+|::)/;

/** What begins comments of Vim, BASIC, Fortran and batch files is a quote or a sign elsewhere. @param isWhole from its beginning */
export function withoutMark(before: string, isWhole: boolean): string {
  return isWhole ? before.replace(RARE_MARK, '') : before;
}

/** The comment that an offset is in; asked in the order of the text. */
function commentLookup(spans: readonly Span[]): (at: number) => Span | null {
  let next = 0;
  return (at) => {
    // A line is gone through twice where its first marker is in no comment.
    while (next > 0 && (spans[next - 1]?.end ?? 0) > at) next -= 1;
    while ((spans[next]?.end ?? Infinity) <= at) next += 1;
    const span = spans[next];
    return span !== undefined && span.start <= at ? span : null;
  };
}

/** Outside of comments. */
type Place = 'comment' | 'code' | 'heading' | 'text';

function placeOf(
  text: string,
  row: { readonly places: NotePlaces; readonly start: number; readonly end: number },
): Place {
  const { places, start, end } = row;
  if (places.kind === 'comments') return 'code';
  if (places.kind === 'unknown') return 'text';
  const under = text.slice(end + 1, end + 200).split('\n', 1)[0] ?? '';
  const heading =
    /^[ \t]{0,3}(?:#{1,6}|={1,6})[ \t]/.test(text.slice(start, start + 20)) ||
    /^([=\-~^"'*+#.:_`])\1{2,}\s*$/.test(under);
  return heading ? 'heading' : 'text';
}

interface Parts {
  readonly line: number;
  readonly marker: string;
  /** Of the comment or the line. */
  readonly before: string;
  readonly after: string;
  readonly where: Place;
  readonly shown: boolean;
}

function readLine({ line, marker, before, after, where, shown }: Parts): MarkerLine {
  const comment = where === 'comment';
  if (!isNote(where, before, after)) {
    const text = clip(`${before}${marker}${after}`.trim(), MAX_TEXT);
    return { line, marker, kind: 'mention', text, keyed: text, comment, shown };
  }
  const keyed = isLeaders(before) ? `${before} ${after}` : after;
  return { line, marker, kind: 'note', text: noteText(after), keyed, comment, shown };
}

function isNote(where: Place, before: string, after: string): boolean {
  if (where === 'code' || where === 'heading') return false;
  if (where === 'comment' && SAMPLE.test(before) && !SENTENCE.test(before))
    return TAKEN_OUT.test(before) && SAID.test(after);
  if (where === 'comment' && CALL.test(after)) return false;
  if (where === 'comment' && isLeaders(before)) return true;
  // Alone on a line of text it is a heading, or one word in a list of them.
  if (where === 'text' && /^[\s\-+*•>\d.)[\]xX]*$/.test(before) && noteText(after) === '')
    return false;
  if (isLeaders(before)) {
    if (/^\s*[-+•]\s*$/.test(before)) return !/^\s*(?:#.*)?$/.test(after);
    return before.trim() !== '' || !looksLikeCode(after);
  }
  if (TAGGED.test(before)) return true;
  const opener = OPENER.exec(before);
  const code = before.slice(0, (opener?.index ?? 0) + 1).replace(CLOSING_STRING, '');
  if (opener !== null && BEGINS_STRING.test(code)) return false;
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
const CLOSERS =
  /\s*(?:<\/(?:p|li|b|strong|em|i)>|(?<=^|\s)(?:--)?\]=*\]|\*+\/|--+>|\*+\)|-+\}|#\}|"""|'''|%>|\?>)\s*$/;

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

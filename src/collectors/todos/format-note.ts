/**
 * All that a note says: the rest of its line and the lines of the same comment that continue with the sentence. Pure.
 *
 * A marker alone on its line takes the lines below it; where the comment says no more, the code that it stands at.
 */
import type { Span } from '../../syntax/lex-comments.ts';
import { clip, withoutMark } from './marker-lines.ts';

interface NoteWords {
  readonly words: string;
  /** The code that a note stands at that has at most one word; `null` where it has more. */
  readonly code: string | null;
}

export interface NotePlace {
  readonly rows: readonly string[];
  /** Offset of each row in the text. */
  readonly starts: readonly number[];
  /** `null`: it is not known where comments are, or the note is in none. */
  readonly spans: readonly Span[] | null;
  /** Text for people, in which a sentence continues without a mark of its own. */
  readonly prose: boolean;
  /** 1-based. */
  readonly line: number;
  /** Behind the marker. */
  readonly text: string;
}

const MAX_ROWS = 6;
const MAX_WORDS = 600;
const LEADER =
  /^\s*(?:--\[=*\[|\/\/+[!/]?|\/\*+!?|\*+(?!\/)|#+!?|--+|;+|%+|<!--+|\{-+|\(\*+|dnl\b|>+)?/;
/** Begins something of its own. */
const STARTS =
  /^(?:[A-Z]{3,9}(?:\([^)]*\))?:|TODO\b|FIXME\b|HACK\b|XXX\b|NOTE\b|BUG\b|@\w|\\\w|:param|[-*+•]\s|\d+[.)]\s|<\/?\w|```|[-=*#~_/+]{3,})/;
/** Code that was taken out, an example, or words for a linter. */
const CODE =
  /[{;]$|^[})\]]|=>.*,$|^[a-z_][\w.]*(?:\[[^\]]{0,80}\])? [-+*|]?= \S|^[\w.]+\([^()]*\)$|^(?:rubocop|eslint|pylint|flake8|noqa|nolint|tslint|prettier|biome|type|ts|phpcs|psalm|phpstan|clippy|istanbul|c8|v8)[:-]/;
const RULER = /^[-=~^*#_]{3,}$/;
const CLOSERS = /\s*(?:(?<=^|\s)(?:--)?\]=*\]|\*+\/|--+>|\*+\)|-+\}|#\}|"""|'''|%>|\?>)\s*$/;

export function formatNote(place: NotePlace): NoteWords {
  const rest = place.text.trim();
  const own = withinComment(place, rest);
  const said = withoutOwner(own);
  const below = own !== rest || endsHere(place) ? [] : rowsBelow(place, said === '');
  // A heading in a comment: what stands below is what it says.
  const words = [own, ...below].filter((part) => part !== '').reduce(joinRows, '');
  const whole = words.replace(/\s+/g, ' ').slice(0, MAX_WORDS).trim();
  return !/\s/.test(withoutOwner(whole))
    ? { words: whole, code: codeAt(place) }
    : { words: whole, code: null };
}

/** Begin a sentence, and are written small within one. */
const OPENERS =
  /^(?:The|This|That|These|Those|There|It|We|You|They|If|When|While|Once|Until|With|Without|For|Because|Since|So|But|Also|However|Otherwise|Currently|Maybe|Then|See|Not|Should|Could|Unfortunately)\b/;
const UNFINISHED =
  /(?:^|\s)(?:an?|the|of|to|for|and|or|in|on|with|by|is|are|be|as|at|from|that|if|when|not)$/i;

/** A row that begins a sentence ends the one before, where that has no mark of its own. */
function joinRows(words: string, row: string): string {
  if (words === '') return row;
  const isNext = OPENERS.test(row) && /[\p{L}\p{N})\]`'"]$/u.test(words) && !UNFINISHED.test(words);
  return `${words}${isNext ? '.' : ''} ${row}`;
}

/** `(alice)`, `[alice]`, the other half of `HACK/FIXME`, and the punctuation behind a marker. */
export function withoutOwner(text: string): string {
  return text
    .replace(/^\s?[/|&]\s?(?:TODO|FIXME|HACK|XXX|BUG)\b/, '')
    .replace(/^(?:\([^()]*\)|\[[^[\]]*\])/, '')
    .replace(/^[\s:;,.!?\-–—*]+/u, '');
}

/** Without the code behind a comment that is closed on its line. */
function withinComment({ rows, starts, spans, line }: NotePlace, rest: string): string {
  const column = (rows[line - 1] ?? '').indexOf(rest);
  if (column === -1) return rest;
  const from = (starts[line - 1] ?? 0) + column;
  const span = spans?.find(({ start, end }) => start <= from && from < end);
  if (span === undefined || span.end >= from + rest.length) return rest;
  return rest
    .slice(0, span.end - from)
    .replace(CLOSERS, '')
    .trim();
}

/** The comment is closed on the note's line. */
function endsHere({ rows, line }: NotePlace): boolean {
  return CLOSERS.test(rows[line - 1] ?? '');
}

function rowsBelow(place: NotePlace, bare: boolean): readonly string[] {
  const { rows, line, spans, prose } = place;
  const leader = leaderOf(rows[line - 1] ?? '');
  // Without a known syntax, only lines that begin as a comment's do continue with it.
  if (spans === null && !prose && leader === '') return [];
  const column = commentColumn(place, line);
  const found: string[] = [];
  for (let next = line + 1; next <= rows.length && found.length < MAX_ROWS; next += 1) {
    const row = rows[next - 1] ?? '';
    if (spans !== null && !isCommentRow(place, next)) break;
    if (spans === null && leaderOf(row) !== leader) break;
    if (isDocumentation(leaderOf(row)) !== isDocumentation(leader)) break;
    if (column !== null && commentColumn(place, next) !== column) break;
    const said = withoutMark(row.trimStart(), beginsComment(place, next));
    const words = said.replace(LEADER, '').replace(CLOSERS, '').trim();
    // A note may leave one line empty, or ruled, below a marker that stands alone.
    if (words === '' || (bare && found.length === 0 && RULER.test(words))) {
      if (!bare || found.length > 0 || CLOSERS.test(row) || next > line + 1) break;
      continue;
    }
    const item = bare && found.length === 0 ? words.replace(/^(?:[-*+•]|\d+[.)])\s+/, '') : words;
    if (STARTS.test(item) || CODE.test(words)) break;
    found.push(item);
    if (CLOSERS.test(row)) break;
  }
  return found;
}

function beginsComment({ rows, starts, spans }: NotePlace, line: number): boolean {
  const first = (starts[line - 1] ?? 0) + (rows[line - 1] ?? '').search(/\S/);
  return (spans ?? []).some(({ start }) => start === first);
}

/** `/// What it does` below `// TODO` is about the code that follows. */
function isDocumentation(leader: string): boolean {
  return leader === '///' || leader === '//!';
}

function leaderOf(row: string): string {
  return LEADER.exec(row)?.[0].trim() ?? '';
}

/** Where a comment of one line begins that has code before it; `null` where the column says nothing. */
function commentColumn({ rows, starts, spans }: NotePlace, line: number): number | null {
  const start = starts[line - 1] ?? 0;
  const row = rows[line - 1] ?? '';
  const span = spans?.find((one) => one.start >= start && one.start < start + row.length);
  if (span === undefined || row.trimStart().startsWith('*')) return null;
  return /^(?:\/\/|#|--|;|%)/.test(row.slice(span.start - start)) ? span.start - start : null;
}

/** Nothing but comment, or blank. */
function isCommentRow({ rows, starts, spans }: NotePlace, line: number): boolean {
  const row = rows[line - 1] ?? '';
  const first = (starts[line - 1] ?? 0) + row.search(/\S/);
  if (row.trim() === '') return false;
  return (spans ?? []).some(({ start, end }) => start <= first && first < end);
}

/** Of a comment, what stands before the marker at its end: code that was taken out. */
function takenOut(comment: string): string {
  const marked =
    /(?:^|\s)(?:\/\/+|\/\*+|#+|--+|;+|%+)?\s*@?[A-Z]{3,}\s?(?:\([^()]*\)|\[[^[\]]*\])?\W*$/;
  return comment.replace(LEADER, '').replace(marked, '');
}

/** What stands before the note on its line, else the next line with code. */
function codeAt(place: NotePlace): string | null {
  const { rows, starts, spans, line } = place;
  const row = rows[line - 1] ?? '';
  const start = starts[line - 1] ?? 0;
  const span = spans?.find((one) => one.start >= start && one.start < start + row.length);
  const at = span === undefined ? 0 : span.start - start;
  // A word of the note is no part of the code.
  const wordless = withoutOwner(place.text) === '';
  if (span === undefined && !wordless) return null;
  const own = wordless ? [takenOut(row.slice(at))] : [];
  const before = [row.slice(0, at), ...own].find((code) => /\w/.test(code));
  if (before !== undefined) return before.trim().slice(0, 100);
  for (let next = line + 1; next <= Math.min(rows.length, line + 4); next += 1) {
    const below = withoutComment(place, next);
    if (below === '' || isCommentRow(place, next)) continue;
    return /\w/.test(below) ? below.slice(0, 100) : null;
  }
  return null;
}

/** What stands on a row before a comment. */
function withoutComment({ rows, starts, spans }: NotePlace, line: number): string {
  const row = rows[line - 1] ?? '';
  const start = starts[line - 1] ?? 0;
  const span = spans?.find((one) => one.start > start && one.start < start + row.length);
  return row.slice(0, span === undefined ? undefined : span.start - start).trim();
}

// A note as one actionable line: its first sentence, over as many lines of the comment as that takes. Pure.
export interface TitleParts extends NoteWords {
  readonly marker: string;
  readonly symbol: string | null;
}

const MAX_TITLE = 200;
/** Fewer words than these say nothing alone: `Hmm.`, `See below.` */
const MIN_WORDS = 3;

export function noteTitle({ marker, words, code, symbol }: TitleParts): string {
  const owner = /^\([^()]*\)/.exec(words)?.[0] ?? '';
  const said = firstSentence(withinParentheses(withoutOwner(words)));
  const head = `${marker}${owner}`;
  const at = code === null ? '' : `, at: ${code}`;
  if (said !== '') return clip(`${head}: ${said}${at}`, MAX_TITLE);
  const where = symbol === null ? '' : ` in ${symbol}`;
  return clip(`${head} without a text${where}${at}`, MAX_TITLE);
}

/** Of `(TODO: mend it) and so on`: to the parenthesis that closes the one before the marker. `a)` begins an item, and a quoted one is none. */
function withinParentheses(text: string): string {
  let depth = 0;
  for (const { index, 0: mark } of text.matchAll(/[()]/g)) {
    if (mark === '(') depth += 1;
    else if (depth > 0) depth -= 1;
    else if (!/(?:(?:^|[\s,;])\w{1,2}|[:;]-?|["'`\\[])$/.test(text.slice(0, index)))
      return text.slice(0, index);
  }
  return text;
}

function firstSentence(text: string): string {
  for (const { index } of text.matchAll(/[.!](?=\s+["'`([]?[A-Z0-9`])|\?(?=\s)/g)) {
    const sentence = text.slice(0, index + 1);
    if (
      sentence.split(/\s+/).length >= MIN_WORDS &&
      !/(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|resp)|\s[A-Z])\.$/i.test(sentence)
    )
      return trimmed(sentence);
  }
  return trimmed(text);
}

function trimmed(text: string): string {
  return text.replace(/[\s.:;,]+$/, '').trim();
}

/**
 * Puts keys on the lines of notes, in the worktree, as bytes: what is not the key stays as it was. A key is put into a
 * comment and nowhere else, and each file is read again before it is written: where anything but comments would be another,
 * the file stays as it is.
 */
import { Buffer } from 'node:buffer';
import { extname, join } from 'node:path';

import { writeText } from '../../../platform/files.ts';
import { commentFinder, type CommentFinder } from '../../../syntax/find-comments.ts';
import type { Span } from '../../../syntax/lex-comments.ts';
import type { TodoFact } from '../../../words/facts.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { ItemKey } from '../../../words/ids.ts';
import { openTrackedFile } from '../commit-branch.ts';

// Puts an item's key on a note's line, behind the marker M: `M: x` → `M(RM-7): x`, `M x` → `M(RM-7) x`,
// `M(alice): x` → `M(RM-7, alice): x`, so that the owner stays. Pure, and blind to encodings: the line
// comes as one character a byte (latin1), and every byte but the inserted ones stays as it is.

type MarkedLine =
  | { readonly kind: 'marked'; readonly line: string }
  /** The key stands there already. */
  | { readonly kind: 'has-key' }
  /** The line does not hold the note (any more). */
  | { readonly kind: 'other-text' };

interface LineMark {
  /** The line's bytes, one character each, without its line ending. */
  readonly line: string;
  readonly marker: string;
  /** What the note says, as the collector saw it. */
  readonly text: string;
  /** `RM-7`; ASCII. */
  readonly key: string;
}

export function markLine({ line, marker, text, key }: LineMark): MarkedLine {
  const wanted = squeeze(text);
  const places = markerEnds(line, marker).map((end) => ({
    end,
    rest: squeeze(decode(line.slice(end))),
  }));
  const place =
    places.find(({ rest }) => withoutLead(rest).startsWith(withoutLead(wanted))) ??
    places.find(({ rest }) => rest.includes(wanted) && !/^\(RM-[0-9]/.test(rest));
  if (place === undefined) return { kind: 'other-text' };
  const before = line.slice(0, place.end);
  const after = line.slice(place.end);
  if (hasKey(after, key)) return { kind: 'has-key' };
  if (/^\([^()]*[^()\s][^()]*\)/.test(after)) {
    return { kind: 'marked', line: `${before}(${key}, ${after.slice(1)}` };
  }
  return { kind: 'marked', line: `${before}(${key})${after.replace(/^\([ \t]*\)/, '')}` };
}

function hasKey(after: string, key: string): boolean {
  const inside = /^\(([^()]*)\)/.exec(after)?.[1] ?? '';
  return inside.split(/[\s,;]+/).includes(key);
}

/** Without an owner in parentheses and the punctuation behind a marker. */
function withoutLead(text: string): string {
  return text.replace(/^\([^()]*\)/, '').replace(/^[\s:;,.!?-]+/, '');
}

/** Offsets just behind each place where the marker stands as a word of its own; exact case before any case. */
function markerEnds(line: string, marker: string): readonly number[] {
  const bytes = encode(marker).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const find = (flags: string): readonly number[] =>
    [...line.matchAll(new RegExp(`(?<![A-Za-z0-9_])${bytes}(?![A-Za-z0-9_])`, flags))].map(
      (match) => match.index + match[0].length,
    );
  const exact = find('g');
  return [...exact, ...find('gi').filter((end) => !exact.includes(end))];
}

/** White space of any kind and number counts as one blank; a text that was cut ends where it was cut. */
function squeeze(text: string): string {
  return text.replace(/…$/, '').replace(/\s+/g, ' ').trim();
}

function decode(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
}

function encode(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

export interface NoteMark {
  readonly todo: TodoFact;
  readonly item: ItemKey;
  /** Fingerprints of the finding that the key is of. */
  readonly covers: readonly string[];
}

export interface MarkOutcome {
  readonly marked: readonly NoteMark[];
  /** Each with the reason, as the end of a sentence about its line. */
  readonly skipped: readonly { readonly mark: NoteMark; readonly reason: string }[];
  /** Files that were changed, in order of their names. */
  readonly paths: readonly string[];
}

export async function markNotes(
  worktree: string,
  marks: readonly NoteMark[],
): Promise<MarkOutcome> {
  const marked: NoteMark[] = [];
  const skipped: { mark: NoteMark; reason: string }[] = [];
  const paths: string[] = [];
  const comments = await commentFinder(marks.map(({ todo }) => todo.path));
  const files: { path: string; group: readonly NoteMark[]; bytes: Buffer }[] = [];
  for (const [path, group] of groupBy(marks, ({ todo }) => todo.path)) {
    const opened = await openTrackedFile(worktree, path);
    if (opened.kind === 'open') files.push({ path, group, bytes: opened.bytes });
    else skipped.push(...group.map((mark) => ({ mark, reason: opened.reason })));
  }
  const widths = widthsOf(files);
  for (const { path, group, bytes } of files) {
    const open = group.filter((mark) => !hasKeyAlready(bytes, mark));
    if (open.length === 0) continue;
    const width = MEASURED.test(path) ? (widths.get(extname(path)) ?? LEAST_WIDTH) : Infinity;
    const keyed = withKeys(
      bytes,
      open.filter((mark) => mark.todo.comment && fits(bytes, mark, width)),
    );
    const safe = safeMarks(path, { keyed, comments });
    const { text, done } = safe.length === keyed.done.length ? keyed : withKeys(bytes, safe);
    const same = done.length > 0 && sameCode(path, { bytes, text, comments });
    skipped.push(
      ...open.flatMap((mark) => {
        const reason = fits(bytes, mark, width)
          ? reasonAgainst(mark, { found: keyed.done, safe, same })
          : `the key would make the line longer than ${width} characters, and no other line of such files is`;
        return reason === null ? [] : [{ mark, reason }];
      }),
    );
    if (!same) continue;
    marked.push(...done);
    await writeText(join(worktree, path), fromLatin1(text));
    paths.push(path);
  }
  return { marked, skipped, paths: paths.toSorted() };
}

/** Languages whose usual formatters or linters look at the width of comments too: clang-format, flake8, RuboCop and their like. */
const MEASURED = /\.(?:c|h|cc|cpp|cxx|hpp|m|mm|proto|java|kts?|scala|groovy|py|rb|swift)$/i;
/** Narrower files are no sign of a narrower limit. */
const LEAST_WIDTH = 80;
/** Wider lines are data. */
const MOST_WIDTH = 200;

/** By ending: how wide the other lines of such files are. A formatter or a linter may refuse wider ones. */
function widthsOf(
  files: readonly {
    readonly path: string;
    readonly group: readonly NoteMark[];
    readonly bytes: Buffer;
  }[],
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  for (const { path, group, bytes } of files) {
    const notes = new Set(group.map(({ todo }) => todo.line - 1));
    const widest = bytes
      .toString('utf8')
      .split('\n')
      .filter((line, index) => !notes.has(index) && !line.includes('://'))
      .map(widthOf)
      .reduce((most, width) => (width <= MOST_WIDTH ? Math.max(most, width) : most), LEAST_WIDTH);
    const ending = extname(path);
    widths.set(ending, Math.max(widths.get(ending) ?? LEAST_WIDTH, widest));
  }
  return widths;
}

function widthOf(line: string): number {
  return line.trimEnd().length;
}

/** A line that was wider before may become wider still. */
function fits(bytes: Buffer, { todo, item }: NoteMark, width: number): boolean {
  const line = bytes.toString('latin1').split('\n')[todo.line - 1] ?? '';
  const now = markLine({ line, marker: todo.marker, text: todo.text, key: item });
  if (now.kind !== 'marked' || widthOf(decode(line)) > width) return true;
  return widthOf(decode(now.line)) <= width;
}

function reasonAgainst(
  mark: NoteMark,
  file: {
    readonly found: readonly NoteMark[];
    readonly safe: readonly NoteMark[];
    readonly same: boolean;
  },
): string | null {
  if (!mark.todo.comment)
    return 'no comment is known there, as in text for people or a file of an unknown kind';
  if (!file.found.includes(mark)) return 'the line does not hold the note';
  if (!file.safe.includes(mark)) return 'the note is in no comment';
  return file.same ? null : 'the file would not read the same to a program';
}

interface Keyed {
  /** One character a byte. */
  readonly text: string;
  readonly done: readonly NoteMark[];
}

function withKeys(bytes: Buffer, group: readonly NoteMark[]): Keyed {
  // git ends lines at \n; a \r before it is part of the line and stays.
  const lines = bytes.toString('latin1').split('\n');
  const done = group.filter((mark) => putKey(lines, mark));
  return { text: lines.join('\n'), done };
}

/** Those whose key came to stand in a comment. */
function safeMarks(
  path: string,
  { keyed, comments }: { readonly keyed: Keyed; readonly comments: CommentFinder },
): readonly NoteMark[] {
  const text = utf8Of(keyed.text);
  const spans = comments.find(path, text)?.spans ?? [];
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return keyed.done.filter(({ todo, item }) => {
    const start = starts[todo.line - 1] ?? 0;
    const at = text.indexOf(`(${item}`, start);
    return (
      at >= 0 &&
      at < (starts[todo.line] ?? Infinity) &&
      spans.some(({ start, end, shown }) => start <= at && at < end && shown !== true)
    );
  });
}

/** Whether both texts are the same to a program: by the grammar, else without their comments. */
function sameCode(
  path: string,
  {
    bytes,
    text,
    comments,
  }: { readonly bytes: Buffer; readonly text: string; readonly comments: CommentFinder },
): boolean {
  const [was, now] = [bytes.toString('utf8'), utf8Of(text)].map((one) => {
    const found = comments.find(path, one, 'shape');
    return found === null ? null : `${found.shape}\n${withoutSpans(one, found.spans)}`;
  });
  return was !== null && was === now;
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end, shown } of spans) {
    if (shown === true) continue;
    rest += `${text.slice(at, start)}\u0000`;
    at = end;
  }
  return rest + text.slice(at);
}

function utf8Of(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

/** The branch that the run continues with has it. */
function hasKeyAlready(bytes: Buffer, { todo, item }: NoteMark): boolean {
  const line = bytes.toString('latin1').split('\n')[todo.line - 1] ?? '';
  return markLine({ line, marker: todo.marker, text: todo.text, key: item }).kind === 'has-key';
}

function putKey(lines: string[], { todo, item }: NoteMark): boolean {
  const line = lines[todo.line - 1];
  if (line === undefined) return false;
  const result = markLine({ line, marker: todo.marker, text: todo.text, key: item });
  if (result.kind !== 'marked') return false;
  lines[todo.line - 1] = result.line;
  return true;
}

function fromLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

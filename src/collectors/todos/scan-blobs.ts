/** Looks through the contents of files, each distinct content once, and not at all when the cache knows it. */
import type { Buffer } from 'node:buffer';
import { posix } from 'node:path';

import { readBlobs } from '../../git/cat-file.ts';
import type { GitContext } from '../../git/run-git.ts';
import {
  commentFinder,
  type CommentFinder,
  nameWithKind,
  type SourceComments,
} from '../../syntax/find-comments.ts';
import type { Span } from '../../syntax/lex-comments.ts';
import { findIssueKeys } from '../parse-commit.ts';
import { hasGeneratedHeader, isBuilt, isLibraryCopy, isMinified, PROSE } from './foreign-files.ts';
import { formatNote } from './format-note.ts';
import { type Language, languageOf } from './languages.ts';
import { clip, markerScanner, type MarkerScanner, type NotePlaces } from './marker-lines.ts';
import { proseKindOf, scanProse } from './scan-prose.ts';

// The function or class around a line, told from indentation and the look of declarations. Pure.

const TAB_WIDTH = 4;
/** Looked through upwards from a line; longer functions have other worries. */
const MAX_LINES = 5_000;
/** `}`, `) {` and a brace of its own belong to the line that began them, further up at the same depth. */
const CONTINUES = /^[)\]}{]|^=>|^(?:where|throws|extends|implements)\b/;
/** Comments may stand anywhere, the margin too, and hold no code that counts. */
const COMMENT = /^(?:\/\/|\/\*|\*[\s/]|#\s|--\s)/;
/** Longer lines are not read: they are not written by hand. */
const MAX_WIDTH = 400;

/** `Class.method` from the outside in, at most two names; `null` outside any. `line` is 1-based. */
function enclosingSymbol(
  lines: readonly string[],
  line: number,
  language: Language | null,
): string | null {
  if (language === null) return null;
  const own = lines[line - 1] ?? '';
  const names: string[] = [];
  const declared = declarationOn(own, language);
  if (declared !== null) names.push(declared);
  let depth = indentation(own);
  const last = Math.max(0, line - 1 - MAX_LINES);
  for (let index = line - 2; index >= last && depth > 0 && names.length < 2; index -= 1) {
    const text = lines[index] ?? '';
    const trimmed = text.trim();
    if (trimmed === '' || COMMENT.test(trimmed) || language.marginal?.test(text) === true) continue;
    const indent = indentation(text);
    if (indent >= depth) continue;
    if (CONTINUES.test(trimmed)) {
      depth = indent + 1;
      continue;
    }
    depth = indent;
    const name = declarationOn(text, language);
    if (name !== null) names.push(name);
  }
  return names.length === 0 ? null : names.toReversed().join('.');
}

function declarationOn(text: string, language: Language): string | null {
  const trimmed = text.trim().slice(0, MAX_WIDTH);
  if (/^(?:\/\/|\/\*|\*|#|--|;)/.test(trimmed)) return null;
  for (const declaration of language.declarations) {
    const found = declaration.exec(trimmed);
    if (found !== null) return found.slice(1).filter(Boolean).join('.');
  }
  return null;
}

function indentation(text: string): number {
  let width = 0;
  for (const char of text) {
    if (char === ' ') width += 1;
    else if (char === '\t') width += TAB_WIDTH;
    else break;
  }
  return width;
}

export interface ScannedLine {
  readonly line: number;
  readonly marker: string;
  readonly kind: 'note' | 'mention';
  readonly text: string;
  /** All that a note says, over the lines of its comment. */
  readonly words: string;
  /** The code that a note with at most one word stands at; `null` where it has more. */
  readonly code: string | null;
  readonly issues: readonly string[];
  readonly symbol: string | null;
  readonly context: readonly string[];
  /** In a comment, where a key may be put without changing what the file does or shows. */
  readonly comment: boolean;
}

export interface ScannedBlob {
  readonly binary: boolean;
  /** Says of itself that a program made it, or that it is a copy of a library. */
  readonly generated: boolean;
  readonly lines: readonly ScannedLine[];
  /** How many lines hold a marker. */
  readonly marked: number;
}

export interface BlobToScan {
  readonly path: string;
  readonly blob: string;
  readonly size: number;
  /** `.gitattributes` says that it is text, whatever is in it. */
  readonly text: boolean;
  /** Whether it counts that it says of itself that a program made it. */
  readonly mayBeGenerated: boolean;
  /** Of no concern: `lines` stays empty. */
  readonly counted: boolean;
}

/** Where git itself stops telling text from binary (core.bigFileThreshold). */
const MAX_BLOB_BYTES = 512_000_000;
/** As many bytes as git looks at for a NUL. */
const SNIFFED_BYTES = 8_000;
const CONTEXT_LINES = 2;
const MAX_CONTEXT_WIDTH = 300;
export const NOTHING: ScannedBlob = { binary: false, generated: false, lines: [], marked: 0 };
const BINARY: ScannedBlob = { ...NOTHING, binary: true };

/** The same content reads differently in another language, which the ending tells. */
export function scanKey(file: BlobToScan): string {
  if (file.counted) return `${file.blob} counted${file.text ? ' text' : ''}`;
  const ending = posix.extname(file.path).toLowerCase();
  return `${file.blob}${ending}${file.text ? ' text' : ''}${file.mayBeGenerated ? '' : ' own'}`;
}

/** By `scanKey`, all of `files`; `known` is what an earlier sweep gave. */
export async function scanBlobs(
  context: GitContext,
  {
    files,
    markers,
    known,
  }: {
    readonly files: readonly BlobToScan[];
    readonly markers: readonly string[];
    readonly known: ReadonlyMap<string, ScannedBlob>;
  },
): Promise<ReadonlyMap<string, ScannedBlob>> {
  const scans = new Map<string, ScannedBlob>();
  const unread = new Map<string, Map<string, BlobToScan>>();
  for (const file of files) {
    const key = scanKey(file);
    const cached = file.size > MAX_BLOB_BYTES ? BINARY : known.get(key);
    if (cached === undefined) {
      const uses = unread.get(file.blob) ?? new Map<string, BlobToScan>();
      unread.set(file.blob, uses.set(key, file));
    } else scans.set(key, cached);
  }
  const requests = [...unread].map(([blob, uses]) => ({
    blob,
    size: [...uses.values()][0]?.size ?? 0,
  }));
  const scanner = markerScanner(markers);
  const comments = await commentFinder(
    [...unread.values()].flatMap((uses) =>
      [...uses.values()].flatMap(({ path, counted }) => (counted ? [] : [path])),
    ),
  );
  await readBlobs(context, requests, (blob, content) => {
    for (const [key, file] of unread.get(blob) ?? []) {
      scans.set(key, scanContent(content, { file, markers, scanner, comments }));
    }
  });
  return scans;
}

function scanContent(
  content: Buffer,
  {
    file,
    markers,
    scanner,
    comments,
  }: {
    readonly file: BlobToScan;
    readonly markers: readonly string[];
    readonly scanner: MarkerScanner;
    readonly comments: CommentFinder;
  },
): ScannedBlob {
  if (!file.text && content.subarray(0, SNIFFED_BYTES).includes(0)) return BINARY;
  const head = content.toString('utf8', 0, SNIFFED_BYTES);
  const generated = hasGeneratedHeader(head) || isLibraryCopy(head);
  if (!markers.some((marker) => content.includes(marker))) {
    return generated ? { ...NOTHING, generated } : NOTHING;
  }
  const text = content.toString('utf8').replace(/^\uFEFF/, '');
  if (file.counted || isMinified(text) || (file.mayBeGenerated && isBuilt(text))) {
    const marked = scanner(text, { kind: 'unknown' }).length;
    return { ...NOTHING, generated: !file.counted, marked };
  }
  const places = placesIn(file.path, comments.find(file.path, text));
  const kind = proseKindOf(file.path);
  const found = kind === null ? scanner(text, places) : scanProse(scanner, text, { kind, places });
  if (found.length === 0) return { ...NOTHING, generated };
  const rows = text.split('\n').map((row) => row.replace(/\r$/, ''));
  const starts = startsOf(text);
  const language: Language | null = languageOf(nameWithKind(file.path, text));
  return {
    binary: false,
    generated,
    marked: found.length,
    lines: found.map(({ line, marker, kind, text, keyed, comment, shown }) => ({
      line,
      comment: comment && !shown,
      marker,
      kind,
      text,
      ...(kind === 'note'
        ? formatNote({
            rows,
            starts,
            spans: spansFor(comment, places),
            prose: places.kind === 'prose',
            line,
            text,
          })
        : { words: text, code: null }),
      issues: kind === 'note' ? findIssueKeys(keyed) : [],
      symbol: kind === 'note' ? enclosingSymbol(rows, line, language) : null,
      context: kind === 'note' ? contextOf(rows, line) : [],
    })),
  };
}

function placesIn(path: string, comments: SourceComments | null): NotePlaces {
  if (PROSE.test(path)) return { kind: 'prose', spans: comments?.spans ?? [] };
  return comments === null ? { kind: 'unknown' } : { kind: 'comments', spans: comments.spans };
}

/** Offset of each line. */
function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function spansFor(comment: boolean, places: NotePlaces): readonly Span[] | null {
  return comment && places.kind !== 'unknown' ? places.spans : null;
}

/** The line with up to two before and after it. */
function contextOf(rows: readonly string[], line: number): readonly string[] {
  return rows
    .slice(Math.max(0, line - 1 - CONTEXT_LINES), line + CONTEXT_LINES)
    .map((row) => clip(row, MAX_CONTEXT_WIDTH));
}

/** Looks through the contents of files, each distinct content once, and not at all when the cache knows it. */
import type { Buffer } from 'node:buffer';

import { readBlobs } from '../../git/cat-file.ts';
import type { GitContext } from '../../git/run-git.ts';
import { findIssueKeys } from '../issue-keys.ts';
import { enclosingSymbol } from './enclosing-symbol.ts';
import { hasGeneratedHeader } from './foreign-files.ts';
import { languageOf, type Language } from './languages.ts';
import { clip, markerScanner, scanMarkdown, type MarkerScanner } from './marker-lines.ts';

export interface ScannedLine {
  readonly line: number;
  readonly marker: string;
  readonly kind: 'note' | 'mention';
  readonly text: string;
  readonly issues: readonly string[];
  readonly symbol: string | null;
  readonly context: readonly string[];
}

export interface ScannedBlob {
  readonly binary: boolean;
  /** Says of itself that a program made it. */
  readonly generated: boolean;
  readonly lines: readonly ScannedLine[];
}

export interface BlobToScan {
  readonly path: string;
  readonly blob: string;
  readonly size: number;
  /** `.gitattributes` says that it is text, whatever is in it. */
  readonly text: boolean;
}

/** Where git itself stops telling text from binary (core.bigFileThreshold). */
const MAX_BLOB_BYTES = 512_000_000;
/** As many bytes as git looks at for a NUL. */
const SNIFFED_BYTES = 8_000;
const CONTEXT_LINES = 2;
const MAX_CONTEXT_WIDTH = 300;
const NOTHING: ScannedBlob = { binary: false, generated: false, lines: [] };
const BINARY: ScannedBlob = { binary: true, generated: false, lines: [] };

/** The same content reads differently in another language, so both make the key. */
export function scanKey(file: BlobToScan): string {
  return `${file.blob}.${languageOf(file.path)?.id ?? ''}${isMarkdown(file) ? 'md' : ''}${file.text ? '.text' : ''}`;
}

function isMarkdown({ path }: BlobToScan): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path);
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
  await readBlobs(context, requests, (blob, content) => {
    for (const [key, file] of unread.get(blob) ?? []) {
      scans.set(key, scanContent(content, { file, markers, scanner }));
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
  }: {
    readonly file: BlobToScan;
    readonly markers: readonly string[];
    readonly scanner: MarkerScanner;
  },
): ScannedBlob {
  if (!file.text && content.subarray(0, SNIFFED_BYTES).includes(0)) return BINARY;
  const generated = hasGeneratedHeader(content.toString('utf8', 0, SNIFFED_BYTES));
  if (!markers.some((marker) => content.includes(marker))) {
    return generated ? { ...NOTHING, generated } : NOTHING;
  }
  const text = content.toString('utf8').replace(/^\uFEFF/, '');
  const found = isMarkdown(file) ? scanMarkdown(scanner, text) : scanner(text);
  if (found.length === 0) return { ...NOTHING, generated };
  const rows = text.split('\n').map((row) => row.replace(/\r$/, ''));
  const language: Language | null = languageOf(file.path);
  return {
    binary: false,
    generated,
    lines: found.map(({ line, marker, kind, text, keyed }) => ({
      line,
      marker,
      kind,
      text,
      issues: kind === 'note' ? findIssueKeys(keyed) : [],
      symbol: kind === 'note' ? enclosingSymbol(rows, line, language) : null,
      context: kind === 'note' ? contextOf(rows, line) : [],
    })),
  };
}

/** The line with up to two before and after it. */
function contextOf(rows: readonly string[], line: number): readonly string[] {
  return rows
    .slice(Math.max(0, line - 1 - CONTEXT_LINES), line + CONTEXT_LINES)
    .map((row) => clip(row, MAX_CONTEXT_WIDTH));
}

/** The difference between two contents, a piece at a time: a large one is never held in memory as a whole. */
import type { Buffer } from 'node:buffer';

import { streamGit, type GitProgram } from './stream-git.ts';

export interface BlobDiffRequest {
  /** `null`: it is not there. */
  readonly old: string | null;
  readonly new: string | null;
  /** Unchanged lines around a change. */
  readonly around: number;
  /** Lines of the diff to pass over, and to give at most. */
  readonly skip: number;
  readonly most: number;
}

/** Of a longer line only the beginning is kept. */
const MOST_CHARACTERS = 2_000;
/** `binary`: one of them is not text. Starts no program that attributes or settings name. Throws `failed` / `git-failed` for a blob that is not there. */
export async function diffBlobs(
  repository: Omit<GitProgram, 'argv'>,
  request: BlobDiffRequest,
): Promise<DiffPage | 'binary'> {
  const { old, new: made } = request;
  // Git compares no content with one that it does not hold, be it the empty one.
  if (old === null || made === null) return wholeBlob(repository, request);
  const reader = hunkReader(request);
  const lines = lineReader((line) => reader.take(line));
  await streamGit({
    ...repository,
    argv: [
      'git',
      'diff',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--inter-hunk-context=0',
      '--src-prefix=a/',
      '--dst-prefix=b/',
      `-U${request.around}`,
      old,
      made,
      '--',
    ],
    verb: 'diff',
    take: (piece) => lines.push(piece),
  });
  lines.end();
  return reader.end();
}

/** All of its lines came, or went. */
async function wholeBlob(
  repository: Omit<GitProgram, 'argv'>,
  { old, new: made, skip, most }: BlobDiffRequest,
): Promise<DiffPage | 'binary'> {
  const kind = old === null ? 'added' : 'removed';
  const lines: DiffLine[] = [];
  const read = { bytes: 0, seen: 0, binary: false, more: false, last: 10 };
  const take = (whole: string): boolean => {
    read.seen += 1;
    if (read.seen <= skip) return true;
    read.more = lines.length >= most;
    if (!read.more) lines.push(lineOf(whole, { kind, old: read.seen, new: read.seen }));
    return !read.more;
  };
  const reader = lineReader(take);
  const blob = old ?? made;
  if (blob === null) return { kind: 'text', hunks: [], next: null };
  await streamGit({
    ...repository,
    argv: ['git', 'cat-file', 'blob', blob],
    verb: 'cat-file',
    take: (piece) => {
      // As git tells it: a zero among the first bytes.
      read.binary ||= piece.subarray(0, Math.max(0, LOOKED_AT - read.bytes)).includes(0);
      read.bytes += piece.length;
      read.last = piece.at(-1) ?? read.last;
      return !read.binary && reader.push(piece);
    },
  });
  if (read.binary) return 'binary';
  reader.end();
  const last = lines.at(-1);
  if (last !== undefined && !read.more && read.last !== 10)
    lines.splice(-1, 1, { ...last, unended: true });
  const next = read.more ? skip + most : null;
  return { kind: 'text', hunks: lines.length === 0 ? [] : [{ section: '', lines }], next };
}

const LOOKED_AT = 8_000;

interface MadeHunk {
  readonly section: string;
  readonly lines: DiffLine[];
}

function hunkReader({ skip, most }: BlobDiffRequest): {
  readonly take: (line: string) => boolean;
  readonly end: () => DiffPage | 'binary';
} {
  const hunks: MadeHunk[] = [];
  const at = { old: 0, new: 0, seen: 0, section: '', inside: false, fresh: false };
  let binary = false;
  let more = false;
  const take = (line: string): boolean => {
    const header = HUNK.exec(line);
    if (header !== null) {
      at.inside = true;
      at.fresh = true;
      at.old = Number(header[1]);
      at.new = Number(header[2]);
      at.section = (header[3] ?? '').slice(0, 200);
      return true;
    }
    if (!at.inside) {
      binary ||= line.startsWith('Binary files ');
      return true;
    }
    if (line.startsWith('\\')) {
      markUnended(hunks);
      return true;
    }
    const made = toLine(line, at);
    at.seen += 1;
    if (at.seen <= skip) return true;
    if (at.seen > skip + most) {
      more = true;
      return false;
    }
    if (at.fresh || hunks.length === 0) hunks.push({ section: at.section, lines: [] });
    at.fresh = false;
    hunks.at(-1)?.lines.push(made);
    return true;
  };
  const end = (): DiffPage | 'binary' =>
    binary ? 'binary' : { kind: 'text', hunks, next: more ? skip + most : null };
  return { take, end };
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?([^]*)$/;

function toLine(line: string, at: { old: number; new: number }): DiffLine {
  const kind = KINDS[line.charAt(0)] ?? 'same';
  const made = lineOf(line.slice(1), { kind, ...at });
  if (kind !== 'added') at.old += 1;
  if (kind !== 'removed') at.new += 1;
  return made;
}

function lineOf(
  whole: string,
  {
    kind,
    old,
    new: made,
  }: { readonly kind: DiffLine['kind']; readonly old: number; readonly new: number },
): DiffLine {
  return {
    kind,
    text: whole.slice(0, MOST_CHARACTERS),
    cut: Math.max(0, whole.length - MOST_CHARACTERS),
    old: kind === 'added' ? null : old,
    new: kind === 'removed' ? null : made,
    unended: false,
  };
}

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed' };

function markUnended(hunks: readonly MadeHunk[]): void {
  const lines: DiffLine[] | undefined = hunks.at(-1)?.lines;
  const last = lines?.pop();
  if (last !== undefined) lines?.push({ ...last, unended: true });
}

/** A line may be as long as its file: of such a one the beginning is kept, and its length. */
function lineReader(take: (line: string) => boolean): {
  readonly push: (piece: Buffer) => boolean;
  readonly end: () => void;
} {
  let kept = '';
  let stopped = false;
  const decoder = new TextDecoder();
  return {
    push(piece) {
      const parts = `${kept}${decoder.decode(piece, { stream: true })}`.split('\n');
      kept = parts.pop() ?? '';
      stopped = !parts.every(take);
      return !stopped;
    },
    end() {
      if (!stopped && kept !== '') take(kept);
    },
  };
}

// What differs between two contents of one file, as hunks. Pure data; texts are hostile.

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** Without its line end; cut where it is very long. */
  readonly text: string;
  /** Characters that were cut off. */
  readonly cut: number;
  /** From 1, in the old and in the new content; `null`: it is not there. */
  readonly old: number | null;
  readonly new: number | null;
  /** It is the last one, and nothing ends it. */
  readonly unended: boolean;
}

export interface DiffHunk {
  /** What git found above it: the function that it is in. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

/** A piece of the difference between two texts. */
export interface DiffPage {
  readonly kind: 'text';
  readonly hunks: readonly DiffHunk[];
  /** Lines of the diff to pass over for the next piece; `null`: there is none. */
  readonly next: number | null;
}

export type FileDiff =
  | DiffPage
  /** Not text; bytes of each side, `null`: it is not there. */
  | { readonly kind: 'binary'; readonly old: number | null; readonly new: number | null }
  /** Where the link leads. */
  | { readonly kind: 'link'; readonly old: string | null; readonly new: string | null }
  /** The commits of another repository. */
  | { readonly kind: 'submodule'; readonly old: string | null; readonly new: string | null }
  /** Too many bytes to be shown. */
  | { readonly kind: 'large'; readonly bytes: number }
  /** Its contents are the same: only its name or its mode changed. */
  | { readonly kind: 'same' };

/** A file that differs between two commits. */
export interface ChangedFile {
  readonly path: string;
  /** Of a rename; else `null`. */
  readonly from: string | null;
  readonly status: 'added' | 'changed' | 'deleted' | 'renamed';
  /** `null`: not text. */
  readonly insertions: number | null;
  readonly deletions: number | null;
  /** `null`: it is not there. */
  readonly oldBlob: string | null;
  readonly newBlob: string | null;
  /** Octal; `120000` is a link, `160000` a submodule, `000000`: it is not there. */
  readonly oldMode: string;
  readonly newMode: string;
}

/** The difference between two contents, a piece at a time: nobody holds the whole of a large one. */
import type { Buffer } from 'node:buffer';

import type { DiffLine, DiffPage } from '../domain/review/file-diff.ts';
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
/** git knows the empty content by its id, also where no repository holds it. */
const EMPTY = {
  40: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  64: '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
} as const;

/** `binary`: one of them is not text. Starts no program that attributes or settings name. Throws `failed` / `git-failed` for a blob that is not there. */
export async function diffBlobs(
  repository: Omit<GitProgram, 'argv'>,
  request: BlobDiffRequest,
): Promise<DiffPage | 'binary'> {
  const long = (request.old ?? request.new ?? '').length === 64;
  const empty = long ? EMPTY[64] : EMPTY[40];
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
      request.old ?? empty,
      request.new ?? empty,
      '--',
    ],
    verb: 'diff',
    take: (piece) => lines.push(piece),
  });
  lines.end();
  return reader.end();
}

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
  const whole = line.slice(1);
  const made: DiffLine = {
    kind,
    text: whole.slice(0, MOST_CHARACTERS),
    cut: Math.max(0, whole.length - MOST_CHARACTERS),
    old: kind === 'added' ? null : at.old,
    new: kind === 'removed' ? null : at.new,
    unended: false,
  };
  if (kind !== 'added') at.old += 1;
  if (kind !== 'removed') at.new += 1;
  return made;
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

/**
 * When and by whom each note was written, unless the cache still holds. What cannot be dated is left out, and asked
 * again the next night: the older contents may be there by then.
 */
import { join } from 'node:path';

import { commitAuthors, type CommitAuthor } from '../../git/commit-facts.ts';
import { listCommitsBetween } from '../../git/log-range.ts';
import type { MainLine } from '../../git/mainline-changes.ts';
import { writeText } from '../../platform/files.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { BaseView } from './base-view.ts';
import { findOrigins, type KeptOrigins } from './find-origins.ts';
import type { BlamedFile, BlamedLine, SweepCache } from './sweep-cache.ts';

/** After so many commits the cache is not what saves time. */
const MOST_ADDED = 100_000;

export interface FileToDate {
  readonly path: string;
  readonly blob: string;
  /** 1-based. */
  readonly lines: readonly number[];
}

export interface DateRequest {
  readonly base: CommitSha;
  readonly ignored: readonly string[];
  readonly signature: string;
  readonly files: readonly FileToDate[];
  readonly cache: SweepCache | null;
  /** From the base of the cache to this one. */
  readonly line: MainLine;
  readonly progress: (text: string) => void;
}

/** By path. */
export async function dateNotes(
  view: BaseView,
  request: DateRequest,
): Promise<ReadonlyMap<string, BlamedFile>> {
  const kept = await stillTrue(view, request);
  const dated = new Map<string, BlamedFile>();
  const open: FileToDate[] = [];
  for (const file of request.files) {
    const known = kept.files.get(file.path);
    const isSame = !kept.touched.has(file.path);
    if (known !== undefined && isSame && holdsAll(known, file)) dated.set(file.path, known);
    else open.push(file);
  }
  const asked = { ...request, files: open, kept: originsIn(kept), known: authorsIn(kept) };
  for (const [path, file] of await dateFiles(view, asked)) dated.set(path, file);
  return dated;
}

function holdsAll(kept: BlamedFile, { blob, lines }: FileToDate): boolean {
  const known = new Set(kept.lines.map(([line]) => line));
  return kept.blob === blob && lines.every((line) => known.has(line));
}

async function dateFiles(
  view: BaseView,
  {
    base,
    ignored,
    files,
    kept,
    known: authors,
    progress,
  }: Pick<DateRequest, 'base' | 'ignored' | 'files' | 'progress'> & {
    readonly kept: KeptOrigins | null;
    readonly known: Map<string, CommitAuthor>;
  },
): Promise<ReadonlyMap<string, BlamedFile>> {
  const ignoreRevsFile = join(view.folder, 'ignored');
  await writeText(ignoreRevsFile, ignored.map((rev) => `${rev}\n`).join(''));
  const total = countLines(files);
  const dates = new Map<string, Map<number, BlamedLine>>();
  if (total > 0) progress(`0 of ${digits(total)} notes dated`);
  let open = files;
  for (const context of [view.context, view.lender]) {
    const before = total - countLines(open);
    const origins = await findOrigins(context, {
      base,
      files: open,
      ignored: new Set(ignored),
      ignoreRevsFile,
      kept,
      progress: (count) => progress(`${digits(before + count)} of ${digits(total)} notes dated`),
    });
    const commits = origins.flatMap(({ commit }) => (authors.has(commit) ? [] : [commit]));
    for (const [commit, one] of await commitAuthors(context, { commits, base }))
      authors.set(commit, one);
    for (const { path, line, commit, unsettled } of origins) {
      const author = authors.get(commit);
      const lines = dates.get(path) ?? new Map<number, BlamedLine>();
      if (author !== undefined) dates.set(path, lines.set(line, { commit, unsettled, ...author }));
    }
    open = open.flatMap((file) => {
      const lines = file.lines.filter((line) => dates.get(file.path)?.has(line) !== true);
      return lines.length === 0 ? [] : [{ ...file, lines }];
    });
  }
  return new Map(
    files.flatMap(({ path, blob }) => {
      const lines = dates.get(path);
      return lines === undefined ? [] : [[path, { blob, lines: [...lines] }]];
    }),
  );
}

function countLines(files: readonly FileToDate[]): number {
  return files.reduce((sum, { lines }) => sum + lines.length, 0);
}

function digits(count: number): string {
  return count.toLocaleString('en-US');
}

interface KeptAges {
  /** The commit that they were counted at; `null`: there are none. */
  readonly base: CommitSha | null;
  readonly files: ReadonlyMap<string, BlamedFile>;
  /** Paths that a later step of the main line touched. */
  readonly touched: ReadonlySet<string>;
}

/** The lines of a file that changed since end their way at the commit that the ages were counted at. */
function originsIn({ base, files }: KeptAges): KeptOrigins | null {
  if (base === null) return null;
  const byPath = new Map<string, ReadonlyMap<number, BlamedLine>>();
  return {
    commit: base,
    find: (path, line) => {
      const lines = byPath.get(path) ?? new Map(files.get(path)?.lines);
      byPath.set(path, lines);
      const found = lines.get(line);
      return found && { commit: found.commit, unsettled: found.unsettled };
    },
  };
}

function authorsIn({ files }: KeptAges): Map<string, CommitAuthor> {
  const authors = new Map<string, CommitAuthor>();
  for (const { lines } of files.values())
    for (const [, { commit, author, time }] of lines) authors.set(commit, { author, time });
  return authors;
}

/**
 * The ages counted at an earlier base that hold at this one. Blame goes to the first parent whole where the file
 * is the same there; so what it said at a commit of our main line stands for every path that no later step of
 * that line touched, provided that it is to look through the same older commits.
 */
async function stillTrue(
  view: BaseView,
  { base, ignored, signature, cache, line }: DateRequest,
): Promise<KeptAges> {
  const nothing: KeptAges = { base: null, files: new Map(), touched: new Set() };
  if (cache === null || cache.signature !== signature || line.kind === 'apart') return nothing;
  const now = new Set(ignored);
  const before = new Set(cache.ignored);
  const others = ignored.filter((rev) => !before.has(rev));
  if (cache.ignored.some((rev) => !now.has(rev))) return nothing;
  if (others.length > 0) {
    const added = new Set<string>(
      await listCommitsBetween(view.context, { from: cache.base, to: base, most: MOST_ADDED }),
    );
    if (others.some((rev) => !added.has(rev))) return nothing;
  }
  return { base: cache.base, files: new Map(cache.blames), touched: line.touched };
}

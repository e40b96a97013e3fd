/**
 * When and by whom each note was written, unless the cache still holds. What cannot be dated is left out, and asked
 * again the next night: the older contents may be there by then.
 */
import { join } from 'node:path';

import { commitAuthors } from '../../git/commit-authors.ts';
import { firstParentChanges } from '../../git/first-parent-changes.ts';
import { writeText } from '../../platform/files.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { BaseView } from './base-view.ts';
import { findOrigins } from './find-origins.ts';
import type { BlamedFile, BlamedLine, SweepCache } from './sweep-cache.ts';

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
  readonly progress: (text: string) => void;
}

/** By path. */
export async function dateNotes(
  view: BaseView,
  request: DateRequest,
): Promise<ReadonlyMap<string, BlamedFile>> {
  const known = await stillTrue(view, request);
  const dated = new Map<string, BlamedFile>();
  const open: FileToDate[] = [];
  for (const file of request.files) {
    const kept = known.get(file.path);
    if (kept !== undefined && holdsAll(kept, file)) dated.set(file.path, kept);
    else open.push(file);
  }
  for (const [path, file] of await dateFiles(view, request, open)) dated.set(path, file);
  return dated;
}

function holdsAll(kept: BlamedFile, { blob, lines }: FileToDate): boolean {
  const known = new Set(kept.lines.map(([line]) => line));
  return kept.blob === blob && lines.every((line) => known.has(line));
}

async function dateFiles(
  view: BaseView,
  { base, ignored, progress }: DateRequest,
  files: readonly FileToDate[],
): Promise<ReadonlyMap<string, BlamedFile>> {
  const ignoreRevsFile = join(view.folder, 'ignored');
  await writeText(ignoreRevsFile, ignored.map((rev) => `${rev}\n`).join(''));
  const total = countLines(files);
  const dates = new Map<string, Map<number, BlamedLine>>();
  if (total > 0) progress(`0 of ${digits(total)} notes dated`);
  let open = files;
  for (const context of [view.context, view.lender]) {
    const known = total - countLines(open);
    const origins = await findOrigins(context, {
      base,
      files: open,
      ignored: new Set(ignored),
      ignoreRevsFile,
      progress: (count) => progress(`${digits(known + count)} of ${digits(total)} notes dated`),
    });
    const commits = origins.map(({ commit }) => commit);
    const authors = await commitAuthors(context, { commits, base });
    for (const { path, line, commit } of origins) {
      const author = authors.get(commit);
      const lines = dates.get(path) ?? new Map<number, BlamedLine>();
      if (author !== undefined) dates.set(path, lines.set(line, { commit, ...author }));
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

/**
 * The ages counted at an earlier base that hold at this one. Blame goes to the first parent whole where the file
 * is the same there; so what it said at a commit of our main line stands for every path that no later step of
 * that line touched, provided that it is to look through the same older commits.
 */
async function stillTrue(
  view: BaseView,
  { base, ignored, signature, cache }: DateRequest,
): Promise<ReadonlyMap<string, BlamedFile>> {
  const nothing = new Map<string, BlamedFile>();
  if (cache === null || cache.signature !== signature) return nothing;
  const line = await firstParentChanges(view.context, cache.base, base);
  if (line.kind === 'apart') return nothing;
  const before = new Set(cache.ignored);
  const now = new Set(ignored);
  const sameOlder =
    cache.ignored.every((rev) => now.has(rev)) &&
    ignored.every((rev) => before.has(rev) || line.added.has(rev));
  if (!sameOlder) return nothing;
  return new Map(cache.blames.filter(([path]) => !line.touched.has(path)));
}

/**
 * When and by whom each note was written: blame, one process a file, unless the cache still holds. What cannot be
 * dated is left out, and not kept for the next night: the older contents may be there by then.
 */
import { join } from 'node:path';

import type { CommitSha } from '../../domain/ids.ts';
import { blameFile } from '../../git/blame.ts';
import { firstParentChanges } from '../../git/first-parent-changes.ts';
import { writeText } from '../../platform/files.ts';
import type { BaseView } from './base-view.ts';
import type { BlamedFile, SweepCache } from './sweep-cache.ts';

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
  progress(text: string): void;
}

/** git processes at once: blame is bound by one core each, and others want to work too. */
const PROCESSES = 3;

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
    if (kept?.blob === file.blob) dated.set(file.path, kept);
    else open.push(file);
  }
  const ignoreRevsFile = join(view.folder, 'ignored');
  await writeText(ignoreRevsFile, request.ignored.map((rev) => `${rev}\n`).join(''));
  const queue = open.entries();
  const work = async (): Promise<void> => {
    for (const [index, file] of queue) {
      request.progress(`dating the notes of file ${index + 1} of ${open.length}`);
      const blamed = await blameNotes(view, { file, base: request.base, ignoreRevsFile });
      if (blamed !== null) dated.set(file.path, blamed);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  return dated;
}

async function blameNotes(
  view: BaseView,
  {
    file,
    base,
    ignoreRevsFile,
  }: {
    readonly file: FileToDate;
    readonly base: CommitSha;
    readonly ignoreRevsFile: string;
  },
): Promise<BlamedFile | null> {
  const { path, blob } = file;
  // A name that is not UTF-8 cannot be handed to git: its notes stay undated, a lower bound of zero.
  if (path.includes('\uFFFD')) return null;
  const question = { commit: base, path, ignoreRevsFile };
  const blamed =
    (await blameFile(view.context, question)) ?? (await blameFile(view.lender, question));
  if (blamed === null) return null;
  return {
    blob,
    lines: file.lines.flatMap((line) => {
      const found = blamed.get(line);
      return found === undefined ? [] : [[line, found] as const];
    }),
  };
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

/**
 * `todos`: notes to do in the tracked text of the base commit, with their age and author.
 *
 * Everything is read from the base commit, never from the working tree. What counts as a note is written in
 * `marker-lines.ts`; whose files are left out, in `foreign-files.ts`; when the cache holds, in `date-notes.ts`.
 * `items`, `younger`, `mentions` and `leftOutLines` together are the lines that `git grep -nIw` finds.
 */
import { listTree, type TreeFile } from '../../git/ls-tree.ts';
import { firstParentChanges, type MainLine } from '../../git/mainline-changes.ts';
import { sha256 } from '../../platform/hash.ts';
import type { TodoFact, TodosFacts } from '../../words/facts.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { CollectRequest } from '../contract.ts';
import { type BaseView, withBaseView } from './base-view.ts';
import { type CandidateFile, chooseFiles, type TodosRule } from './choose-files.ts';
import { dateNotes, type FileToDate } from './date-notes.ts';
import { findIgnoredCommits } from './find-origins.ts';
import { judgeNotes } from './judge-notes.ts';
import { clip } from './marker-lines.ts';
import { linkedIssues, ownTracker } from './own-tracker.ts';
import { scanBlobs, scanKey, type ScannedBlob, type ScannedLine } from './scan-blobs.ts';
import {
  type BlamedFile,
  readSweepCache,
  type SweepCache,
  sweepCachePath,
  writeSweepCache,
} from './sweep-cache.ts';

/**
 * What makes a note the same one tomorrow: path, symbol, marker and words, and its order among twins; not its
 * line. Case, blanks and the parentheses behind the marker do not count, so that `TODO: fix` may become
 * `TODO(RM-3): fix` and stay itself. Pure.
 */
interface FingerprintParts {
  readonly path: string;
  readonly symbol: string | null;
  readonly marker: string;
  readonly text: string;
}

/** sha256 in hex, or the like. */
type Hash = (text: string) => string;

/** One a note, in order; `notes` are those of one file from its top down. */
function todoFingerprints(notes: readonly FingerprintParts[], hash: Hash): readonly string[] {
  const seen = new Map<string, number>();
  return notes.map(({ path, symbol, marker, text }) => {
    const same = JSON.stringify([path, symbol, marker.toLowerCase(), normalized(text)]);
    const order = seen.get(same) ?? 0;
    seen.set(same, order + 1);
    return hash(`${same}${order}`).slice(0, 40);
  });
}

function normalized(text: string): string {
  return text
    .replace(/^\([^()]*\)/, '')
    .replace(/^[\s:\-–—,.]+/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Listed of items, of younger notes and of mentions, each; `truncated` counts the notes that are not listed. */
const MAX_LISTED = 5_000;
const DAY_MS = 86_400_000;
const MAX_MENTION = 200;

interface ScannedFile {
  readonly file: CandidateFile;
  readonly scan: ScannedBlob;
}

export async function collectTodos(request: CollectRequest<TodosRule>): Promise<TodosFacts> {
  return withBaseView(request, (view) => sweep(view, request));
}

async function sweep(view: BaseView, request: CollectRequest<TodosRule>): Promise<TodosFacts> {
  const { rule, base, cacheFolder } = request;
  request.progress('listing files');
  const cachePath = sweepCachePath(cacheFolder, [rule.markers, rule.paths, rule.exclude]);
  const [tree, earlier] = await Promise.all([
    listTree(view.context, base),
    readEarlier(view, { base, cachePath }),
  ]);
  const chosen = await chooseFiles(view.context, { base, rule, tree });
  request.progress(`reading ${chosen.files.length} files`);
  const known = earlier.line.kind === 'forward' ? earlier.cache : null;
  const [scans, { all: ignored, said }] = await Promise.all([
    scanBlobs(view.context, {
      files: chosen.files,
      markers: rule.markers,
      known: earlier.cache?.scans ?? new Map(),
    }),
    findIgnoredCommits(view.context, { base, files: tree, known }),
  ]);
  const scanned = chosen.files.flatMap((file) => {
    const scan = scans.get(scanKey(file));
    return scan === undefined ? [] : [{ file, scan }];
  });
  const looked = scanned.filter((one) => reasonAgainst(one) === null);
  const signature = signatureOf(view, tree.find(({ path }) => path === '.mailmap')?.blob);
  const dates = await dateNotes(view, {
    base,
    ignored,
    signature,
    ...earlier,
    progress: (text) => request.progress(text),
    files: looked.map(toDate).filter(({ lines }) => lines.length > 0),
  });
  const cache = { base, ignored, said, signature, scans, blames: [...dates] };
  const [notes] = await Promise.all([
    judged(view, { request, tree, ignored, looked, dates }),
    writeSweepCache(cachePath, cacheFolder, cache),
  ]);
  return toFacts(request, { looked, ...countLeftOut(scanned, chosen.binary), notes });
}

/** What an earlier sweep kept, and what the main line changed since. */
async function readEarlier(
  { context }: BaseView,
  { base, cachePath }: { readonly base: CommitSha; readonly cachePath: string },
): Promise<{ readonly cache: SweepCache | null; readonly line: MainLine }> {
  const cache = await readSweepCache(cachePath);
  if (cache === null) return { cache, line: { kind: 'apart' } };
  return { cache, line: await firstParentChanges(context, cache.base, base) };
}

/** What a file says of itself counts where its path says nothing. */
function reasonAgainst({ file, scan }: ScannedFile): keyof TodosFacts['leftOut'] | null {
  if (file.foreign !== null) return file.foreign;
  if (scan.binary) return 'binary';
  return file.mayBeGenerated && scan.generated ? 'generated' : null;
}

function countLeftOut(
  scanned: readonly ScannedFile[],
  unread: number,
): Required<Pick<TodosFacts, 'leftOut' | 'leftOutLines'>> {
  const leftOut = { binary: unread, vendored: 0, generated: 0, fixtures: 0 };
  const leftOutLines = { vendored: 0, generated: 0, fixtures: 0 };
  for (const one of scanned) {
    const reason = reasonAgainst(one);
    if (reason === null) continue;
    leftOut[reason] += 1;
    if (reason !== 'binary') leftOutLines[reason] += one.scan.marked;
  }
  return { leftOut, leftOutLines };
}

function signatureOf(view: BaseView, mailmap: string | undefined): string {
  return sha256(JSON.stringify([mailmap ?? null, [...view.shallow].toSorted()]));
}

function toDate({ file, scan }: ScannedFile): FileToDate {
  return {
    path: file.path,
    blob: file.blob,
    lines: scan.lines.filter(({ kind }) => kind === 'note').map(({ line }) => line),
  };
}

interface DatedNote {
  readonly fact: TodoFact;
  readonly ageMs: number;
}

async function judged(
  view: BaseView,
  {
    request,
    looked,
    dates,
    ...rest
  }: {
    readonly request: CollectRequest<TodosRule>;
    readonly tree: readonly TreeFile[];
    readonly ignored: readonly string[];
    readonly looked: readonly ScannedFile[];
    readonly dates: ReadonlyMap<string, BlamedFile>;
  },
): Promise<readonly DatedNote[]> {
  const tracker = await ownTracker(view.lender);
  const notes = looked.flatMap((one) =>
    notesOf(one, dates.get(one.file.path), { view, request, tracker }),
  );
  const judgements = await judgeNotes(view, {
    ...rest,
    base: request.base,
    now: request.now,
    notes: looked.flatMap(({ file, scan }) =>
      scan.lines.filter(({ kind }) => kind === 'note').map((note) => ({ path: file.path, note })),
    ),
  });
  return notes.map(({ fact, ageMs }, index) => ({
    ageMs,
    fact: { ...fact, ...judgements[index] },
  }));
}

function notesOf(
  { file, scan }: ScannedFile,
  dates: BlamedFile | undefined,
  {
    view,
    request,
    tracker,
  }: {
    readonly view: BaseView;
    readonly request: CollectRequest<TodosRule>;
    readonly tracker: string | null;
  },
): readonly DatedNote[] {
  const notes = scan.lines.filter(({ kind }) => kind === 'note');
  const written = new Map(dates?.lines);
  const fingerprints = todoFingerprints(
    notes.map((note) => ({ ...note, path: file.path })),
    sha256,
  );
  return notes.map((note: ScannedLine, index) => {
    const { line, marker, text, symbol, words, context, comment } = note;
    const issues = [...new Set([...note.issues, ...linkedIssues(words, tracker)])];
    const blamed = written.get(line);
    const date = new Date(blamed === undefined ? request.now : blamed.time * 1000);
    const ageMs = Math.max(0, request.now.getTime() - date.getTime());
    const commit = blamed?.commit ?? request.base;
    return {
      ageMs,
      fact: {
        path: file.path,
        line,
        marker,
        text,
        symbol,
        issues,
        context,
        comment,
        commit,
        author: blamed?.author ?? '',
        date: date.toISOString(),
        ageDays: Math.floor(ageMs / DAY_MS),
        fingerprint: fingerprints[index] ?? '',
        ageIsLowerBound: blamed === undefined || view.shallow.has(commit),
        ...(blamed === undefined ? { dated: false as const } : {}),
      },
    };
  });
}

function toFacts(
  { rule }: CollectRequest<TodosRule>,
  {
    looked,
    notes,
    ...counts
  }: {
    readonly looked: readonly ScannedFile[];
    readonly notes: readonly DatedNote[];
  } & Required<Pick<TodosFacts, 'leftOut' | 'leftOutLines'>>,
): TodosFacts {
  const oldestFirst = notes.toSorted(
    (a, b) =>
      compare(a.fact.date, b.fact.date) ||
      compare(a.fact.path, b.fact.path) ||
      a.fact.line - b.fact.line,
  );
  // A note without a date is never taken for young.
  const isItem = ({ ageMs, fact }: DatedNote): boolean =>
    ageMs >= rule.olderThanMs || fact.dated === false;
  const items = oldestFirst.filter(isItem);
  const younger = oldestFirst.filter((note) => !isItem(note));
  const mentions = looked.flatMap(({ file, scan }) =>
    scan.lines
      .filter(({ kind }) => kind === 'mention')
      .map(({ line, text }) => ({ path: file.path, line, text: clip(text, MAX_MENTION) })),
  );
  const cut = [items, younger].map(({ length }) => Math.max(0, length - MAX_LISTED));
  return {
    kind: 'todos',
    items: items.slice(0, MAX_LISTED).map(({ fact }) => fact),
    coverage: { examined: looked.length, found: items.length },
    truncated: cut.reduce((sum, count) => sum + count, 0),
    untrusted: false,
    olderThanDays: rule.olderThanMs / DAY_MS,
    younger: younger.slice(0, MAX_LISTED).map(({ fact }) => fact),
    mentions: mentions.slice(0, MAX_LISTED),
    ...counts,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

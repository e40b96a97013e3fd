/**
 * Many trial merges by one process, with no checkout and no index: `git merge-tree --write-tree`. A merge that conflicts is
 * an answer; one that git cannot do is an error with git's words. Call it in a scratch repository: it writes the trees it
 * makes.
 */
import type { Buffer } from 'node:buffer';

import { runProcess, type ProcessResult } from '../platform/process.ts';
import { AppError } from '../words/errors.ts';
import type { ConflictFile } from '../words/review/change-set.ts';
import { oneLine } from '../words/text.ts';
import { SAFE_CONFIG, type GitContext } from './run-git.ts';

export interface TreeMerge {
  /** Full ids of commits. `ours` is what is merged into. */
  readonly ours: string;
  readonly theirs: string;
}

export type TreeMergeAnswer =
  | { readonly kind: 'clean'; readonly tree: string }
  /** The tree has the marks of conflict in it. Files are sorted; none where git blames no file, as of a split folder. */
  | { readonly kind: 'conflict'; readonly tree: string; readonly files: readonly ConflictFile[] }
  | { readonly kind: 'error'; readonly detail: string };

const ARGS = ['merge-tree', '--write-tree', '--stdin', '-z', '--name-only', '--messages'];
/** What one call is fed, so that no answer is longer than may be held. */
const AT_ONCE = 2_000;
const MOST_BYTES = 400_000_000;
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** A merge takes a millisecond; of a hostile pair it may take for ever. */
const LONGEST_MS = 120_000;

/** In the order of the merges. Throws `git-failed` only when git cannot be started or is cancelled. */
export async function mergeTrees(
  merges: readonly TreeMerge[],
  scratch: GitContext,
): Promise<readonly TreeMergeAnswer[]> {
  const answers: TreeMergeAnswer[] = [];
  while (answers.length < merges.length) {
    const asked = merges.slice(answers.length, answers.length + AT_ONCE);
    const { parsed, stop } = await ask(asked, scratch);
    answers.push(...parsed.map((one, index) => answerOf(one, asked[index])));
    if (parsed.length === asked.length) continue;
    // git ends at the first that it cannot do: that one is told, and the rest is asked again.
    if (stop.kind === 'failed') answers.push({ kind: 'error', detail: stop.why });
    else if (stop.kind === 'slow' || parsed.length === 0) {
      const left = merges.length - answers.length;
      answers.push(
        ...Array.from({ length: left }, () => ({ kind: 'error', detail: SLOW }) as const),
      );
    }
  }
  return answers;
}

const SLOW = `not tried: the merges asked for took longer than ${LONGEST_MS / 1000} s, or said too much`;

interface Asked {
  readonly parsed: readonly ParsedMerge[];
  /** Why not all of them are there. */
  readonly stop:
    | { readonly kind: 'failed'; readonly why: string }
    | { readonly kind: 'slow' | 'full' };
}

async function ask(merges: readonly TreeMerge[], scratch: GitContext): Promise<Asked> {
  const lines = merges.map(({ ours, theirs }) => `${idOf(ours)} ${idOf(theirs)}\n`);
  const end = await runProcess({
    argv: ['git', ...SAFE_CONFIG.flatMap((setting) => ['-c', setting]), ...ARGS],
    cwd: scratch.cwd,
    env: scratch.env,
    stdin: lines.join(''),
    maxBytes: MOST_BYTES,
    timeoutMs: LONGEST_MS,
    ...(scratch.signal === undefined ? {} : { signal: scratch.signal }),
  });
  const stopped = end.startError ?? (end.cancelled ? 'cancelled' : null);
  if (stopped !== null) {
    throw new AppError('failed', {
      code: 'git-failed',
      message: `git merge-tree in ${scratch.cwd} failed: ${stopped}`,
      hint: '',
    });
  }
  const parsed = parseMerges(end.stdout).slice(0, merges.length);
  if (end.tooMuchOutput) return { parsed, stop: { kind: 'full' } };
  if (end.timedOut) return { parsed, stop: { kind: 'slow' } };
  return { parsed, stop: { kind: 'failed', why: wordsOf(end) } };
}

/** The last words of git, which says warnings before. */
function wordsOf({
  stderr,
  exitCode,
  signal,
}: Pick<ProcessResult, 'stderr' | 'exitCode' | 'signal'>): string {
  const said = stderr.split('\n').filter((line) => line.trim() !== '');
  const fatal = said.findLast((line) => line.startsWith('fatal: ')) ?? said.at(-1) ?? '';
  const words = oneLine(fatal.replace(/^(?:fatal|error): /, ''), 300);
  return words === '' ? `git ended with ${exitCode ?? signal ?? 'nothing'}` : words;
}

function answerOf({ clean, tree, files }: ParsedMerge, merge?: TreeMerge): TreeMergeAnswer {
  if (clean) return { kind: 'clean', tree };
  const byPath = new Map<string, ConflictFile>();
  for (const { path, kind } of files) {
    const named = asInTheBranch(path, merge);
    if (!byPath.has(named)) byPath.set(named, { path: named, kind });
  }
  const sorted = [...byPath.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { kind: 'conflict', tree, files: sorted };
}

/** Where one side has a folder of that name, git calls the other side's file `name~side`; sides are told as ids here. */
function asInTheBranch(path: string, merge: TreeMerge | undefined): string {
  const cut = path.lastIndexOf('~');
  if (cut === -1 || merge === undefined) return path;
  const side = path.slice(cut + 1).replace(/_\d+$/, '');
  return side === merge.ours || side === merge.theirs ? path.slice(0, cut) : path;
}

/** What is not an id would be read as something else: a name, an option of the line. */
function idOf(text: string): string {
  if (!ID.test(text)) throw new TypeError(`no full id of a commit: ${JSON.stringify(text)}`);
  return text;
}

// What `git merge-tree --stdin -z --name-only --messages` prints. Pure.
interface ParsedMerge {
  readonly clean: boolean;
  readonly tree: string;
  /** Sorted by path, each once. */
  readonly files: readonly ConflictFile[];
}

interface Message {
  readonly paths: readonly string[];
  /** Stable: `Auto-merging`, `CONFLICT (contents)`. */
  readonly type: string;
}

/**
 * Each merge is: status NUL tree NUL, names of conflicted files each with NUL, NUL, messages, NUL; each message is the
 * number of its paths, the paths, its type and its words, each with NUL. What is cut off at the end is left out.
 */
function parseMerges(output: Buffer): readonly ParsedMerge[] {
  const tokens = output.toString('utf8').split('\0');
  // What follows the last NUL is nothing, or half a token.
  tokens.pop();
  const merges: ParsedMerge[] = [];
  let at = 0;
  const next = (): string | null => tokens[at++] ?? null;
  for (;;) {
    const status = next();
    const tree = next();
    if ((status !== '0' && status !== '1') || tree === null) return merges;
    const names = readNames(next);
    const messages = names === null ? null : readMessages(next);
    if (names === null || messages === null) return merges;
    merges.push({ clean: status === '1', tree, files: filesOf(names, messages) });
  }
}

function readNames(next: () => string | null): readonly string[] | null {
  const names: string[] = [];
  for (;;) {
    const name = next();
    if (name === null) return null;
    if (name === '') return names;
    names.push(name);
  }
}

function readMessages(next: () => string | null): readonly Message[] | null {
  const messages: Message[] = [];
  for (;;) {
    const count = next();
    if (count === null) return null;
    if (count === '') return messages;
    const paths: string[] = [];
    for (let left = Number(count); left > 0; left -= 1) {
      const path = next();
      if (path === null) return null;
      paths.push(path);
    }
    const type = next();
    const words = next();
    if (type === null || words === null) return null;
    messages.push({ paths, type });
  }
}

function filesOf(names: readonly string[], messages: readonly Message[]): readonly ConflictFile[] {
  const kinds = new Map<string, string>();
  for (const { paths, type } of messages) {
    const kind = kindOf(type);
    if (kind === null) continue;
    // The first path is what the message is about, the others are where it came from.
    for (const path of paths) if (!kinds.has(path)) kinds.set(path, kind);
  }
  const files = new Set(names);
  return [...files]
    .map((path) => ({ path, kind: kinds.get(path) ?? 'contents' }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Of a message that tells a conflict: `CONFLICT (modify/delete)`; of submodules git says `Failed to merge submodule`. */
function kindOf(type: string): string | null {
  const named = /^CONFLICT \(([^)]{1,60})\)/.exec(type)?.[1];
  if (named !== undefined) return named;
  return /submodule/.test(type) && !type.startsWith('Auto-merging') ? 'submodule' : null;
}

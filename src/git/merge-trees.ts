/**
 * Many trial merges by one process, with no checkout and no index: `git merge-tree --write-tree`. A merge that conflicts is
 * an answer; one that git cannot do is an error with git's words. Call it in a scratch repository: it writes the trees it
 * makes.
 */
import { runProcess, type ProcessResult } from '../platform/process.ts';
import { AppError } from '../words/errors.ts';
import type { ConflictFile } from '../words/review/change-set.ts';
import { oneLine } from '../words/text.ts';
import { parseMerges, type ParsedMerge } from './parse-merges.ts';
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

/**
 * What the agent changed and did not commit. Plumbing only, with the bridge as repository: `git status`, `git diff`
 * and `git add` would start git inside a nested repository, with that one's settings.
 */
import type { Buffer } from 'node:buffer';
import { join } from 'node:path';

import { tokenReader, utf8OrNull } from '../git/stream-git.ts';
import { type PathFacts, writeText } from '../platform/files.ts';
import { inspectHostile, isReadableNow } from '../platform/hostile-paths.ts';
import { reopenFile } from '../platform/reopen-tree.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { AppError } from '../words/errors.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { bridgeWork, overTheTree } from './bridge.ts';
import { streamEnclosed, isForbiddenName } from './enclosed-git.ts';
import { bridgeGit } from './repository-calls.ts';

/** The limit of entries: a longer list is not a branch, and is not kept in memory. */
const MOST = 300_000;

/**
 * Two lists, each entry ended by a NUL, and an empty entry between them: raw changes of tracked files, then the paths
 * of others. They are made side by side; the second one in a file that may not grow past 256 MB.
 * `read-tree -i`: only entries are compared; that files of the tree differ from them is the point.
 */
const SCRIPT = `
git read-tree -i -m "$1" || exit 70
git update-index -q --refresh --ignore-submodules; [ $? -le 1 ] || exit 71
(ulimit -f 524288; exec git ls-files -z --others --exclude-standard >"$2") & others=$!
git diff-files -z --raw --ignore-submodules=all || exit 72
wait $others || exit 73
printf '\\0'
exec cat -- "$2"
`;

/** @param commit what they are compared with */
export async function listLeftovers(request: WorktreeRequest, commit: string): Promise<Leftovers> {
  const sorter = new LeftoverSorter(request.paths.worktree);
  const entries = new EntryReader(sorter);
  const reader = tokenReader(0, (token) => entries.take(token));
  const answer = await streamEnclosed(request, {
    verb: 'ls-files',
    script: SCRIPT,
    args: [commit, join(bridgeWork(request.paths.bridge), 'others')],
    ...overTheTree(request),
    take: (piece) => reader.push(piece),
  });
  return { ...sorter.result(), tooMany: answer.kind === 'stopped' };
}

/** A raw change is two entries: `:modes ids status`, and the path. */
class EntryReader {
  readonly #sorter: LeftoverSorter;
  #part: 'changes' | 'others' = 'changes';
  #change: string | null = null;
  #count = 0;

  constructor(sorter: LeftoverSorter) {
    this.#sorter = sorter;
  }

  take(token: Buffer): boolean {
    if (this.#part === 'others') this.#add(token);
    else if (this.#change !== null) this.#changed(this.#change, token);
    else if (token.length === 0) this.#part = 'others';
    else this.#change = token.toString('latin1');
    return this.#count <= MOST;
  }

  #changed(change: string, token: Buffer): void {
    const [, newMode = '', , , status = ''] = change.split(' ');
    this.#change = null;
    if (status !== 'D' && newMode !== '160000') {
      this.#add(token);
      return;
    }
    this.#count += 1;
    if (newMode === '160000') this.#sorter.replacedByRepository(nameOf(token));
    this.#sorter.remove(nameOf(token));
  }

  #add(token: Buffer): void {
    this.#count += 1;
    this.#sorter.add(nameOf(token));
  }
}

function nameOf(token: Buffer): { readonly path: string; readonly isText: boolean } {
  const path = utf8OrNull(token);
  return { path: path ?? token.toString('utf8'), isText: path !== null };
}

// Which of the agent's uncommitted files can be committed. Looks at them with lstat only.
export interface Leftovers {
  /** New or changed files and links. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Left out, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** Of each path in `changed`. */
  readonly sizes: ReadonlyMap<string, number>;
  /** For each path in `changed` and `removed`: differs when the file was written again. */
  readonly marks: ReadonlyMap<string, string>;
  /** There are more than anybody counted. */
  readonly tooMany: boolean;
}

export interface FoundName {
  readonly path: string;
  /** Its bytes are UTF-8, so that it can be named to git. */
  readonly isText: boolean;
}

class LeftoverSorter {
  readonly #worktree: string;
  readonly #changed: string[] = [];
  readonly #removed: string[] = [];
  readonly #skipped: { path: string; why: string }[] = [];
  readonly #sizes = new Map<string, number>();
  readonly #marks = new Map<string, string>();

  constructor(worktree: string) {
    this.#worktree = worktree;
  }

  add({ path, isText }: FoundName): void {
    if (path.endsWith('/')) this.#skip(path, 'it is a repository of its own');
    else if (!isText) this.#skip(path, 'its name is not UTF-8');
    else this.#sort(path, inspectHostile(join(this.#worktree, path)));
  }

  remove({ path, isText }: FoundName): void {
    if (isText) this.#removed.push(path);
    else this.#skip(path, 'its name is not UTF-8');
    this.#marks.set(path, 'removed');
  }

  replacedByRepository({ path }: FoundName): void {
    this.#skip(path, 'a repository of its own took its place');
  }

  result(): Omit<Leftovers, 'tooMany'> {
    return {
      changed: this.#changed,
      removed: this.#removed,
      skipped: this.#skipped,
      sizes: this.#sizes,
      marks: this.#marks,
    };
  }

  #sort(path: string, facts: PathFacts | 'unreachable' | null): void {
    const why = this.#obstacle(path, facts);
    if (why !== null || facts === null || facts === 'unreachable') {
      this.#skip(path, why ?? 'it is gone');
      return;
    }
    this.#changed.push(path);
    this.#sizes.set(path, facts.size);
    this.#marks.set(path, `${facts.kind} ${facts.size} ${facts.mtimeMs} ${facts.executable}`);
  }

  #obstacle(path: string, facts: PathFacts | 'unreachable' | null): string | null {
    if (facts === null) return 'it is gone';
    if (facts === 'unreachable') return 'its path is too long';
    if (facts.kind === 'other' || facts.kind === 'folder') return 'it is neither file nor link';
    if (isForbiddenName(path, facts.kind)) return 'git refuses to commit such a name';
    if (facts.kind !== 'file') return null;
    const file = join(this.#worktree, path);
    reopenFile(file);
    return isReadableNow(file) ? null : 'it cannot be read';
  }

  #skip(path: string, why: string): void {
    this.#skipped.push({ path, why });
  }
}

/**
 * Removed first, by name only: a folder above it may be a link by now, which git refuses to look behind.
 * Prints the tree that there is now, and the parent's.
 */
const COMMIT_SCRIPT = `
git update-index --force-remove -z --stdin <"$2" || exit 70
git update-index --add --replace -z --stdin <"$3" || exit 71
git write-tree || exit 72
exec git rev-parse --verify "$1^{tree}"
`;

/** Commits them upon `parent` in the bridge; gives `parent` itself when nothing differs after all. */
export async function commitLeftovers(
  request: WorktreeRequest,
  parent: CommitSha,
  leftovers: Pick<Leftovers, 'changed' | 'removed'>,
): Promise<CommitSha> {
  if (leftovers.changed.length === 0 && leftovers.removed.length === 0) return parent;
  const work = bridgeWork(request.paths.bridge);
  const removed = join(work, 'removed');
  const changed = join(work, 'changed');
  await writeText(removed, nulEnded(leftovers.removed));
  await writeText(changed, nulEnded(leftovers.changed));
  const printed: string[] = [];
  const reader = tokenReader(10, (line) => printed.push(line.toString('latin1')) < 3);
  await streamEnclosed(request, {
    verb: 'update-index',
    script: COMMIT_SCRIPT,
    args: [parent, removed, changed],
    ...overTheTree(request),
    take: (piece) => reader.push(piece),
  });
  const [written = '', before] = printed;
  if (written === before) return parent;
  return commitTree(request, parent, written);
}

async function commitTree(
  request: WorktreeRequest,
  parent: CommitSha,
  tree: string,
): Promise<CommitSha> {
  const { id, routine } = request.spec;
  const stdin = `Keep what ${routine.id} left uncommitted\n\nRoundsman-Run: ${id}\n`;
  // The tree's id comes from where the agent's files are: a tree it is, or this fails.
  const words = ['commit-tree', '-p', parent, isCommitSha(tree) ? tree : 'none'];
  const commit = (await bridgeGit(request)(words, { stdin })).stdout.trim();
  if (isCommitSha(commit)) return commit;
  throw new AppError('internal', {
    code: 'bad-commit',
    message: `git commit-tree gave ${commit}`,
    hint: '',
  });
}

function nulEnded(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

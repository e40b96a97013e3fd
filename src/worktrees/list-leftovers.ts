/**
 * What the agent changed and did not commit. Plumbing only, with the bridge as repository: `git status`, `git diff`
 * and `git add` would start git inside a nested repository, with that one's settings.
 */
import type { Buffer } from 'node:buffer';
import { join } from 'node:path';

import { tokenReader, utf8OrNull } from '../git/token-reader.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { bridgeWork, overTheTree } from './bridge.ts';
import { streamEnclosed } from './enclosed-git.ts';
import { LeftoverSorter, type Leftovers } from './sort-leftovers.ts';

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

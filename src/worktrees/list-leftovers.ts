/**
 * What the agent changed and did not commit. Plumbing only, with the bridge as repository: `git status`, `git diff`
 * and `git add` would start git inside a nested repository, with that one's settings.
 */
import { join } from 'node:path';

import { parseRawDiff } from '../git/diff-trees.ts';
import { inspectPath, isReadable } from '../platform/files.ts';
import { overTheTree } from './bridge.ts';
import type { WorktreeRequest } from './contract.ts';
import { bridgeGit } from './repository-calls.ts';

export interface Leftovers {
  /** New or changed files and links. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Left out, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  readonly bytes: number;
  /** For each path in `changed` and `removed`: differs when the file was written again. */
  readonly marks: Readonly<Record<string, string>>;
}

/** @param commit what they are compared with */
export async function listLeftovers(request: WorktreeRequest, commit: string): Promise<Leftovers> {
  const git = bridgeGit(request);
  const tree = overTheTree(request);
  // -i: only entries are compared; that files of the tree differ from them is the point.
  await git(['read-tree', '-i', '-m', commit], tree);
  await git(['update-index', '-q', '--refresh', '--ignore-submodules'], {
    ...tree,
    okExitCodes: [0, 1],
  });
  // Both only read.
  const [tracked, others] = await Promise.all([
    git(['diff-files', '-z', '--raw', '--ignore-submodules=all'], tree),
    git(['ls-files', '-z', '--others', '--exclude-standard'], tree),
  ]);
  const sorted = new Sorter(request);
  for (const change of parseRawDiff(tracked.stdout)) {
    if (change.status === 'D') await sorted.remove(change.path);
    else if (change.newMode === '160000') await sorted.replacedByRepository(change.path);
    else await sorted.add(change.path);
  }
  for (const path of others.stdout.split('\0')) if (path !== '') await sorted.add(path);
  return sorted.result();
}

class Sorter {
  readonly #request: WorktreeRequest;
  readonly #changed: string[] = [];
  readonly #removed: string[] = [];
  readonly #skipped: { path: string; why: string }[] = [];
  readonly #marks: Record<string, string> = {};
  #bytes = 0;

  constructor(request: WorktreeRequest) {
    this.#request = request;
  }

  async add(path: string): Promise<void> {
    const why = await this.#obstacle(path);
    if (why !== null) this.#skipped.push({ path, why });
    else this.#changed.push(path);
  }

  async remove(path: string): Promise<void> {
    if (path.includes('\uFFFD')) this.#skipped.push({ path, why: 'its name is not UTF-8' });
    else this.#removed.push(path);
    this.#marks[path] = 'removed';
  }

  async replacedByRepository(path: string): Promise<void> {
    this.#skipped.push({ path, why: 'a repository of its own took its place' });
    await this.remove(path);
  }

  result(): Leftovers {
    return {
      changed: this.#changed,
      removed: this.#removed,
      skipped: this.#skipped,
      bytes: this.#bytes,
      marks: this.#marks,
    };
  }

  async #obstacle(path: string): Promise<string | null> {
    if (path.endsWith('/')) return 'it is a repository of its own';
    if (path.includes('\uFFFD')) return 'its name is not UTF-8';
    const full = join(this.#request.paths.worktree, path);
    const facts = await inspectPath(full);
    if (facts === null) return 'it is gone';
    if (facts.kind === 'other' || facts.kind === 'folder') return 'it is neither file nor link';
    if (facts.kind === 'file' && !(await isReadable(full))) return 'it cannot be read';
    this.#bytes += facts.size;
    this.#marks[path] = `${facts.kind} ${facts.size} ${facts.mtimeMs} ${facts.executable}`;
    return null;
  }
}

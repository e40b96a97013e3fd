/** Which of the agent's uncommitted files can be committed. Looks at them with lstat only. */
import { join } from 'node:path';

import type { PathFacts } from '../platform/files.ts';
import { inspectHostile, isReadableNow } from '../platform/hostile-paths.ts';
import { reopenFile } from '../platform/reopen-tree.ts';
import { isForbiddenName } from './git-rejection.ts';

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

export class LeftoverSorter {
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

/**
 * Removes a tree a little at a time. Names are bytes, permissions are opened, and paths that have grown longer than the
 * system takes are brought up first: nothing that a hostile program left stands in the way for good. What is mounted in the
 * tree (a home folder, a share of another machine) is not of the tree: nothing in it is touched, and it stays until it is
 * unmounted.
 */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';

import { systemErrorCode } from './system-error.ts';

export interface RemovalPace {
  /** Entries at one go. */
  readonly batch: number;
  /** Called after each batch with how many went: rests, and says whether to continue. */
  rest(entries: number): Promise<boolean>;
}

export type Removal =
  | { readonly kind: 'gone' }
  /** Told to stop; the rest can be removed later. */
  | { readonly kind: 'stopped' }
  /** Something in it cannot be removed: which, and why. */
  | { readonly kind: 'stuck'; readonly path: string; readonly why: string };

/** Longer ones are refused by the system at 4,096 bytes. */
const LONG_PATH = 3_000;
const SLASH = Buffer.from('/');

/** The root is a folder. Links are removed, not followed; nothing there is fine. */
export async function removeSlowly(root: string | Buffer, pace: RemovalPace): Promise<Removal> {
  const walk = new Walk(Buffer.from(root));
  for (;;) {
    let done = 0;
    try {
      while (done < pace.batch && walk.step()) done += 1;
    } catch (thrown) {
      const code = systemErrorCode(thrown);
      const why = code === 'EBUSY' ? 'something is mounted there' : (code ?? String(thrown));
      return { kind: 'stuck', path: walk.at().toString('utf8'), why };
    }
    if (walk.isDone()) return { kind: 'gone' };
    if (!(await pace.rest(done))) return { kind: 'stopped' };
  }
}

interface OpenFolder {
  readonly path: Buffer;
  /** `null`: not read yet. */
  entries: Buffer[] | null;
}

/** From the leaves up; what failed to go stays on top of the stack. */
class Walk {
  readonly #root: Buffer;
  readonly #stack: OpenFolder[];
  #begun = false;
  /** What the system refuses to remove. */
  #stopped: Buffer | null = null;

  constructor(root: Buffer) {
    this.#root = root;
    this.#stack = [];
  }

  isDone(): boolean {
    return this.#begun && this.#stack.length === 0;
  }

  at(): Buffer {
    return this.#stopped ?? this.#stack.at(-1)?.path ?? this.#root;
  }

  /** One entry less; false when nothing is left. */
  step(): boolean {
    if (!this.#begun) {
      this.#begun = true;
      this.#take(this.#root);
      return true;
    }
    const top = this.#stack.at(-1);
    if (top === undefined) return false;
    top.entries ??= read(top.path);
    const entry = top.entries.pop();
    if (entry === undefined) {
      removeFolder(top.path);
      this.#stack.pop();
    } else {
      this.#take(Buffer.concat([top.path, SLASH, entry]));
    }
    return true;
  }

  #take(path: Buffer): void {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (facts === undefined) return;
    if (!facts.isDirectory()) {
      removeEntry(path);
      return;
    }
    if (this.#goesAtOnce(path)) return;
    // A folder that we own but may not read or write gets its permissions first: without them it cannot even be renamed.
    if ((facts.mode & 0o700) !== 0o700) openFolder(path);
    this.#stack.push({ path: path.length > LONG_PATH ? this.#raise(path) : path, entries: null });
  }

  /**
   * An empty folder does. The system also refuses it for a folder on which something is mounted (EBUSY), whatever that is and
   * before it looks whether that is empty: that ends the walk.
   */
  #goesAtOnce(path: Buffer): boolean {
    try {
      rmdirSync(path);
      return true;
    } catch (thrown) {
      const code = systemErrorCode(thrown);
      if (code === 'ENOENT') return true;
      if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
      this.#stopped = path;
      throw thrown;
    }
  }

  /** To the top, under a short name that nothing has. */
  #raise(path: Buffer): Buffer {
    const short = Buffer.concat([
      this.#root,
      Buffer.from(`/long-${randomBytes(8).toString('hex')}`),
    ]);
    renameSync(path, short);
    return short;
  }
}

function read(folder: Buffer): Buffer[] {
  return readdirSync(folder, { encoding: 'buffer' });
}

function removeFolder(folder: Buffer): void {
  try {
    rmdirSync(folder);
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'ENOENT') throw thrown;
  }
}

function removeEntry(path: Buffer): void {
  try {
    unlinkSync(path);
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'ENOENT') throw thrown;
  }
}

/** Another user's stays as it is; whether that is in the way shows soon enough. */
function openFolder(folder: Buffer): void {
  try {
    chmodSync(folder, 0o700);
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code !== 'EPERM' && code !== 'EACCES' && code !== 'EROFS') throw thrown;
  }
}

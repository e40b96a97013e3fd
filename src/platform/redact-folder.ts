/** Replaces secrets in what a dead process left in a folder, in place. What cannot be looked at whole does not stay. */
import { Buffer, isUtf8 } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Redactor } from '../words/redaction/redactor.ts';
import { stripControls } from '../words/text.ts';
import { redactBytes } from './capped-log.ts';
import { inspectPath, removeTree, rename, writeText } from './files.ts';
import { readUntrusted } from './read-untrusted.ts';
import { removeSlowly } from './remove-slowly.ts';
import { reopenTree } from './reopen-tree.ts';

const MAX_FILE_BYTES = 16_000_000;
const MAX_FILES = 1_000;
const MAX_DEPTH = 8;
const BATCH = 1_000;

export interface RedactedFolder {
  /**
   * Names of what was removed, relative: links, pipes, names that are not text, files over 16 MB, all beyond 1,000 files
   * or eight folders deep.
   */
  readonly removed: readonly string[];
  /** What could be neither searched nor removed: another user's. */
  readonly stuck: readonly string[];
}

/** Never throws for what is in the folder: no program keeps its run from being told by what it leaves there. */
export async function redactFolder(folder: string, redactor: Redactor): Promise<RedactedFolder> {
  const cleaning = new Cleaning(folder, redactor);
  if ((await inspectPath(folder))?.kind !== 'folder') return cleaning;
  await reopenTree(folder, { files: 2 * MAX_FILES });
  await cleaning.visit('', 1);
  return cleaning;
}

class Cleaning implements RedactedFolder {
  readonly removed: string[] = [];
  readonly stuck: string[] = [];
  readonly #folder: string;
  readonly #redactor: Redactor;
  #files = 0;

  constructor(folder: string, redactor: Redactor) {
    this.#folder = folder;
    this.#redactor = redactor;
  }

  async visit(above: string, depth: number): Promise<void> {
    for (const found of namesIn(join(this.#folder, above))) {
      const path = isUtf8(found) ? await this.#named(above, found.toString('utf8')) : null;
      if (path === null) await this.#remove(above, found);
      else if (!(await this.#isKept(path, depth))) await this.#remove('', Buffer.from(path));
    }
  }

  async #isKept(path: string, depth: number): Promise<boolean> {
    const full = join(this.#folder, path);
    const facts = await inspectPath(full);
    if (facts?.kind === 'folder' && depth < MAX_DEPTH) {
      await this.visit(path, depth + 1);
      return true;
    }
    if (facts?.kind !== 'file' || (this.#files += 1) > MAX_FILES) return false;
    return this.#clean(full, facts.size).catch(() => false);
  }

  async #clean(full: string, size: number): Promise<boolean> {
    const read = await readUntrusted(full, Math.min(size, MAX_FILE_BYTES));
    if (read.kind !== 'content') return false;
    const kept = cleaned(read.bytes, this.#redactor);
    if (kept.equals(read.bytes)) return true;
    // Anew: another name of the same file may lie elsewhere.
    await removeTree(full);
    await writeText(full, kept);
    return true;
  }

  /** `null` where it holds a secret, and no name without it is free or short enough. */
  async #named(above: string, found: string): Promise<string | null> {
    const name = this.#redactor.text(found).replaceAll('/', '_');
    const path = join(above, name);
    if (name === found) return path;
    try {
      await rename(join(this.#folder, above, found), join(this.#folder, path));
      return path;
    } catch {
      return null;
    }
  }

  async #remove(above: string, name: Buffer): Promise<void> {
    const full = Buffer.concat([Buffer.from(`${join(this.#folder, above)}/`), name]);
    const removal = await removeSlowly(full, { batch: BATCH, rest: nextTurn });
    const told = this.#redactor.text(join(above, name.toString('utf8')));
    if (removal.kind === 'gone') this.removed.push(told);
    else this.stuck.push(told);
  }
}

/** As bytes: a name that is not text could not be removed by what is shown of it. */
function namesIn(folder: string): readonly Buffer[] {
  try {
    return readdirSync(folder, { encoding: 'buffer' }).toSorted((a, b) => a.compare(b));
  } catch {
    return [];
  }
}

async function nextTurn(): Promise<true> {
  return new Promise((resolve) => setImmediate(() => resolve(true)));
}

/** A secret with a colour code in the middle of it becomes readable once the file is shown without colours. */
function cleaned(bytes: Buffer, redactor: Redactor): Buffer {
  const kept = redactBytes(redactor, bytes);
  const text = kept.toString();
  const plain = stripControls(text);
  const shown = plain === text ? plain : redactor.text(plain);
  return shown === plain ? kept : Buffer.from(shown);
}

/** What a tree takes on the disk, and when it was last changed. Nothing in it is followed, opened or trusted. */
import { Buffer } from 'node:buffer';
import { lstatSync, readdirSync, type Stats } from 'node:fs';

export interface TreeSize {
  /** On the disk, whole blocks; a file with several names counts once. */
  readonly bytes: number;
  readonly files: number;
  /** When a file in it was last written, in ms since 1970; 0 for none. */
  readonly newestMs: number;
  /** Of that file, below the tree; may hold anything. */
  readonly newest: string;
}

const NOTHING: TreeSize = { bytes: 0, files: 0, newestMs: 0, newest: '' };
/** As stat(2) counts, whatever the file system. */
const BLOCK_BYTES = 512;
const TURN = 2_000;
const SLASH = Buffer.from('/');

/** @param passOver names directly below the tree whose changes do not count as the newest: `.git` */
export async function measureTree(
  path: string,
  passOver: readonly string[] = [],
): Promise<TreeSize> {
  const top = factsOf(Buffer.from(path));
  if (top === null) return NOTHING;
  const sum = new Sum(Buffer.byteLength(path) + 1, passOver);
  sum.add(Buffer.from(path), top);
  const folders = top.isDirectory() ? [Buffer.from(path)] : [];
  let turn = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      const full = Buffer.concat([folder, SLASH, entry]);
      const facts = factsOf(full);
      if (facts === null) continue;
      sum.add(full, facts);
      if (facts.isDirectory()) folders.push(full);
      turn += 1;
      if (turn % TURN === 0) await nextTurn();
    }
  }
  return sum.total();
}

class Sum {
  readonly #prefix: number;
  readonly #passOver: readonly string[];
  readonly #linked = new Set<string>();
  #size = NOTHING;

  constructor(prefix: number, passOver: readonly string[]) {
    this.#prefix = prefix;
    this.#passOver = passOver;
  }

  add(path: Buffer, facts: Stats): void {
    if (!facts.isDirectory() && facts.nlink > 1) {
      const key = `${facts.dev} ${facts.ino}`;
      if (this.#linked.has(key)) return;
      this.#linked.add(key);
    }
    const { bytes, files, newestMs, newest } = this.#size;
    // Programs set the first to whatever they like, and the second moves without a write: both have to be young.
    const writtenMs = Math.min(facts.mtimeMs, facts.ctimeMs);
    const isNewest = facts.isFile() && writtenMs > newestMs && !this.#isPassedOver(path);
    this.#size = {
      bytes: bytes + facts.blocks * BLOCK_BYTES,
      files: files + (facts.isDirectory() ? 0 : 1),
      newestMs: isNewest ? writtenMs : newestMs,
      newest: isNewest ? path.subarray(this.#prefix).toString('utf8') : newest,
    };
  }

  total(): TreeSize {
    return this.#size;
  }

  #isPassedOver(path: Buffer): boolean {
    const below = path.subarray(this.#prefix).toString('utf8');
    return this.#passOver.some((name) => below === name || below.startsWith(`${name}/`));
  }
}

function entriesOf(folder: Buffer): readonly Buffer[] {
  try {
    return readdirSync(folder, { encoding: 'buffer' });
  } catch {
    // Gone meanwhile, or closed to us: what cannot be looked into counts nothing.
    return [];
  }
}

function factsOf(path: Buffer): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** Others have their turn: a signal, a word on stdin. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

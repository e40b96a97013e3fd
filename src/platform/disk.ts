/** What kind of disk a folder is on, and how much of it is free. */
import { Buffer } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export interface DiskFacts {
  /** Available to users other than root. */
  readonly freeBytes: number;
  /** `null`: a usual local one, as far as the system tells. */
  readonly unusual: UnusualDisk | null;
}

export interface UnusualDisk {
  /** `network`: locks and syncs may not hold; `memory`: gone when the machine restarts. */
  readonly kind: 'network' | 'memory';
  /** `NFS`, `tmpfs`, … */
  readonly name: string;
}

/** The numbers of Linux (statfs(2)); other systems number theirs again at each start. */
const UNUSUAL: ReadonlyMap<number, UnusualDisk> = new Map([
  [0x69_69, { kind: 'network', name: 'NFS' }],
  [0xff_53_4d_42, { kind: 'network', name: 'CIFS' }],
  [0xfe_53_4d_42, { kind: 'network', name: 'SMB' }],
  [0x51_7b, { kind: 'network', name: 'SMB' }],
  [0x01_02_19_97, { kind: 'network', name: '9p' }],
  [0x00_c3_64_00, { kind: 'network', name: 'Ceph' }],
  [0x53_46_41_4f, { kind: 'network', name: 'AFS' }],
  [0x01_02_19_94, { kind: 'memory', name: 'tmpfs' }],
  [0x85_84_58_f6, { kind: 'memory', name: 'ramfs' }],
]);

/** The folder exists. */
export async function inspectDisk(folder: string): Promise<DiskFacts> {
  const facts = await statfs(folder);
  return {
    freeBytes: facts.bavail * facts.bsize,
    unusual: process.platform === 'linux' ? (UNUSUAL.get(facts.type) ?? null) : null,
  };
}

/** Available to users other than root; cheap enough to be called every few seconds. The folder exists. */
export async function freeBytesOf(folder: string): Promise<number> {
  const facts = await statfs(folder);
  return facts.bavail * facts.bsize;
}

/** What the files below a folder hold, links not followed, `maxFiles` of them at most; 0 when there is none. */
export async function folderBytes(folder: string, maxFiles: number): Promise<number> {
  let bytes = 0;
  let files = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      if (!entry.isFile()) continue;
      bytes += await sizeOf(path);
      files += 1;
      if (files === maxFiles) return bytes;
    }
  }
  return bytes;
}

/** Runs may be cleaned up during the count: what is gone counts as nothing. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function sizeOf(path: string): Promise<number> {
  return lstat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

// What a tree takes on the disk, and when it was last changed. Nothing in it is followed, opened or trusted.
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
    for (const entry of namesInTree(folder)) {
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

function namesInTree(folder: Buffer): readonly Buffer[] {
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

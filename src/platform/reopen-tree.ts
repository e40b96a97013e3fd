/**
 * Gives the owner back what a program of theirs took away from itself: folders that cannot be looked into or written to,
 * and files that cannot be read. Only adds permissions of the owner, and only to what is the owner's. Links are neither
 * followed nor changed, and a file that has a second name keeps its mode: that name may lie outside. Built-ins only.
 */
import { Buffer } from 'node:buffer';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs';

/** The system refuses paths from 4,096 bytes on: no other program can name what lies deeper either. */
const LONGEST_PATH = 3_800;
const TURN = 2_000;
const FOLDER_BITS = 0o700;
const FILE_BITS = 0o600;
const SLASH = Buffer.from('/');

export interface ReopenRules {
  /** Files too, that many at most: each costs a look. Default: folders alone. */
  readonly files?: number;
}

/**
 * The folder itself and those below it. Nothing there, or no folder, is fine; so is what belongs to another user.
 * @returns whether anything was changed
 */
export async function reopenTree(
  folder: string,
  { files = 0 }: ReopenRules = {},
): Promise<boolean> {
  const root = Buffer.from(folder);
  if (!isFolder(root)) return false;
  let [changed, turn, filesLeft] = [reopenEntry(root), 0, files];
  const waiting = [root];
  for (let above = waiting.pop(); above !== undefined; above = waiting.pop()) {
    for (const entry of entriesOf(above)) {
      if ((turn += 1) % TURN === 0) await nextTurn();
      const isBelow = entry.isDirectory();
      // Most entries are files that nothing is done with: no path is made for them.
      if (!isBelow && !(entry.isFile() && (filesLeft -= 1) >= 0)) continue;
      const path = Buffer.concat([above, SLASH, entry.name]);
      if (path.length > LONGEST_PATH) continue;
      changed = reopenEntry(path) || changed;
      if (isBelow) waiting.push(path);
    }
  }
  return changed;
}

/** One file that its owner may not read; false where nothing had to be done, or could be. */
export function reopenFile(path: string): boolean {
  return reopenEntry(Buffer.from(path));
}

/** Through a descriptor where the system has one for names alone: what takes the name's place meanwhile is left as it is. */
function reopenEntry(path: Buffer): boolean {
  try {
    const facts = lstatSync(path);
    const bits = facts.isDirectory() ? FOLDER_BITS : FILE_BITS;
    if (!isOpenable(facts) || (facts.mode & bits) === bits) return false;
    if (process.platform !== 'linux') {
      chmodSync(path, (facts.mode & 0o7777) | bits);
      return true;
    }
    const name = openSync(path, O_PATH | constants.O_NOFOLLOW);
    try {
      const held = fstatSync(name);
      if (held.ino !== facts.ino || held.dev !== facts.dev || !isOpenable(held)) return false;
      chmodSync(`/proc/self/fd/${name}`, (facts.mode & 0o7777) | bits);
      return true;
    } finally {
      closeSync(name);
    }
  } catch {
    // Another user's, or gone: the code that needs it reports the error.
    return false;
  }
}

/** The mode belongs to the file, not to its name: a hard link of a key would open the key itself. */
function isOpenable(facts: Stats): boolean {
  return facts.isDirectory() || (facts.isFile() && facts.nlink === 1);
}

/** open(2) of Linux; Node has no name for it. */
const O_PATH = 0o10_000_000;

interface FoundEntry {
  readonly name: Buffer;
  isDirectory(): boolean;
  isFile(): boolean;
}

function entriesOf(folder: Buffer): readonly FoundEntry[] {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch {
    return [];
  }
}

function isFolder(path: Buffer): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

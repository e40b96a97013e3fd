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

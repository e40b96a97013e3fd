/** From `tickets.path` to the file or folder it names, or an error that says what to write. */
import { isAbsolute, join, relative, resolve } from 'node:path';

import { inspectPath, readlink, resolveLinks } from '../../platform/files.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { CollectRequest } from '../contract.ts';

export interface LocatedPath {
  readonly kind: 'file' | 'folder';
  /** Absolute. */
  readonly path: string;
  /** As the routine has it, without a slash at its end; places are named under it. */
  readonly label: string;
  readonly size: number;
}

type Request = Pick<CollectRequest, 'root' | 'home'>;

/** Throws an AppError when nothing is there, or when the way leads where the routine does not say. */
export async function locatePath(written: string, request: Request): Promise<LocatedPath> {
  const path = absolutePath(written, request);
  const label = oneLine(written).replace(/(?<=[^/])\/+$/, '');
  const facts = await inspectPath(path);
  if (facts === null) throw nothingThere(label, path);
  if (facts.kind === 'link') {
    throw refused(
      `${label} is a symbolic link`,
      `Write the path it leads to as \`tickets.path\`: ${oneLine(await readlink(path))}.`,
    );
  }
  if (facts.kind === 'other') {
    throw refused(
      `${label} is neither a file nor a folder`,
      'Give `tickets.path` a file or a folder of tickets.',
    );
  }
  if (!isAbsolute(written) && !isUnderHome(written)) await staysInside(path, label, request);
  return { kind: facts.kind, path, label, size: facts.size };
}

function absolutePath(written: string, { root, home }: Request): string {
  if (isUnderHome(written)) {
    if (home !== null) return join(home, written.slice(1));
    throw new AppError('missing', {
      code: 'home-unknown',
      message: `${oneLine(written)} is under the home folder, and HOME is not set`,
      hint: 'Give `tickets.path` an absolute path, or set HOME.',
    });
  }
  if (isAbsolute(written)) return resolve(written);
  if (root !== null) return resolve(root, written);
  throw new AppError('missing', {
    code: 'no-checkout',
    message: `${oneLine(written)} is relative to a checkout, and this repository is bare`,
    hint: 'Give `tickets.path` an absolute path, or one that begins with `~/`.',
  });
}

function isUnderHome(written: string): boolean {
  return written === '~' || written.startsWith('~/');
}

/** A folder on the way that is a link must not lead out of the repository: what a merge brings could point anywhere. */
async function staysInside(path: string, label: string, { root }: Request): Promise<void> {
  if (root === null || isOutside(relative(root, path))) return;
  const [realRoot, realPath] = await Promise.all([resolveLinks(root), resolveLinks(path)]);
  if (realRoot === null || realPath === null || !isOutside(relative(realRoot, realPath))) return;
  throw refused(
    `${label} leads out of the repository, through a symbolic link`,
    `Write the path it leads to as \`tickets.path\`: ${oneLine(realPath)}.`,
  );
}

function isOutside(way: string): boolean {
  return way === '..' || way.startsWith('../') || isAbsolute(way);
}

function nothingThere(label: string, path: string): AppError {
  return new AppError('missing', {
    code: 'tickets-missing',
    message: `there is no file or folder ${label}${label === path ? '' : ` (looked at ${oneLine(path)})`}`,
    hint: 'Put the tickets there, or give `tickets.path` the file or folder that has them: relative to the repository, absolute, or under `~/`.',
  });
}

function refused(message: string, hint: string): AppError {
  return new AppError('refused', { code: 'tickets-refused', message, hint });
}

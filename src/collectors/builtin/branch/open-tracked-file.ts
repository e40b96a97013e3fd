/** Reads a file of the worktree, where an agent of any kind may have put links and worse. */
import type { Buffer } from 'node:buffer';
import { join } from 'node:path';

import { inspectPath } from '../../../platform/files.ts';
import { readUntrusted } from '../../../platform/read-untrusted.ts';

const MAX_FILE_BYTES = 50_000_000;

/** `reason` is the end of a sentence about the file. */
export type OpenedFile =
  | { readonly kind: 'open'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly reason: string };

/** No part of the path may be a link or lead out. */
export async function openTrackedFile(worktree: string, path: string): Promise<OpenedFile> {
  const parts = path.split('/');
  const odd = (part: string): boolean =>
    part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git';
  if (path.includes('\0') || parts.some(odd)) {
    return { kind: 'refused', reason: 'its path leads out of the worktree' };
  }
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const facts = await inspectPath(join(worktree, ...parts.slice(0, depth)));
    if (facts === null) return { kind: 'refused', reason: 'the file is not in the worktree' };
    if (facts.kind === 'link') return { kind: 'refused', reason: 'its path goes over a link' };
    const wanted = depth === parts.length ? 'file' : 'folder';
    if (facts.kind !== wanted) return { kind: 'refused', reason: 'it is not a regular file' };
  }
  const read = await readUntrusted(join(worktree, path), MAX_FILE_BYTES);
  switch (read.kind) {
    case 'content':
      return { kind: 'open', bytes: read.bytes };
    case 'nothing':
      return { kind: 'refused', reason: 'the file is not in the worktree' };
    case 'refused':
      return { kind: 'refused', reason: read.reason };
  }
}

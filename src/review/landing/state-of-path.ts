/** What stands on disk for a path that was being changed from one content to another. */
import { Buffer } from 'node:buffer';
import { join } from 'node:path';

import { runGitBytes } from '../../git/git-bytes.ts';
import { gitIn } from '../../git/git-call.ts';
import type { GitContext } from '../../git/run-git.ts';
import { inspectPath, readBytes, readlink } from '../../platform/files.ts';
import { gitBlobId } from '../../platform/hash.ts';
import { foldersOf } from './paths-in-the-way.ts';

export interface Entry {
  /** Octal, as in a tree. */
  readonly mode: string;
  readonly id: string;
}

export interface Side {
  readonly path: string;
  /** `null`: it is not there. */
  readonly now: Entry | null;
  readonly other: Entry | null;
}

/** `now`: nothing is to be done. `other`: the other content, the beginning of one of the two, or nothing. */
export type PathState = 'now' | 'other' | 'foreign';

/** @param checkout its folder */
export async function stateOfPath(checkout: GitContext, side: Side): Promise<PathState> {
  const { path, now, other } = side;
  const full = join(checkout.cwd, path);
  const facts = (await isBehindLink(checkout.cwd, path)) ? null : await inspectPath(full);
  if (facts === null) return now === null || (await isSparse(checkout, path)) ? 'now' : 'other';
  // What is in it is told by paths of its own.
  if (facts.kind === 'folder') return now === null ? 'now' : 'other';
  if (facts.kind === 'other') return 'foreign';
  const isLink = facts.kind === 'link';
  const content = isLink ? Buffer.from(await readlink(full)) : await readBytes(full);
  const length = (now ?? other)?.id.length ?? 40;
  const id = isLink ? gitBlobId(content, length) : await idOf(checkout, path);
  const mode = isLink ? '120000' : facts.executable ? '100755' : '100644';
  if (now?.id === id) return now.mode === mode ? 'now' : 'other';
  if (other?.id === id) return 'other';
  for (const entry of [other, now])
    if (entry !== null && (await beginsWith(checkout, entry, content))) return 'other';
  return 'foreign';
}

/** What is seen through a link of the checkout is not of the checkout. */
async function isBehindLink(folder: string, path: string): Promise<boolean> {
  const facts = await Promise.all(foldersOf(path).map((above) => inspectPath(join(folder, above))));
  return facts.some((one) => one?.kind === 'link');
}

/** As git would store it: line ends are those of the repository. */
async function idOf(checkout: GitContext, path: string): Promise<string> {
  return (await gitIn(checkout)(['hash-object', '--', path])).stdout.trim();
}

async function isSparse(checkout: GitContext, path: string): Promise<boolean> {
  const { stdout } = await gitIn(checkout)(['ls-files', '-t', '-z', '--', path], {
    env: { GIT_LITERAL_PATHSPECS: '1' },
  });
  return stdout.startsWith('S ');
}

/* oxlint-disable-next-line eslint/max-params -- where, of what, and what is there */
async function beginsWith(checkout: GitContext, entry: Entry, content: Buffer): Promise<boolean> {
  const { stdout } = await runGitBytes(['cat-file', 'blob', entry.id], checkout);
  return stdout.subarray(0, content.length).equals(content);
}

/**
 * How much the agent's commits would bring, before any of it is fetched. The objects are read where they are, with the
 * bridge as repository: its settings are ours, and indexes that the agent could have written to deceive are not used.
 */
import { join } from 'node:path';

import { NEW_OBJECTS_SCRIPT, newObjectReader, type NewObject } from '../git/object-contents.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { CommitSha } from '../words/ids.ts';
import { streamEnclosed } from './enclosed-git.ts';

export type MeasuredCommits =
  | {
      readonly kind: 'measured';
      /** Of all files' contents that the base does not have, unpacked. */
      readonly blobBytes: number;
      /** Of commits, trees and tags. */
      readonly otherBytes: number;
    }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'too-many' };

export const MOST_OBJECTS = 500_000;

const SETTINGS = ['core.commitGraph=false', 'core.multiPackIndex=false', 'pack.useBitmaps=false'];

export async function measureCommits(
  request: WorktreeRequest,
  { base, head, signal }: { base: CommitSha; head: CommitSha; signal: AbortSignal },
): Promise<MeasuredCommits> {
  const tally = new Tally();
  const reader = newObjectReader((object) => tally.count(object));
  const answer = await streamEnclosed(request, {
    verb: 'rev-list',
    cwd: request.paths.bridge,
    script: NEW_OBJECTS_SCRIPT,
    args: [head, base],
    env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: objectFolder(request) },
    settings: SETTINGS,
    signal,
    take: (piece) => reader.push(piece),
  });
  if (answer.kind === 'stopped') return { kind: 'too-many' };
  if (!reader.isWhole()) return { kind: 'unreadable', reason: 'its objects cannot be read' };
  return tally.result();
}

class Tally {
  #objects = 0;
  #blobBytes = 0;
  #otherBytes = 0;
  #first = 'commit';

  count({ type, size }: NewObject): boolean {
    if (this.#objects === 0) this.#first = type;
    this.#objects += 1;
    if (type === 'blob') this.#blobBytes += size;
    else this.#otherBytes += size;
    return this.#objects <= MOST_OBJECTS;
  }

  result(): MeasuredCommits {
    if (this.#first !== 'commit') return { kind: 'unreadable', reason: 'its HEAD is not a commit' };
    return { kind: 'measured', blobBytes: this.#blobBytes, otherBytes: this.#otherBytes };
  }
}

/** As git reads a list of folders: one with a colon or a quote in it stands in quotes. */
function objectFolder(request: WorktreeRequest): string {
  const folder = join(request.paths.worktree, '.git', 'objects');
  if (!/[:"\\\n]/.test(folder)) return folder;
  return `"${folder.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;
}

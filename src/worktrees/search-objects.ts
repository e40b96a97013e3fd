/** Looks through everything that is in git objects, of whatever size, with little in memory. Objects are read from the bridge. */
import {
  contentsReader,
  OBJECT_CONTENTS_SCRIPT,
  type ObjectFacts,
} from '../git/object-contents.ts';
import { streamGit } from '../git/stream-git.ts';
import { latin1 } from '../platform/redact-bytes.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { bridgeProgram } from './repository-calls.ts';

export interface SearchedText {
  readonly object: ObjectFacts;
  /** One character a byte; a whole object, or a piece of it that begins with the end of the one before. */
  readonly text: string;
  /** Where the piece begins in its object. */
  readonly from: number;
}

/** What is found by its look is no longer than this. */
const LEAST_OVERLAP = 65_536;

/**
 * @param revisions what has the objects, and with a `^` what does not
 * @param look false: enough
 * @returns whether it came to the end, and saw all: not when an object is missing
 */
export async function searchObjects(
  request: WorktreeRequest,
  revisions: readonly string[],
  look: (searched: SearchedText) => boolean,
): Promise<boolean> {
  const overlap = Math.max(LEAST_OVERLAP, request.redactor.longest());
  let before = '';
  let from = 0;
  const reader = contentsReader((object, piece, isLast) => {
    const text = before + latin1(piece);
    const goesOn = look({ object, text, from });
    before = isLast ? '' : text.slice(-overlap);
    from = isLast ? 0 : from + text.length - before.length;
    return goesOn;
  });
  await streamGit({
    ...bridgeProgram(request),
    argv: ['sh', '-c', OBJECT_CONTENTS_SCRIPT, 'sh', ...revisions],
    verb: 'cat-file',
    take: (piece) => reader.push(piece),
  });
  return reader.isWhole();
}

/** Objects with all that is in them, as two gits in one pipe print them, one after the other and in pieces. */
import { Buffer } from 'node:buffer';

import { tokenReader } from './stream-git.ts';

/**
 * Every object of the first argument that those after it, each with a `^`, do not have. What comes last is not an object: that
 * cat-file says so tells that rev-list came to its end.
 */
export const OBJECT_CONTENTS_SCRIPT = `
{ git rev-list --objects --no-object-names "$@" -- && echo complete; } |
git cat-file --batch --buffer
`;

export interface ObjectFacts {
  readonly id: string;
  readonly type: string;
  readonly size: number;
}

export interface ContentsReader {
  /** False as soon as `take` said so. */
  push(piece: Buffer): boolean;
  /** Asked at the end: every object was there, and none was left out. */
  isWhole(): boolean;
}

/** Pieces of an object that are given on at once; a smaller object is one. */
const PIECE = 4_194_304;
const LONGEST_LINE = 1_000;

/** @param take each piece, the last one with `isLast`; an empty object is one empty piece. False: enough */
export function contentsReader(
  take: (object: ObjectFacts, piece: Buffer, isLast: boolean) => boolean,
): ContentsReader {
  let line = '';
  let object: ObjectFacts | null = null;
  let left = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  let complete = false;
  let isBroken = false;
  const give = (isLast: boolean): boolean => {
    if (object === null) return true;
    const [first = Buffer.alloc(0)] = held;
    const piece = held.length > 1 ? Buffer.concat(held) : first;
    held = [];
    heldBytes = 0;
    return take(object, piece, isLast);
  };
  const begin = (): boolean => {
    const [, id, type, size] = /^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(line) ?? [];
    if (line === 'complete missing') complete = true;
    else if (id === undefined || type === undefined) isBroken = true;
    else {
      object = { id, type, size: Number(size) };
      left = object.size;
      if (left === 0 && !give(true)) return false;
    }
    line = '';
    return !isBroken;
  };
  return {
    push: (bytes) => {
      let at = 0;
      while (at < bytes.length) {
        if (object === null) {
          const end = bytes.indexOf(10, at);
          line += bytes.toString('latin1', at, end === -1 ? undefined : end);
          if (line.length > LONGEST_LINE) isBroken = true;
          if (end === -1) return !isBroken;
          at = end + 1;
          if (!begin()) return false;
          continue;
        }
        if (left === 0) {
          // The line end behind it.
          object = null;
          at += 1;
          continue;
        }
        const part = bytes.subarray(at, at + left);
        held.push(part);
        heldBytes += part.length;
        left -= part.length;
        at += part.length;
        if ((left === 0 || heldBytes >= PIECE) && !give(left === 0)) return false;
      }
      return true;
    },
    isWhole: () => complete && !isBroken && object === null,
  };
}

// What one commit has that another has not, object by object, as two gits in one pipe print it.
export interface NewObject {
  readonly id: string;
  readonly type: string;
  /** Bytes, unpacked. */
  readonly size: number;
}

/**
 * `$1` without what `$2` has, commits first. The last line is not an object: that cat-file says so tells that rev-list came
 * to its end.
 */
export const NEW_OBJECTS_SCRIPT = `
{ git rev-list --objects --no-object-names "$1" "^$2" -- && echo complete; } |
git cat-file --batch-check='%(objectname) %(objecttype) %(objectsize)' --buffer
`;

export interface NewObjectReader {
  push(piece: Buffer): boolean;
  /** Asked at the end: every object was there, and none was left out. */
  isWhole(): boolean;
}

/** @param take each object; false: enough */
export function newObjectReader(take: (object: NewObject) => boolean): NewObjectReader {
  let complete = false;
  let missing = false;
  const lines = tokenReader(10, (token) => {
    const line = token.toString('latin1');
    const [id = '', type = '', size = ''] = line.split(' ');
    if (line === 'complete missing') complete = true;
    else if (type === 'missing') missing = true;
    else return take({ id, type, size: Number(size) });
    return true;
  });
  return { push: (piece) => lines.push(piece), isWhole: () => complete && !missing };
}

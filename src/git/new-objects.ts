/** What one commit has that another has not, object by object, as two gits in one pipe print it. */
import type { Buffer } from 'node:buffer';

import { tokenReader } from './token-reader.ts';

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

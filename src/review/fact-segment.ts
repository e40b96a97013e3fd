/**
 * One file of facts: never changed once it has its name. A mark, a checksum of the index, the index sorted by key, the
 * values as JSON. An index entry is 28 bytes: key (16), offset and length of the value (4 and 4), its checksum (4).
 */
import { Buffer } from 'node:buffer';

import { sha256 } from '../platform/hash.ts';
import { tryParseJson } from '../platform/json.ts';
import { readRanges } from '../platform/read-ranges.ts';

const MARK = Buffer.from('RMFACTS1', 'latin1');
const SUM_BYTES = 16;
const HEAD_BYTES = MARK.length + SUM_BYTES;
const ENTRY_BYTES = 28;
const KEY_BYTES = 16;

/** A value by the hash of its key, as it stands in a file. */
export interface StoredFact {
  /** 32 hex characters. */
  readonly key: string;
  readonly value: Buffer;
}

export function factKey(key: string): string {
  return sha256(key).slice(0, 2 * KEY_BYTES);
}

/** The bytes of a segment. */
export function packSegment(facts: readonly StoredFact[]): Buffer {
  const sorted = facts.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const index = Buffer.alloc(sorted.length * ENTRY_BYTES);
  let offset = HEAD_BYTES + index.length;
  for (const [at, { key, value }] of sorted.entries()) {
    const start = at * ENTRY_BYTES;
    index.write(key, start, KEY_BYTES, 'hex');
    index.writeUInt32BE(offset, start + KEY_BYTES);
    index.writeUInt32BE(value.length, start + KEY_BYTES + 4);
    index.write(sha256(value), start + KEY_BYTES + 8, 4, 'hex');
    offset += value.length;
  }
  const sum = Buffer.from(sha256(index).slice(0, 2 * SUM_BYTES), 'hex');
  return Buffer.concat([MARK, sum, index, ...sorted.map(({ value }) => value)]);
}

/**
 * What of the keys is in a segment of `count` facts. One that is torn, gone or no segment has none of them.
 * @param keys hashed
 */
export async function readSegment(
  { path, count }: { readonly path: string; readonly count: number },
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  try {
    const [head] = await readRanges(path, [
      { offset: 0, length: HEAD_BYTES + count * ENTRY_BYTES },
    ]);
    if (head === undefined || !isWhole(head, count)) return found;
    const index = head.subarray(HEAD_BYTES);
    const entries = [...keys].flatMap((key) => entryOf(index, key)).toSorted(byOffset);
    if (entries.length === 0) return found;
    const values = await readRanges(path, entries);
    for (const [at, entry] of entries.entries()) {
      const value = values[at];
      if (value === undefined || !sha256(value).startsWith(entry.sum)) continue;
      found.set(entry.key, tryParseJson(value.toString('utf8')));
    }
  } catch {
    // Merged into another meanwhile, or damaged: what it held is found out again.
  }
  return found;
}

/** Every fact of it, for a merge; those that are torn are left out. */
export function unpackSegment(bytes: Buffer, count: number): readonly StoredFact[] {
  if (!isWhole(bytes.subarray(0, HEAD_BYTES + count * ENTRY_BYTES), count)) return [];
  return Array.from({ length: count }, (_empty, at) => {
    const entry = readEntry(bytes, HEAD_BYTES + at * ENTRY_BYTES);
    return { ...entry, value: bytes.subarray(entry.offset, entry.offset + entry.length) };
  })
    .filter(({ value, sum }) => sha256(value).startsWith(sum))
    .map(({ key, value }) => ({ key, value }));
}

function isWhole(head: Buffer, count: number): boolean {
  if (head.length !== HEAD_BYTES + count * ENTRY_BYTES) return false;
  const sum = head.subarray(MARK.length, HEAD_BYTES).toString('hex');
  return (
    head.subarray(0, MARK.length).equals(MARK) && sha256(head.subarray(HEAD_BYTES)).startsWith(sum)
  );
}

interface Entry {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  readonly sum: string;
}

/** By halving: the index is sorted. */
function entryOf(index: Buffer, key: string): readonly Entry[] {
  const wanted = Buffer.from(key, 'hex');
  let [low, high] = [0, index.length / ENTRY_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle * ENTRY_BYTES;
    const order = index.compare(wanted, 0, KEY_BYTES, start, start + KEY_BYTES);
    if (order === 0) return [readEntry(index, start)];
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return [];
}

function readEntry(bytes: Buffer, start: number): Entry {
  return {
    key: bytes.toString('hex', start, start + KEY_BYTES),
    offset: bytes.readUInt32BE(start + KEY_BYTES),
    length: bytes.readUInt32BE(start + KEY_BYTES + 4),
    sum: bytes.toString('hex', start + KEY_BYTES + 8, start + ENTRY_BYTES),
  };
}

function byOffset(a: Entry, b: Entry): number {
  return a.offset - b.offset;
}

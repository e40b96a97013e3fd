/**
 * A file cache of review facts, shared by any number of processes: each write adds a segment, small segments are merged from
 * time to time, and the oldest are removed when the total is too large. A segment is complete before it gets its name and is
 * never changed, so no process needs a lock. A damaged or missing fact is computed again.
 */
import { Buffer } from 'node:buffer';
import { join } from 'node:path';

import {
  inspectPath,
  listFolder,
  makeFolder,
  readBytesIfThere,
  removeTree,
  rename,
  writeText,
} from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { newToken } from '../platform/ids.ts';
import { tryParseJson } from '../platform/json.ts';
import { readRanges } from '../platform/read-ranges.ts';
import type { FactCache } from './fact-cache.ts';

// One file of facts: never changed once it has its name. A mark, a checksum of the index, the index sorted by key, the
// values as JSON. An index entry is 28 bytes: key (16), offset and length of the value (4 and 4), its checksum (4).

const MARK = Buffer.from('RMFACTS1', 'latin1');
const SUM_BYTES = 16;
const HEAD_BYTES = MARK.length + SUM_BYTES;
const ENTRY_BYTES = 28;
const KEY_BYTES = 16;

/** A value by the hash of its key, as it stands in a file. */
interface StoredFact {
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
function unpackSegment(bytes: Buffer, count: number): readonly StoredFact[] {
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

export interface CacheBounds {
  /** Of all segments together. */
  readonly mostBytes: number;
  /** Segments that are smaller than this are merged. */
  readonly smallBytes: number;
  /** How many small ones there may be. */
  readonly mostSmall: number;
  /** A longer value is not worth its place. */
  readonly mostValue: number;
}

const BOUNDS: CacheBounds = {
  mostBytes: 64_000_000,
  smallBytes: 1_000_000,
  mostSmall: 16,
  mostValue: 8_000_000,
};

export function fileFactCache(folder: string, bounds: CacheBounds = BOUNDS): FactCache {
  return {
    read: async (keys) => {
      const open = new Map(keys.map((key) => [factKey(key), key]));
      const found = new Map<string, unknown>();
      const segments = (await listSegments(folder).catch(() => [])).toReversed();
      for (const segment of segments) {
        if (open.size === 0) break;
        for (const [hashed, value] of await readSegment(segment, new Set(open.keys()))) {
          const key = open.get(hashed);
          if (key !== undefined) found.set(key, value);
          open.delete(hashed);
        }
      }
      return found;
    },
    write: async (entries) => {
      const facts = [...entries].flatMap(([key, value]) => toFact(key, value, bounds));
      if (facts.length === 0) return;
      try {
        await makeFolder(folder, 0o700);
        await addSegment(folder, facts);
        await keepSmall(folder, bounds);
      } catch {
        // A full disk or a folder that is not ours: the next look takes as long as this one.
      }
    },
  };
}

interface Segment {
  readonly name: string;
  readonly path: string;
  readonly turn: number;
  /** How many facts it has. */
  readonly count: number;
}

/** `<turn>-<token>-<count>.facts`; two processes may take the same turn. */
const NAME = /^(\d{9})-[0-9a-z]{1,32}-(\d{1,6})\.facts$/;

/** Oldest first. */
async function listSegments(folder: string): Promise<readonly Segment[]> {
  return (await listFolder(folder)).flatMap((name) => {
    const [, turn, count] = NAME.exec(name) ?? [];
    return turn === undefined
      ? []
      : [{ name, path: join(folder, name), turn: Number(turn), count: Number(count) }];
  });
}

function toFact(key: string, value: unknown, { mostValue }: CacheBounds): readonly StoredFact[] {
  const text = JSON.stringify(value);
  // What is nothing in JSON is nothing to keep.
  if (text === undefined || text.length > mostValue) return [];
  return [{ key: factKey(key), value: Buffer.from(text, 'utf8') }];
}

async function addSegment(folder: string, facts: readonly StoredFact[]): Promise<void> {
  const turn = ((await listSegments(folder)).at(-1)?.turn ?? 0) + 1;
  await placeSegment({ folder, turn, facts });
}

async function placeSegment({
  folder,
  turn,
  facts,
}: {
  readonly folder: string;
  readonly turn: number;
  readonly facts: readonly StoredFact[];
}): Promise<void> {
  const token = factKey(newToken()).slice(0, 12);
  const name = `${String(turn).padStart(9, '0')}-${token}-${facts.length}.facts`;
  const waiting = join(folder, `${name}.tmp`);
  await writeText(waiting, packSegment(facts));
  await rename(waiting, join(folder, name));
}

/** Merges the small ones into one in the place of the newest of them; then the oldest go until all fit. */
async function keepSmall(folder: string, bounds: CacheBounds): Promise<void> {
  const segments = await withSizes(await listSegments(folder));
  const small = segments.filter(({ bytes }) => bytes < bounds.smallBytes);
  if (small.length > bounds.mostSmall) {
    await merge(folder, small);
    const left = (await listFolder(folder)).filter((name) => name.endsWith('.tmp'));
    for (const name of left) await removeTree(join(folder, name));
  }
  const all = await withSizes(await listSegments(folder));
  let bytes = all.reduce((sum, segment) => sum + segment.bytes, 0);
  for (const segment of all) {
    if (bytes <= bounds.mostBytes) break;
    await removeTree(segment.path);
    bytes -= segment.bytes;
  }
}

async function withSizes(
  segments: readonly Segment[],
): Promise<readonly (Segment & { readonly bytes: number })[]> {
  return Promise.all(
    segments.map(async (segment) => ({
      ...segment,
      bytes: (await inspectPath(segment.path))?.size ?? 0,
    })),
  );
}

/** What was written last counts. Those that are merged go only when the whole is there. */
async function merge(folder: string, segments: readonly Segment[]): Promise<void> {
  const facts = new Map<string, StoredFact>();
  for (const { path, count } of segments) {
    const bytes = await readBytesIfThere(path);
    for (const fact of bytes === null ? [] : unpackSegment(bytes, count)) facts.set(fact.key, fact);
  }
  const turn = segments.at(-1)?.turn ?? 0;
  if (facts.size > 0) await placeSegment({ folder, turn, facts: [...facts.values()] });
  for (const { path } of segments) await removeTree(path);
}

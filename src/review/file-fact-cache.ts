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
import { newToken } from '../platform/ids.ts';
import type { FactCache } from './fact-cache.ts';
import {
  factKey,
  packSegment,
  readSegment,
  unpackSegment,
  type StoredFact,
} from './fact-segment.ts';

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

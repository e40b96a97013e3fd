/**
 * Vectors by the text they are of, so that each text is sent once. Only those of this window and of the tickets that are
 * kept stay: 1,500 and the window's, a byte a number. May be deleted, torn or foreign at any time: then it counts as nothing.
 */
import { join } from 'node:path';

import { makeFolder, readTextIfThere, writeDurably } from '../../../platform/files.ts';
import { sha256 } from '../../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { fromBase64, toBase64 } from '../../../platform/signature.ts';

export type Vectors = ReadonlyMap<string, Float32Array>;

const VERSION = 1;
const LARGEST = 127;

export function vectorCachePath(folder: string, parts: readonly unknown[]): string {
  return join(folder, `vectors-${sha256(JSON.stringify([VERSION, ...parts])).slice(0, 16)}.json`);
}

export async function readVectorCache(path: string): Promise<Vectors> {
  const value = tryParseJson((await readTextIfThere(path)) ?? '');
  if (!isRecord(value) || !isRecord(value['vectors'])) return new Map();
  const read = Object.entries(value['vectors']).flatMap(([key, text]) => {
    const vector = typeof text === 'string' ? unpacked(text) : null;
    return vector === null ? [] : [[key, vector] as const];
  });
  const length = read[0]?.[1].length;
  return new Map(read.filter(([, vector]) => vector.length === length));
}

export async function writeVectorCache(path: string, folder: string, all: Vectors): Promise<void> {
  const vectors = Object.fromEntries([...all].map(([key, vector]) => [key, packed(vector)]));
  await makeFolder(folder, 0o700);
  await writeDurably(path, JSON.stringify({ vectors }));
}

function packed(vector: Float32Array): string {
  const most = vector.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
  const bytes = Int8Array.from(vector, (value) => Math.round((value / most) * LARGEST));
  return toBase64(new Uint8Array(bytes.buffer));
}

/** Of length 1. */
function unpacked(text: string): Float32Array | null {
  const bytes = new Int8Array(fromBase64(text) ?? []);
  const length = Math.sqrt(bytes.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? null : Float32Array.from(bytes, (value) => value / length);
}

/**
 * What is still open in a folder of records, without reading all of them each time: files that are settled for good are
 * remembered by name, and a folder in which no name changed is not even listed. The cache may go at any time.
 */
import { join } from 'node:path';

import type { Clock } from '../platform/clock.ts';
import { listFolder } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { forAll, readSmallFile, versionOf } from '../platform/many-files.ts';
import { writeCache } from '../store/files/write-cache.ts';

/** What one file holds. A settled one never changes again. */
export interface FileRows<Row> {
  readonly settled: boolean;
  readonly rows: readonly Row[];
}

export interface OpenRowsRequest<Row> {
  readonly folder: string;
  readonly cache: string;
  /** Another one when rows get another form. */
  readonly generation: number;
  readonly clock: Clock;
  readonly isRow: (value: unknown) => value is Row;
  /** @param record as parsed; `undefined`: it is not JSON */
  readonly read: (record: unknown, path: string) => FileRows<Row>;
}

interface Kept<Row> {
  readonly changedMs: number;
  readonly lookedAtMs: number;
  readonly settled: readonly string[];
  readonly rows: readonly Row[];
}

/** Two changes within this are perhaps not told apart by the folder's time. */
const RACY_MS = 2_000;

export async function openRows<Row>(request: OpenRowsRequest<Row>): Promise<readonly Row[]> {
  const { folder, clock } = request;
  const lookedAtMs = clock.now().getTime();
  const version = await versionOf(folder);
  if (version === null) return [];
  const kept = await readKept(request);
  const { changedMs } = version;
  if (kept?.changedMs === changedMs && kept.lookedAtMs - changedMs > RACY_MS) return kept.rows;
  const settled = new Set(kept?.settled);
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.json'));
  const open = names.filter((name) => !settled.has(name));
  const read = await forAll(open, async (name) => ({ name, ...(await readOne(request, name)) }));
  for (const one of read) if (one.settled) settled.add(one.name);
  const rows = read.flatMap((one) => one.rows);
  const now: Kept<Row> = { changedMs, lookedAtMs, settled: [...settled], rows };
  await writeCache(request.cache, JSON.stringify({ generation: request.generation, ...now }));
  return rows;
}

async function readOne<Row>(
  { folder, read }: OpenRowsRequest<Row>,
  name: string,
): Promise<FileRows<Row>> {
  const path = join(folder, name);
  const text = await readSmallFile(path);
  return text === null ? { settled: false, rows: [] } : read(tryParseJson(text), path);
}

async function readKept<Row>({
  cache,
  generation,
  isRow,
}: OpenRowsRequest<Row>): Promise<Kept<Row> | null> {
  const value = tryParseJson((await readSmallFile(cache)) ?? '');
  if (!isRecord(value) || value['generation'] !== generation) return null;
  const { changedMs, lookedAtMs, settled, rows } = value;
  if (typeof changedMs !== 'number' || typeof lookedAtMs !== 'number') return null;
  if (!Array.isArray(settled) || !Array.isArray(rows) || !rows.every(isRow)) return null;
  return {
    changedMs,
    lookedAtMs,
    settled: settled.filter((name) => typeof name === 'string'),
    rows,
  };
}

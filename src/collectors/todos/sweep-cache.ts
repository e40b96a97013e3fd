/**
 * What a sweep keeps for the next one: scans by content, ages by path and content.
 *
 * May be deleted, torn or foreign at any time: whatever does not carry the right checksum counts as nothing.
 */
import { join } from 'node:path';

import type { CommitAuthor } from '../../git/commit-facts.ts';
import { makeFolder, readTextIfThere, writeDurably } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { CommitSha } from '../../words/ids.ts';
import { NOTHING, type ScannedBlob } from './scan-blobs.ts';

export interface BlamedLine extends CommitAuthor {
  readonly commit: CommitSha;
  /** As in `Origin`. */
  readonly unsettled: boolean;
}

export interface BlamedFile {
  readonly blob: string;
  /** By line number. */
  readonly lines: readonly (readonly [number, BlamedLine])[];
}

export interface SweepCache {
  /** The commit that the ages were counted at. */
  readonly base: CommitSha;
  /** The commits that blame looked through. */
  readonly ignored: readonly string[];
  /** Those of them that say so themselves. */
  readonly said: readonly CommitSha[];
  /** What else decides what blame says: the mailmap, the ends of a shallow history. */
  readonly signature: string;
  readonly scans: ReadonlyMap<string, ScannedBlob>;
  readonly blames: readonly (readonly [string, BlamedFile])[];
}

interface StoredSweep extends Omit<SweepCache, 'scans'> {
  /** Of contents with something to tell. */
  readonly scans: readonly (readonly [string, ScannedBlob])[];
  /** Of the others, which are most of them. */
  readonly empty: readonly string[];
}

/** Raised whenever the meaning of anything kept changes. */
const VERSION = 9;

/** One file for each set of rules, so that two routines do not take turns in spoiling it. */
export function sweepCachePath(cacheFolder: string, rules: readonly unknown[]): string {
  return join(
    cacheFolder,
    `todos-${sha256(JSON.stringify([VERSION, ...rules])).slice(0, 16)}.json`,
  );
}

export async function readSweepCache(path: string): Promise<SweepCache | null> {
  const content = await readTextIfThere(path);
  if (content === null) return null;
  const end = content.indexOf('\n');
  const body = content.slice(end + 1);
  if (end === -1 || content.slice(0, end) !== sha256(body)) return null;
  const value = tryParseJson(body);
  if (!isStoredSweep(value)) return null;
  const scans = new Map(value.scans);
  for (const key of value.empty) scans.set(key, NOTHING);
  return { ...value, scans };
}

export async function writeSweepCache(
  path: string,
  folder: string,
  cache: SweepCache,
): Promise<void> {
  const stored = storedSweep(cache);
  const body = JSON.stringify({ version: VERSION, ...stored });
  await makeFolder(folder, 0o700);
  await writeDurably(path, `${sha256(body)}\n${body}`);
}

function storedSweep(cache: SweepCache): StoredSweep {
  const scans: (readonly [string, ScannedBlob])[] = [];
  const empty: string[] = [];
  for (const [key, scan] of cache.scans) {
    if (isNothing(scan)) empty.push(key);
    else scans.push([key, scan]);
  }
  return { ...cache, scans, empty };
}

function isNothing({ binary, generated, lines, marked }: ScannedBlob): boolean {
  return !binary && !generated && lines.length === 0 && marked === 0;
}

/** The checksum vouches for what is inside; this tells the versions apart. */
function isStoredSweep(value: unknown): value is StoredSweep {
  return (
    isRecord(value) &&
    value['version'] === VERSION &&
    typeof value['base'] === 'string' &&
    Array.isArray(value['scans']) &&
    Array.isArray(value['empty']) &&
    Array.isArray(value['blames'])
  );
}

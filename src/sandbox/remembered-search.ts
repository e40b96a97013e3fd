/**
 * What searching folders for credentials found, kept so that the next run need not search again. Good while no folder of the
 * tree changed: those near its top are compared at each start, all of them once some minutes have passed.
 */
import { join } from 'node:path';

import { inspectPaths, makeFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { CREDENTIAL_RULES } from './credential-names.ts';
import { searchCredentials, type Found, type SearchRequest } from './search-credentials.ts';

export interface SearchMemory {
  /** The cache folder of the workspace. */
  readonly cache: string;
  readonly now: Date;
}

export type SearchAnswer = { readonly found: readonly Found[]; readonly complete: boolean };

interface Remembered extends SearchAnswer {
  readonly key: string;
  /** Those that are compared each time. */
  readonly near: readonly string[];
  readonly nearMark: string;
  readonly allMark: string;
  /** When all were compared last, in ms since 1970. */
  readonly at: number;
}

/** Work of a person's has few folders and changes often; installed trees have thousands and hardly ever change. */
const NEAR_IN_WORK = 400;
const NEAR_INSTALLED = 16;
const ALL_AFTER_MS = 600_000;
const KEPT = 100;
const RULES = sha256(CREDENTIAL_RULES);

export interface RememberedRequest extends SearchRequest {
  /** Whether it is a user's own work, not installed software. */
  readonly isWork: boolean;
}

/** One answer for each request, in their order. What several ask for is searched once. */
export async function searchRemembering(
  requests: readonly RememberedRequest[],
  { cache, now }: SearchMemory,
): Promise<readonly SearchAnswer[]> {
  const known = await readAll(cache);
  const next = new Map(known);
  const answers: SearchAnswer[] = [];
  const answered = new Map<string, Remembered>();
  for (const request of requests) {
    const key = keyOf(request);
    const before = known.get(key);
    const found = answered.get(key) ?? (await answer(request, before, { cache, now }));
    answered.set(key, found);
    if (found !== before) {
      next.delete(key);
      next.set(key, found);
    }
    answers.push(found);
  }
  const isChanged = [...next].some(([key, one]) => known.get(key) !== one);
  if (isChanged) await writeDurably(fileOf(cache), JSON.stringify([...next.values()].slice(-KEPT)));
  return answers;
}

async function answer(
  request: RememberedRequest,
  before: Remembered | undefined,
  { cache, now }: SearchMemory,
): Promise<Remembered> {
  const current = before === undefined ? null : await stillGood(cache, before, now);
  return current ?? searchAnew(cache, request, now);
}

async function stillGood(cache: string, before: Remembered, now: Date): Promise<Remembered | null> {
  if (marksOf(before.near) !== before.nearMark) return null;
  const age = now.getTime() - before.at;
  if (age >= 0 && age < ALL_AFTER_MS) return before;
  const all = await readTextIfThere(listOf(cache, before.key));
  if (all === null || marksOf(all.split('\n')) !== before.allMark) return null;
  return { ...before, at: now.getTime() };
}

async function searchAnew(
  cache: string,
  request: RememberedRequest,
  now: Date,
): Promise<Remembered> {
  const { found, watched, complete } = searchCredentials(request);
  const key = keyOf(request);
  const near = watched.slice(0, request.isWork ? NEAR_IN_WORK : NEAR_INSTALLED);
  // A line break in a name would make two of it: then it is searched each time.
  const list = watched.some((path) => path.includes('\n')) ? '' : watched.join('\n');
  await makeFolder(join(cache, 'searched'), 0o700);
  await writeDurably(listOf(cache, key), list);
  return {
    key,
    found,
    complete,
    near,
    nearMark: list === '' ? '' : marksOf(near),
    allMark: marksOf(watched),
    at: now.getTime(),
  };
}

function marksOf(paths: readonly string[]): string {
  const facts = inspectPaths(paths);
  return sha256(facts.map((one) => (one === null ? '' : `${one.inode} ${one.changedMs}`)).join());
}

function keyOf({ root, checkouts, hidden, isWork }: RememberedRequest): string {
  const inside = hidden.filter((folder) => folder.startsWith(`${root}/`));
  return sha256(JSON.stringify([root, checkouts, isWork, inside, RULES])).slice(0, 24);
}

function fileOf(cache: string): string {
  return join(cache, 'searched', 'found.json');
}

function listOf(cache: string, key: string): string {
  return join(cache, 'searched', `${key}.folders`);
}

/** By key, the latest last. What cannot be read is as if it were not there. */
async function readAll(cache: string): Promise<ReadonlyMap<string, Remembered>> {
  const value = tryParseJson((await readTextIfThere(fileOf(cache))) ?? '');
  const all = Array.isArray(value) ? value.filter(isRemembered) : [];
  return new Map(all.map((one) => [one.key, one]));
}

function isRemembered(value: unknown): value is Remembered {
  return (
    isRecord(value) &&
    typeof value['key'] === 'string' &&
    typeof value['complete'] === 'boolean' &&
    typeof value['nearMark'] === 'string' &&
    typeof value['allMark'] === 'string' &&
    typeof value['at'] === 'number' &&
    Array.isArray(value['near']) &&
    Array.isArray(value['found'])
  );
}

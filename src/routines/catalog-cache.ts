/**
 * The compiled catalog, kept so that listing routines need not parse YAML. Fresh as long as the build,
 * surroundings and the facts of every file are the same; anything else, also a torn or foreign cache, is just
 * not there. Imports nothing that is slow to load.
 */
import { join } from 'node:path';

import { inspectPaths, listFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { isRoutineFile, ROUTINES_FOLDER, type Catalog } from './catalog.ts';

export interface CatalogPlace {
  /** The root of the working tree. */
  readonly root: string;
  readonly cachePath: string;
  /** A cache that another build wrote is never read: settings gain fields between versions. */
  readonly productBuild: string;
  readonly hostTimezone: string;
  /** Engines that are ready here; named in problems. */
  readonly engines: readonly string[];
  /** Warnings tell what is past: what is kept is good for a day. */
  readonly now?: Date;
}

/** `null` when there is no cache, or when anything changed since it was written. */
export async function readFreshCatalog(place: CatalogPlace): Promise<Catalog | null> {
  const [kept, stamp] = await Promise.all([readKept(place), stampOf(place)]);
  if (kept === null || kept.stamp !== stamp) return null;
  const catalog = tryParseJson(kept.catalog);
  return isCatalog(catalog) ? catalog : null;
}

/** What tells one version of a routine from another: much less than the catalog when there are many. */
export interface IndexEntry {
  readonly id: string;
  readonly file: string;
  /** sha256 of the normalized routine; `null` when it is broken. */
  readonly hash: string | null;
}

/** As `readFreshCatalog`. */
export async function readFreshIndex(place: CatalogPlace): Promise<readonly IndexEntry[] | null> {
  const [kept, stamp] = await Promise.all([readKept(place), stampOf(place)]);
  if (kept === null || kept.stamp !== stamp) return null;
  const index = tryParseJson(kept.index);
  return isIndex(index) ? index : null;
}

export function indexOf({ entries }: Catalog): readonly IndexEntry[] {
  return entries.map((entry) => ({
    id: entry.id,
    file: entry.file,
    hash: entry.kind === 'routine' ? entry.hash : null,
  }));
}

/** @param stamp taken before the files were read, so that a change meanwhile makes the cache stale */
export async function writeCatalogCache(
  place: CatalogPlace,
  stamp: string,
  catalog: Catalog,
): Promise<void> {
  const index = JSON.stringify(indexOf(catalog));
  const body = JSON.stringify(catalog);
  const head: Head = { stamp, index: index.length, catalog: body.length };
  await writeDurably(place.cachePath, `${JSON.stringify(head)}\n${index}\n${body}`);
}

/** Everything that the catalog depends on, in one text. */
export async function stampOf(place: CatalogPlace): Promise<string> {
  const names = await routineFileNames(place.root);
  const paths = ['roundsman.yaml', ...names.map((name) => `${ROUTINES_FOLDER}/${name}`)];
  const all = inspectPaths(paths.map((path) => join(place.root, path)));
  const files = all.map((facts, index) =>
    facts === null
      ? [paths[index]]
      : [paths[index], facts.kind, facts.size, facts.mtimeMs, facts.changedMs, facts.inode],
  );
  const { root, productBuild, hostTimezone, engines } = place;
  const day = place.now?.toISOString().slice(0, 10);
  return sha256(JSON.stringify([productBuild, root, hostTimezone, engines, day, files]));
}

/** Names in `routines/` that are meant as definitions, sorted. */
export async function routineFileNames(root: string): Promise<readonly string[]> {
  const names = await listFolder(join(root, ROUTINES_FOLDER));
  return names.filter(isRoutineFile);
}

interface Head {
  readonly stamp: string;
  /** Characters of the two lines after this one. */
  readonly index: number;
  readonly catalog: number;
}

interface Kept {
  readonly stamp: string;
  readonly index: string;
  readonly catalog: string;
}

/** Three lines: a head, the index, the catalog. */
async function readKept({ cachePath }: CatalogPlace): Promise<Kept | null> {
  const text = await readTextIfThere(cachePath);
  if (text === null) return null;
  const first = text.indexOf('\n');
  const second = text.indexOf('\n', first + 1);
  const head = tryParseJson(text.slice(0, Math.max(0, first)));
  if (second === -1 || !isHead(head)) return null;
  const [index, catalog] = [text.slice(first + 1, second), text.slice(second + 1)];
  if (index.length !== head.index || catalog.length !== head.catalog) return null;
  return { stamp: head.stamp, index, catalog };
}

function isHead(value: unknown): value is Head {
  return (
    isRecord(value) &&
    typeof value['stamp'] === 'string' &&
    ['index', 'catalog'].every((field) => typeof value[field] === 'number')
  );
}

/** Tells our file from any other JSON. */
function isCatalog(value: unknown): value is Catalog {
  return (
    isRecord(value) &&
    isRecord(value['workspace']) &&
    Array.isArray(value['workspaceProblems']) &&
    Array.isArray(value['entries']) &&
    value['entries'].every((entry: unknown) => isRecord(entry) && typeof entry['id'] === 'string')
  );
}

function isIndex(value: unknown): value is readonly IndexEntry[] {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => isRecord(entry) && typeof entry['id'] === 'string')
  );
}

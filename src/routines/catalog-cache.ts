/**
 * The compiled catalog, kept so that listing routines need not parse YAML. Fresh as long as product version,
 * surroundings and the facts of every file are the same; anything else, also a torn or foreign cache, is just
 * not there. Imports nothing that is slow to load.
 */
import { join } from 'node:path';

import { inspectPath, listFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { isRoutineFile, ROUTINES_FOLDER, type Catalog } from './catalog.ts';

export interface CatalogPlace {
  /** The root of the working tree. */
  readonly root: string;
  readonly cachePath: string;
  /** A cache that another version wrote is never read. */
  readonly productVersion: string;
  readonly hostTimezone: string;
  /** Engines that are ready here; named in problems. */
  readonly engines: readonly string[];
  /** Warnings tell what is past: what is kept is good for a day. */
  readonly now?: Date;
}

/** Of what is kept; raised when an entry gets another form within one version. */
const FORM = 3;

/** `null` when there is no cache, or when anything changed since it was written. */
export async function readFreshCatalog(place: CatalogPlace): Promise<Catalog | null> {
  const [text, stamp] = await Promise.all([readTextIfThere(place.cachePath), stampOf(place)]);
  if (text === null) return null;
  const stored = tryParseJson(text);
  return isStored(stored) && stored.stamp === stamp && stored.sum === sumOf(stored.catalog)
    ? stored.catalog
    : null;
}

/** @param stamp taken before the files were read, so that a change meanwhile makes the cache stale */
export async function writeCatalogCache(
  place: CatalogPlace,
  stamp: string,
  catalog: Catalog,
): Promise<void> {
  await writeDurably(place.cachePath, JSON.stringify({ stamp, sum: sumOf(catalog), catalog }));
}

/** Everything that the catalog depends on, in one text. */
export async function stampOf(place: CatalogPlace): Promise<string> {
  const names = await routineFileNames(place.root);
  const paths = ['roundsman.yaml', ...names.map((name) => `${ROUTINES_FOLDER}/${name}`)];
  const files = await Promise.all(
    paths.map(async (path) => {
      const facts = await inspectPath(join(place.root, path));
      return facts === null
        ? [path]
        : [path, facts.kind, facts.size, facts.mtimeMs, facts.changedMs, facts.inode];
    }),
  );
  const { root, productVersion, hostTimezone, engines } = place;
  const day = place.now?.toISOString().slice(0, 10);
  return sha256(JSON.stringify([FORM, productVersion, root, hostTimezone, engines, day, files]));
}

/** Names in `routines/` that are meant as definitions, sorted. */
export async function routineFileNames(root: string): Promise<readonly string[]> {
  const names = await listFolder(join(root, ROUTINES_FOLDER));
  return names.filter(isRoutineFile);
}

interface Stored {
  readonly stamp: string;
  readonly sum: string;
  readonly catalog: Catalog;
}

/** The sum says that we wrote the content; this only tells our file from any other JSON. */
function isStored(value: unknown): value is Stored {
  if (!isRecord(value) || typeof value['stamp'] !== 'string' || typeof value['sum'] !== 'string')
    return false;
  const catalog = value['catalog'];
  return (
    isRecord(catalog) &&
    isRecord(catalog['workspace']) &&
    Array.isArray(catalog['workspaceProblems']) &&
    Array.isArray(catalog['entries']) &&
    catalog['entries'].every((entry: unknown) => isRecord(entry) && typeof entry['id'] === 'string')
  );
}

function sumOf(catalog: Catalog): string {
  return sha256(JSON.stringify(catalog));
}

/**
 * Views of ended runs that the index has no room for, by the hundreds: a list of all of them opens a few files instead of a
 * folder for each run. They hold only facts that never change, and can be made again.
 */
import { join } from 'node:path';

import { listFolder, readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { removeFile, versionOf } from '../../platform/many-files.ts';
import { writeCache } from '../../platform/write-cache.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';
import { workspacePaths } from '../state-paths.ts';

/** Runs in one file. */
export const SEGMENT = 500;

interface Segment {
  readonly path: string;
  readonly newest: RunId;
  readonly oldest: RunId;
}

/** For one listing. `undefined`: it is in none. A promise only where a file has to be read: there are thousands of calls. */
export type FindOlderView = (id: RunId) => RunView | undefined | Promise<RunView | undefined>;

/** @param views of ended runs, newest first @param generation of the form of a view */
export async function writeSegments(
  stateDir: string,
  views: readonly RunView[],
  generation: number,
): Promise<void> {
  for (let at = 0; at < views.length; at += SEGMENT) {
    const runs = views.slice(at, at + SEGMENT);
    const [newest, oldest] = [runs[0]?.id, runs.at(-1)?.id];
    const name = `${generation}-${newest}-${oldest}.json`;
    await writeCache(join(folderOf(stateDir), name), JSON.stringify({ runs }));
  }
}

/** Reads a segment when the first run of it is asked for. */
export function openSegments(stateDir: string, generation: number): FindOlderView {
  let segments: Promise<readonly Segment[]> | null = null;
  const read = new Map<string, Views>();
  // Listings go from the newest to the oldest: the next one is most likely where the last one was.
  let last: Views | null = null;
  const search = async (id: RunId): Promise<RunView | undefined> => {
    segments ??= listSegments(stateDir, generation);
    for (const { path, newest, oldest } of await segments) {
      if (id > newest || id < oldest) continue;
      const views = read.get(path) ?? (await readSegment(path));
      read.set(path, views);
      const found = views.get(id);
      if (found === undefined) continue;
      last = views;
      return found;
    }
    return undefined;
  };
  return (id) => last?.get(id) ?? search(id);
}

/** Those of runs that are gone, and of another generation. @param oldest that is there; `null`: there is none */
export async function dropSegments(
  stateDir: string,
  { generation, oldest }: { readonly generation: number; readonly oldest: RunId | null },
): Promise<void> {
  const folder = folderOf(stateDir);
  const kept = (await listSegments(stateDir, generation)).filter(
    ({ newest }) => oldest !== null && newest >= oldest,
  );
  const paths = new Set(kept.map(({ path }) => path));
  for (const name of await listFolder(folder))
    if (!paths.has(join(folder, name))) {
      parsed.delete(join(folder, name));
      await removeFile(join(folder, name));
    }
}

async function listSegments(stateDir: string, generation: number): Promise<readonly Segment[]> {
  const folder = folderOf(stateDir);
  return (await listFolder(folder)).flatMap((name) => {
    const [of, newest = '', oldest = ''] = name.replace(/\.json$/, '').split('-');
    return of === String(generation) && isRunId(newest) && isRunId(oldest)
      ? [{ path: join(folder, name), newest, oldest }]
      : [];
  });
}

type Views = ReadonlyMap<string, RunView>;

/** By path, as long as there is memory to spare: several listings of one request, and the next one, parse a segment once. */
const parsed = new Map<string, { readonly version: string; readonly views: WeakRef<Views> }>();

async function readSegment(path: string): Promise<Views> {
  const version = JSON.stringify(await versionOf(path).catch(() => null));
  const kept = parsed.get(path);
  const known = kept?.version === version ? kept.views.deref() : undefined;
  if (known !== undefined) return known;
  const value = tryParseJson((await readTextIfThere(path).catch(() => null)) ?? '');
  const views = new Map(isSegment(value) ? value.runs.map((view) => [view.id, view]) : []);
  // One that could not be read is read again.
  if (views.size > 0) parsed.set(path, { version, views: new WeakRef(views) });
  return views;
}

/** Written only by us, and whole. */
function isSegment(value: unknown): value is { readonly runs: readonly RunView[] } {
  return isRecord(value) && Array.isArray(value['runs']);
}

function folderOf(stateDir: string): string {
  return join(workspacePaths(stateDir).cache, 'runs');
}

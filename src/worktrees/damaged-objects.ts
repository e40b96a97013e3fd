/**
 * Object files that went missing or broke while a run could reach them. Cheap rather than complete: packs by name and
 * size, loose objects that were written to meanwhile, and folders of them that are gone. `git gc` also takes files away,
 * but it leaves a new pack.
 */
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

import { inspectHostile, listHostile, readHostile } from '../platform/hostile-paths.ts';
import type { WorkspaceLocation } from '../words/run-spec.ts';
import type { RepositoryTraces } from './repository-traces.ts';

/** Looked at with lstat. */
const MOST_LOOSE = 1_500;
/** Unpacked. */
const MOST_CHECKED = 300;
const CHECKED_BYTES = 1_000_000;
/** Clocks of file systems run a little behind. */
const SLACK_MS = 2_000;

/** Paths relative to the `objects` folder. */
export function damagedObjects(
  { gitDir }: Pick<WorkspaceLocation, 'gitDir'>,
  before: RepositoryTraces,
  now: RepositoryTraces,
): readonly string[] {
  const repacked = Object.keys(now.packs).some((name) => !Object.hasOwn(before.packs, name));
  const packs = Object.entries(before.packs).flatMap(([name, size]) => {
    const there = Object.hasOwn(now.packs, name) ? now.packs[name] : undefined;
    const isFine = there === undefined ? repacked : there === size;
    return isFine ? [] : [`pack/${name}`];
  });
  const left = new Set(now.fanOuts);
  const gone = repacked ? [] : before.fanOuts.filter((name) => !left.has(name));
  const since = before.takenAtMs - SLACK_MS;
  return [...packs, ...gone, ...brokenLoose(join(gitDir, 'objects'), now.fanOuts, since)];
}

function brokenLoose(
  objects: string,
  fanOuts: readonly string[],
  sinceMs: number,
): readonly string[] {
  const broken: string[] = [];
  let looked = 0;
  let checked = 0;
  for (const fanOut of fanOuts) {
    for (const { path, kind } of listHostile(join(objects, fanOut))) {
      if (kind !== 'file' || !/^[0-9a-f]{38,62}$/.test(path)) continue;
      looked += 1;
      if (looked > MOST_LOOSE || checked > MOST_CHECKED) return broken;
      const full = join(objects, fanOut, path);
      const facts = inspectHostile(full);
      if (facts === null || facts === 'unreachable' || facts.changedMs < sinceMs) continue;
      checked += 1;
      if (facts.size <= CHECKED_BYTES && !isWhole(full)) broken.push(`${fanOut}/${path}`);
    }
  }
  return broken;
}

/** A loose object says its own length. */
function isWhole(path: string): boolean {
  const bytes = readHostile(path, CHECKED_BYTES);
  if (bytes === null) return false;
  try {
    const unpacked = inflateSync(bytes, { maxOutputLength: 16 * CHECKED_BYTES });
    const end = unpacked.indexOf(0);
    const length = /^[a-z]+ (\d+)$/.exec(unpacked.toString('latin1', 0, Math.max(0, end)))?.[1];
    return length !== undefined && unpacked.length - end - 1 === Number(length);
  } catch (thrown) {
    // One that unpacks to more than that is not looked into.
    return thrown instanceof RangeError;
  }
}

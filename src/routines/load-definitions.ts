/**
 * Reading definitions from a working tree. A broken file never takes the good ones down: the catalog holds
 * every file, with its routine or its problems.
 */
import { basename, dirname, join, relative } from 'node:path';

import { makeFolder } from '../platform/files.ts';
import { readUntrusted } from '../platform/read-untrusted.ts';
import {
  routineFileNames,
  stampOf,
  writeCatalogCache,
  type CatalogPlace,
} from './catalog-cache.ts';
import { type Catalog, type CatalogEntry, ROUTINES_FOLDER, WORKSPACE_FILE } from './catalog.ts';
import {
  compileEntry,
  findTwins,
  twinProblem,
  unreadable,
  type DefinitionRead,
} from './compile/compile-entry.ts';
import { MAX_DEFINITION_BYTES } from './decode-text.ts';
import {
  type DefinitionContext,
  type ScheduleCheck,
  defaultWorkspace,
} from './definition-context.ts';
import type { RoutineSource } from './parse-routine.ts';
import { parseWorkspace, type WorkspaceReading } from './parse-workspace.ts';
import { refuseBadChains } from './rules/chain-problems.ts';
import type { Problem } from './rules/problem.ts';

export type CatalogRequest = CatalogPlace & { readonly checkSchedule: ScheduleCheck };

/** Compiles every definition of the working tree and renews the cache. */
export async function loadCatalog(request: CatalogRequest): Promise<Catalog> {
  const stamp = await stampOf(request);
  const { config, problems, warnings } = await loadWorkspace(request);
  const context: DefinitionContext = {
    workspace: config,
    engines: request.engines,
    checkSchedule: request.checkSchedule,
    ...(problems.length === 0 ? {} : { connectionsUnknown: true }),
    ...(request.now === undefined ? {} : { now: request.now }),
  };
  const names = await routineFileNames(request.root);
  const entries = await Promise.all(
    names.map(async (name) => {
      const file = `${ROUTINES_FOLDER}/${name}`;
      return compileEntry(name, await readDefinition(join(request.root, file), file), context);
    }),
  );
  const catalog: Catalog = {
    workspace: config,
    workspaceProblems: problems,
    ...(warnings === undefined ? {} : { workspaceWarnings: warnings }),
    entries: refuseBadChains(refuseTwins(entries)),
  };
  await keepForNextTime(request, stamp, catalog);
  return catalog;
}

async function keepForNextTime(
  place: CatalogPlace,
  stamp: string,
  catalog: Catalog,
): Promise<void> {
  try {
    await makeFolder(dirname(place.cachePath));
    await writeCatalogCache(place, stamp, catalog);
  } catch {
    // Routines can be listed where nothing can be written; only the next list is no quicker.
  }
}

/** roundsman.yaml of the working tree; all defaults when there is none. */
export async function loadWorkspace(
  place: Pick<CatalogPlace, 'root' | 'hostTimezone'>,
): Promise<WorkspaceReading> {
  const fallbacks = { folderName: basename(place.root), hostTimezone: place.hostTimezone };
  const read = await readDefinition(join(place.root, WORKSPACE_FILE), WORKSPACE_FILE);
  if (read.kind === 'problem') {
    return { config: defaultWorkspace(fallbacks), problems: [read.problem] };
  }
  return parseWorkspace(read.kind === 'nothing' ? null : read.bytes, fallbacks);
}

/**
 * One routine file as `parseRoutine` and `resolveRoutineText` take it.
 * @param path absolute @param root the working tree; problems name the file relative to it
 */
export async function readRoutineSource(
  root: string,
  path: string,
): Promise<
  | { readonly kind: 'source'; readonly source: RoutineSource }
  | { readonly kind: 'problem'; readonly problem: Problem }
> {
  const inside = relative(root, path);
  const file = inside.startsWith('..') ? path : inside;
  const read = await readDefinition(path, file);
  if (read.kind === 'problem') return read;
  if (read.kind === 'content') return { kind: 'source', source: { file, bytes: read.bytes } };
  return {
    kind: 'problem',
    problem: {
      file,
      line: 1,
      column: 1,
      code: 'no-such-file',
      message: 'there is no such file',
      hint: 'Check the path; routines are in routines/.',
    },
  };
}

async function readDefinition(path: string, file: string): Promise<DefinitionRead> {
  const read = await readUntrusted(path, MAX_DEFINITION_BYTES);
  return read.kind === 'refused'
    ? { kind: 'problem', problem: unreadable(file, read.reason) }
    : read;
}

function refuseTwins(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  const twins = findTwins(entries);
  return entries.map((entry) => {
    const twin = twins.get(entry.file);
    if (twin === undefined) return entry;
    const others = entry.kind === 'broken' ? entry.problems : [];
    const problems = [twinProblem(entry, twin), ...others];
    return { kind: 'broken', id: entry.id, file: entry.file, problems };
  });
}

/**
 * Reading definitions from a working tree. A broken file never takes the good ones down: the catalog holds
 * every file, with its routine or its problems.
 */
import { basename, dirname, join, relative } from 'node:path';

import type { Problem } from '../domain/problem.ts';
import { makeFolder, readUntrusted } from '../platform/files.ts';
import {
  routineFileNames,
  stampOf,
  writeCatalogCache,
  type CatalogPlace,
} from './catalog-cache.ts';
import type { Catalog, CatalogEntry } from './catalog.ts';
import { ROUTINES_FOLDER } from './catalog.ts';
import { MAX_DEFINITION_BYTES, tooLarge } from './decode-text.ts';
import type { DefinitionContext, RoutineReading, ScheduleCheck } from './definition-context.ts';
import { parseRoutine, type RoutineSource } from './parse-routine.ts';
import { parseWorkspace, WORKSPACE_FILE, type WorkspaceReading } from './parse-workspace.ts';
import { defaultWorkspace } from './workspace-defaults.ts';

export type CatalogRequest = CatalogPlace & { readonly checkSchedule: ScheduleCheck };

/** Compiles every definition of the working tree and renews the cache. */
export async function loadCatalog(request: CatalogRequest): Promise<Catalog> {
  const stamp = await stampOf(request);
  const { config, problems } = await loadWorkspace(request);
  const context: DefinitionContext = {
    workspace: config,
    engines: request.engines,
    checkSchedule: request.checkSchedule,
  };
  const names = await routineFileNames(request.root);
  const entries = await Promise.all(
    names.map((name) => loadEntry(join(request.root, ROUTINES_FOLDER, name), name, context)),
  );
  const catalog: Catalog = {
    workspace: config,
    workspaceProblems: problems,
    entries: refuseTwins(entries),
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

type DefinitionRead =
  | { readonly kind: 'content'; readonly bytes: Uint8Array }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'problem'; readonly problem: Problem };

async function readDefinition(path: string, file: string): Promise<DefinitionRead> {
  const read = await readUntrusted(path, MAX_DEFINITION_BYTES);
  if (read.kind !== 'refused') return read;
  const problem = /\bbytes\b/.test(read.reason)
    ? tooLarge(file, read.reason)
    : {
        file,
        line: 1,
        column: 1,
        code: 'unreadable',
        message: `the file is not read: ${read.reason}`,
        hint: 'Put a regular file that you may read in its place.',
      };
  return { kind: 'problem', problem };
}

async function loadEntry(
  path: string,
  name: string,
  context: DefinitionContext,
): Promise<CatalogEntry> {
  const file = `${ROUTINES_FOLDER}/${name}`;
  const id = name.replace(/\.ya?ml$/, '');
  const read = await readDefinition(path, file);
  if (read.kind === 'problem') return { kind: 'broken', id, file, problems: [read.problem] };
  const bytes = read.kind === 'content' ? read.bytes : new Uint8Array();
  const reading: RoutineReading = parseRoutine({ file, bytes }, context);
  return reading.kind === 'routine'
    ? {
        kind: 'routine',
        id: reading.routine.id,
        file,
        routine: reading.routine,
        hash: reading.hash,
        warnings: reading.warnings,
      }
    : { kind: 'broken', id, file, problems: reading.problems };
}

/** `a.yaml` beside `a.yml`: neither is used, for nobody can tell which one is meant. */
function refuseTwins(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  return entries.map((entry) => {
    const twin = entries.find((other) => other.id === entry.id && other.file !== entry.file);
    if (twin === undefined) return entry;
    const problem: Problem = {
      file: entry.file,
      line: 1,
      column: 1,
      code: 'duplicate-id',
      message: `the id \`${entry.id}\` is also that of ${twin.file}`,
      hint: 'Rename or remove one of the two files.',
    };
    const others = entry.kind === 'broken' ? entry.problems : [];
    return { kind: 'broken', id: entry.id, file: entry.file, problems: [problem, ...others] };
  });
}

/** The definitions of a workspace, as they stand in its working tree. */
import { join } from 'node:path';

import { enginesHere } from '../engines/registry.ts';
import { hostTimezone } from '../platform/environment.ts';
import { sha256 } from '../platform/hash.ts';
import { packageBuild } from '../platform/package.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import {
  indexOf,
  readFreshCatalog,
  readFreshIndex,
  type CatalogPlace,
  type IndexEntry,
} from './catalog-cache.ts';
import type { Catalog } from './catalog.ts';
import type { DefinitionContext } from './definition-context.ts';
import type { RoutineSource } from './parse-routine.ts';
import type { Problem } from './rules/problem.ts';

/** Every routine, sound or broken. Quick while no file changed: then neither yaml nor zod is loaded. */
export async function readCatalog(workspace: Workspace): Promise<Catalog> {
  const place = await placeOf(workspace);
  const fresh = await readFreshCatalog(place);
  if (fresh !== null) return fresh;
  const [{ loadCatalog }, { checkSchedule }] = await Promise.all([
    import('./load-definitions.ts'),
    import('../calendar/next.ts'),
  ]);
  return loadCatalog({ ...place, checkSchedule });
}

/** The same, as far as it tells one version of a routine from another. */
export async function readCatalogIndex(workspace: Workspace): Promise<readonly IndexEntry[]> {
  const fresh = await readFreshIndex(await placeOf(workspace));
  return fresh ?? indexOf(await readCatalog(workspace));
}

/** What reading one file by itself depends on, and the problems of roundsman.yaml. */
export async function readContext(
  workspace: Workspace,
): Promise<{ readonly context: DefinitionContext; readonly problems: readonly Problem[] }> {
  const [{ loadWorkspace }, { checkSchedule }] = await Promise.all([
    import('./load-definitions.ts'),
    import('../calendar/next.ts'),
  ]);
  const { config, problems } = await loadWorkspace(await placeOf(workspace));
  const now = workspace.clock.now();
  const engines = await enginesHere(workspace.env);
  const unknown = problems.length === 0 ? {} : { connectionsUnknown: true };
  return { context: { workspace: config, engines, checkSchedule, now, ...unknown }, problems };
}

/** The text of one routine file. Throws `invalid-definition` when it cannot be read. */
export async function readSource(workspace: Workspace, file: string): Promise<RoutineSource> {
  const { readRoutineSource } = await import('./load-definitions.ts');
  const { root } = workspace.location;
  const read = await readRoutineSource(root, join(root, file));
  if (read.kind === 'source') return read.source;
  throw invalidDefinition(file, [read.problem]);
}

/** One error for all problems: each on a line of its own, with its hint. */
export function invalidDefinition(what: string, problems: readonly Problem[]): AppError {
  if (problems.length > 0 && problems.every(({ file }) => file === '--set'))
    return badSetting(problems);
  const lines = problems.map(
    ({ file, line, column, message, hint }) =>
      `  ${file === '--set' ? file : `${file}:${line}:${column}`}  ${message}${hint === '' ? '' : `\n    ${hint}`}`,
  );
  return new AppError('invalid-definition', {
    code: problems[0]?.code ?? 'invalid-definition',
    message: [`${oneLine(what, 200)} cannot be used:`, ...lines].join('\n'),
    hint: 'Mend it and look again: roundsman validate',
  });
}

/** The file holds; what was laid over it does not. */
function badSetting(problems: readonly Problem[]): AppError {
  const [first] = problems;
  const code = first?.code ?? 'invalid-definition';
  const said = problems.map((problem) => ({
    ...problem,
    // As it was typed: `collect.todos`, not `collect[0].todos`.
    message: problem.message.replaceAll(/`collect\[\d+\]\./g, '`collect.'),
  }));
  if (said.length === 1) {
    const [{ message, hint } = { message: '', hint: '' }] = said;
    const named = message.includes('--set') ? message : `--set: ${message}`;
    return new AppError('invalid-definition', { code, message: named, hint });
  }
  const lines = said.map(
    ({ message, hint }) => `  ${message}${hint === '' ? '' : `\n    ${hint}`}`,
  );
  return new AppError('invalid-definition', {
    code,
    message: ['what --set gave cannot be used:', ...lines].join('\n'),
    hint: 'Every key that can be set: roundsman schema',
  });
}

async function placeOf({ location, clock, env }: Workspace): Promise<CatalogPlace> {
  // Linked worktrees share a state folder, and each has definitions of its own.
  const name = `catalog-${sha256(location.root).slice(0, 8)}.json`;
  return {
    root: location.root,
    cachePath: join(machinePaths(location.stateDir).cache, name),
    productBuild: packageBuild(),
    hostTimezone: hostTimezone(),
    engines: await enginesHere(env),
    now: clock.now(),
  };
}

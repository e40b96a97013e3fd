/** All problems of definitions at once. */
import { relative } from 'node:path';

import type { Routine } from '../words/routine.ts';
import type { RuleBreach } from '../words/rule-breach.ts';
import type { Workspace } from '../workspace/contract.ts';
import { readCatalog, readContext, readSource } from './definitions.ts';
import type { RoutineSource } from './parse-routine.ts';
import type { Problem } from './rules/problem.ts';

/** A warning leaves the definition as it is: valid, and most likely not meant. */
export interface JudgedProblem extends Problem {
  readonly severity: 'error' | 'warning';
}

export interface Validation {
  /** No errors; there may be warnings. */
  readonly ok: boolean;
  /** How many files were looked at. */
  readonly files: number;
  /** Errors first. */
  readonly problems: readonly JudgedProblem[];
}

/** What else is most likely not meant, seen from the repository. */
export type LookAtRoutine = (routine: Routine) => Promise<readonly RuleBreach[]>;

/** @param files absolute; empty means everything that the workspace has */
export async function validateDefinitions(
  workspace: Workspace,
  files: readonly string[],
  look: LookAtRoutine,
): Promise<Validation> {
  const {
    errors,
    warnings: ofText,
    sound,
    files: count,
  } = files.length === 0 ? await ofCatalog(workspace) : await ofFiles(workspace, files);
  const warnings = [...ofText];
  for (const { routine, source } of sound) {
    const breaches = await look(routine);
    if (breaches.length > 0) warnings.push(...(await placed(workspace, await source(), breaches)));
  }
  return {
    ok: errors.length === 0,
    files: count,
    problems: [
      ...errors.map((problem) => ({ ...problem, severity: 'error' as const })),
      ...warnings.map((problem) => ({ ...problem, severity: 'warning' as const })),
    ],
  };
}

async function placed(
  workspace: Workspace,
  source: RoutineSource,
  breaches: readonly RuleBreach[],
): Promise<readonly Problem[]> {
  const [{ resolveRoutine }, { problemAt }, { context }] = await Promise.all([
    import('./parse-routine.ts'),
    import('./schema/schema-problems.ts'),
    readContext(workspace),
  ]);
  const resolved = resolveRoutine(source, context);
  if (resolved.kind === 'problems') return [];
  const checked = { file: source.file, root: resolved.root };
  return breaches.map(({ path, ...words }) => problemAt(checked, path, words));
}

interface Sound {
  readonly routine: Routine;
  readonly source: () => Promise<RoutineSource>;
}

interface Found {
  readonly files: number;
  readonly sound: readonly Sound[];
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

async function ofCatalog(workspace: Workspace): Promise<Found> {
  const { entries, workspaceProblems, workspaceWarnings = [] } = await readCatalog(workspace);
  const broken = entries.flatMap((entry) => (entry.kind === 'broken' ? entry.problems : []));
  return {
    files: entries.length + 1,
    sound: entries.flatMap((entry) =>
      entry.kind === 'routine'
        ? [{ routine: entry.routine, source: () => readSource(workspace, entry.file) }]
        : [],
    ),
    errors: [...workspaceProblems, ...broken],
    warnings: [
      ...workspaceWarnings,
      ...entries.flatMap((entry) => (entry.kind === 'routine' ? entry.warnings : [])),
    ],
  };
}

async function ofFiles(workspace: Workspace, files: readonly string[]): Promise<Found> {
  const [{ readRoutineSource }, { parseRoutine }] = await Promise.all([
    import('./load-definitions.ts'),
    import('./parse-routine.ts'),
  ]);
  const { root } = workspace.location;
  const { context, problems: ofWorkspace } = await readContext(workspace);
  const { entries } = await readCatalog(workspace);
  const errors: Problem[] = [];
  const warnings: Problem[] = [];
  const sound: Sound[] = [];
  for (const file of new Set(files)) {
    if (relative(root, file) === 'roundsman.yaml') {
      errors.push(...ofWorkspace);
      continue;
    }
    const read = await readRoutineSource(root, file);
    if (read.kind === 'problem') {
      errors.push(read.problem);
      continue;
    }
    const reading = parseRoutine(read.source, context);
    if (reading.kind === 'problems') {
      errors.push(...reading.problems);
      continue;
    }
    // By itself it is sound; beside the others it may not be.
    const beside = entries.find((entry) => entry.file === read.source.file);
    if (beside?.kind === 'broken') errors.push(...beside.problems);
    warnings.push(...reading.warnings);
    sound.push({ routine: reading.routine, source: async () => read.source });
  }
  return { files: new Set(files).size, errors, warnings, sound };
}

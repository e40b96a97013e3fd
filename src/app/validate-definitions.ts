/** All problems of definitions at once. */
import { relative } from 'node:path';

import type { Problem } from '../domain/problem.ts';
import type { Workspace } from './contract.ts';
import { readCatalog, readContext } from './definitions.ts';

export interface Validation {
  readonly ok: boolean;
  /** How many files were looked at. */
  readonly files: number;
  readonly problems: readonly Problem[];
}

/** @param files absolute; empty means everything that the workspace has */
export async function validateDefinitions(
  workspace: Workspace,
  files: readonly string[],
): Promise<Validation> {
  const found = files.length === 0 ? await ofCatalog(workspace) : await ofFiles(workspace, files);
  return { ok: found.problems.length === 0, ...found };
}

async function ofCatalog(workspace: Workspace): Promise<Omit<Validation, 'ok'>> {
  const catalog = await readCatalog(workspace);
  const broken = catalog.entries.flatMap((entry) =>
    entry.kind === 'broken' ? entry.problems : [],
  );
  return {
    files: catalog.entries.length + 1,
    problems: [...catalog.workspaceProblems, ...broken],
  };
}

async function ofFiles(
  workspace: Workspace,
  files: readonly string[],
): Promise<Omit<Validation, 'ok'>> {
  const [{ readRoutineSource }, { parseRoutine }] = await Promise.all([
    import('../routines/load-definitions.ts'),
    import('../routines/parse-routine.ts'),
  ]);
  const { root } = workspace.location;
  const { context, problems: ofWorkspace } = await readContext(workspace);
  const problems: Problem[] = [];
  for (const file of new Set(files)) {
    if (relative(root, file) === 'roundsman.yaml') {
      problems.push(...ofWorkspace);
      continue;
    }
    const read = await readRoutineSource(root, file);
    if (read.kind === 'problem') {
      problems.push(read.problem);
      continue;
    }
    const reading = parseRoutine(read.source, context);
    if (reading.kind === 'problems') problems.push(...reading.problems);
  }
  return { files: new Set(files).size, problems };
}

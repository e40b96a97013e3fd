/** One change to the text of a routine's file, written only when the routine holds with it. */
import { join } from 'node:path';

import { writeText } from '../platform/files.ts';
import {
  invalidDefinition,
  readCatalog,
  readContext,
  readSource,
} from '../routines/definitions.ts';
import { findEntry } from '../routines/find-routine.ts';
import { problemText, type Problem } from '../routines/rules/problem.ts';
import { AppError } from '../words/errors.ts';
import type { Workspace } from '../workspace/contract.ts';

/** Throws `usage` with every problem; then the file is as it was. @returns also the file, relative to the root */
export async function changeRoutine<Changed extends { readonly text: string }>(
  workspace: Workspace,
  id: string,
  change: (text: string) => Changed,
): Promise<Changed & { readonly file: string }> {
  const { file } = findEntry(await readCatalog(workspace), id);
  const { bytes } = await readSource(workspace, file);
  const [{ parseRoutine }, { readYaml }, { context }] = await Promise.all([
    import('../routines/parse-routine.ts'),
    import('../routines/read-yaml.ts'),
    readContext(workspace),
  ]);
  const read = readYaml(file, bytes);
  if (read.kind === 'problems') throw invalidDefinition(file, read.problems);
  const changed = change(new TextDecoder().decode(bytes));
  const after = parseRoutine({ file, bytes: new TextEncoder().encode(changed.text) }, context);
  if (after.kind === 'problems') throw nothingChanged(after.problems);
  await writeText(join(workspace.location.root, file), changed.text);
  return { ...changed, file };
}

/** Every problem, and keys as they are typed: `collect.todos`, not `collect[0].todos`. */
export function nothingChanged(problems: readonly Problem[]): AppError {
  const [first] = problems;
  const { message, hint } = problemText(problems);
  return new AppError('usage', {
    code: first?.code ?? 'invalid-definition',
    message: `nothing was changed: ${message.replaceAll(/`collect\[\d+\]\./g, '`collect.')}`,
    hint,
  });
}

/** What is to be done with a changed file, a line each. */
export function nextLines(id: string, file: string): readonly string[] {
  return [`Next: commit ${file}`, `      or use it now: roundsman enable ${id}`];
}

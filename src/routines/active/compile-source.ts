/** Compiles an enabled definition from its stored texts. Slow to load: it needs yaml and zod. */
import { checkSchedule } from '../../calendar/next.ts';
import type { EnabledSource, StoredDefinition } from '../../store/definition-ports.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { compileEntry } from '../compile/compile-entry.ts';
import { runSettings } from '../definition-context.ts';
import { parseWorkspace } from '../parse-workspace.ts';
import { readSurroundings } from './active-state.ts';

/** `null` when it does not hold, with this version of the product or at all. */
export async function compileSource(
  workspace: Workspace,
  file: string,
  { text, workspace: settings }: EnabledSource,
): Promise<StoredDefinition | null> {
  const { fallbacks, engines } = await readSurroundings(workspace);
  const encoder = new TextEncoder();
  const read = parseWorkspace(settings === null ? null : encoder.encode(settings), fallbacks);
  if (read.problems.length > 0) return null;
  const name = file.slice(file.lastIndexOf('/') + 1);
  const context = { workspace: read.config, engines, checkSchedule };
  const entry = compileEntry(name, { kind: 'content', bytes: encoder.encode(text) }, context);
  if (entry.kind === 'broken') return null;
  const { hash, routine } = entry;
  return { hash, routine, file, settings: runSettings(read.config) };
}

/** Pinning the content of the working tree's definition, so that it is active whatever the ref says. */
import { join } from 'node:path';

import { readUntrusted } from '../../platform/read-untrusted.ts';
import type { EnabledDefinition, EnabledSource } from '../../store/definition-ports.ts';
import { AppError } from '../../words/errors.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { activeById, type ActiveRoutine } from '../active-routines.ts';
import { readActivity } from '../active/read-activity.ts';
import { describeActivation, settingsHash, type Activation } from './describe-activation.ts';

/** Enables what stands in the working tree now. For what was shown before: `enableShown`. */
export async function enableRoutine(workspace: Workspace, id: string): Promise<Activation> {
  const shown = await describeActivation(workspace, id);
  await enableShown(workspace, [shown]);
  return shown;
}

/**
 * Enables exactly what was shown; those that are active already are passed over. Throws `refused` when a file is another
 * one by now, and then enables none.
 */
export async function enableShown(
  workspace: Workspace,
  shown: readonly Activation[],
): Promise<void> {
  const wanted = shown.filter(({ state }) => state !== 'active');
  if (wanted.length === 0) return;
  const sources = await readSources(workspace, wanted);
  const by = workspace.actor;
  const at = workspace.clock.now().toISOString();
  const pins = new Map<RoutineId, EnabledDefinition>(
    wanted.map(({ id, file, definition }) => [id, { routine: id, file, hash: definition, by, at }]),
  );
  await workspace.enabled.change(
    (all) => [...all.filter(({ routine }) => !pins.has(routine)), ...pins.values()],
    sources,
  );
  await readActivity(workspace);
}

export interface Disabled {
  readonly id: string;
  readonly wasEnabled: boolean;
  /** What counts again; `null`: nothing of it is active. */
  readonly active: Pick<ActiveRoutine, 'source' | 'from' | 'definition'> | null;
}

/** What a person enabled counts no longer, and what the ref says does again. `null`: all that is enabled. */
export async function disableRoutines(
  workspace: Workspace,
  ids: readonly string[] | null,
): Promise<readonly Disabled[]> {
  const { enabled } = await workspace.enabled.read();
  const known = new Set<string>(enabled.map(({ routine }) => routine));
  const chosen = ids === null ? [...known] : [...new Set(ids)];
  const before = activeById(await readActivity(workspace));
  const unknown = chosen.find((id) => !known.has(id) && !before.has(id));
  if (unknown !== undefined) await describeActivation(workspace, unknown);
  await workspace.enabled.change((all) => all.filter(({ routine }) => !chosen.includes(routine)));
  const now = activeById(await readActivity(workspace));
  return chosen.map((id) => {
    const active = now.get(id);
    return {
      id,
      wasEnabled: known.has(id),
      active:
        active === undefined
          ? null
          : { source: active.source, from: active.from, definition: active.definition },
    };
  });
}

/** The bytes that the definitions are made of; whatever is compiled from them now is what was shown. */
async function readSources(
  workspace: Workspace,
  shown: readonly Activation[],
): Promise<readonly EnabledSource[]> {
  const { compileSource } = await import('../active/compile-source.ts');
  const { root } = workspace.location;
  const settings = await readText(join(root, 'roundsman.yaml'));
  const sources: EnabledSource[] = [];
  for (const { file, definition, settings: seen } of shown) {
    const text = (await readText(join(root, file))) ?? '';
    const source = { hash: definition, text, workspace: settings };
    const compiled = await compileSource(workspace, file, source);
    // The hash of a routine says nothing of roundsman.yaml, which names programs and where secrets go.
    if (compiled?.hash !== definition || settingsHash(compiled.settings) !== seen)
      throw changedMeanwhile(file);
    await workspace.definitions.put(compiled);
    sources.push(source);
  }
  return sources;
}

async function readText(path: string): Promise<string | null> {
  const { MAX_DEFINITION_BYTES } = await import('../decode-text.ts');
  const read = await readUntrusted(path, MAX_DEFINITION_BYTES);
  return read.kind === 'content' ? read.bytes.toString('utf8') : null;
}

function changedMeanwhile(file: string): AppError {
  return new AppError('refused', {
    code: 'changed-meanwhile',
    message: `${file} or roundsman.yaml changed after it was shown: nothing was enabled`,
    hint: 'Look at it again: roundsman enable',
  });
}

/** Which definitions and payloads anything in the workspace names. */
import { join } from 'node:path';

import { listFolder } from '../platform/files.ts';
import { forAll, readSmallFile } from '../platform/many-files.ts';
import { workspacePaths } from '../store/state-paths.ts';
import type { Workspace } from '../workspace/contract.ts';

/** `null` while a record cannot be read: it may name anything. */
export async function referencedHashes(
  workspace: Pick<Workspace, 'location' | 'slots' | 'runs'>,
): Promise<ReadonlySet<string> | null> {
  const [slots, runs] = await Promise.all([workspace.slots.list(), workspace.runs.list()]);
  if (slots.corrupt.length > 0 || runs.corrupt.length > 0) return null;
  const named = new Set(await namedInState(workspace.location.stateDir));
  for (const { definition, event, handover } of [
    ...slots.records,
    ...runs.runs.map(({ spec }) => ({ ...spec, definition: spec.definition.hash })),
  ]) {
    named.add(definition);
    if (event !== null && event.payload !== null) named.add(event.payload);
    if (handover) named.add(handover.document);
  }
  return named;
}

/** All that looks like a hash in what the workspace keeps of itself: what is active, enabled, deployed. */
async function namedInState(stateDir: string): Promise<readonly string[]> {
  const { deployments, enabled, enabledSources, pauses } = workspacePaths(stateDir);
  const folders = [stateDir, deployments, enabled, enabledSources, pauses];
  const named = await Promise.all(folders.map(namedInFolder));
  return named.flat();
}

async function namedInFolder(folder: string): Promise<readonly string[]> {
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.json'));
  const texts = await forAll(names, (name) => readSmallFile(join(folder, name)));
  return texts.flatMap((text) => (text ?? '').match(/\b[0-9a-f]{64}\b/g) ?? []);
}

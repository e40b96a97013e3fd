/** Which definitions and payloads anything in the workspace names. */
import type { Workspace } from '../workspace/contract.ts';

/** `null` while a record cannot be read: it may name anything. */
export async function referencedHashes(
  workspace: Pick<Workspace, 'slots' | 'runs' | 'hashes'>,
): Promise<ReadonlySet<string> | null> {
  const [slots, runs] = await Promise.all([workspace.slots.list(), workspace.runs.list()]);
  if (slots.corrupt.length > 0 || runs.corrupt.length > 0) return null;
  const named = new Set(await workspace.hashes.listNamed());
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

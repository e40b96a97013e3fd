/**
 * Keeps the ledger small: what ended a while ago is folded, months past their time go, and with them the payloads and
 * definitions that nothing names any more.
 */
import type { Exclusively } from '../store/ports.ts';
import type { Workspace } from '../workspace/contract.ts';

interface FoldRequest {
  readonly workspace: Pick<Workspace, 'clock' | 'slots' | 'runs' | 'hashes' | 'usage'>;
  /** The admission lock; it is given back now and then, so that no slot waits for this. */
  readonly exclusively: Exclusively;
  readonly keepSlotsMs: number;
  readonly signal?: AbortSignal;
}

interface FoldReport {
  readonly folded: number;
  /** `2025-10`. */
  readonly droppedMonths: readonly string[];
  readonly sweptFiles: number;
}

/** Final records that are older go into their month's file. */
const FOLD_AFTER_MS = 2 * 86_400_000;
/** Records folded at one go: some ten milliseconds. */
const TURN = 500;

export async function foldLedger(request: FoldRequest): Promise<FoldReport> {
  const { workspace, exclusively, keepSlotsMs, signal } = request;
  const now = workspace.clock.now().getTime();
  const before = new Date(now - FOLD_AFTER_MS);
  const dropBefore = new Date(now - Math.max(keepSlotsMs, FOLD_AFTER_MS));
  const limits = { before, dropBefore, most: TURN };
  const droppedMonths: string[] = [];
  let folded = 0;
  let more = true;
  while (more) {
    if (signal?.aborted === true) break;
    const turn = await exclusively(() => workspace.slots.fold(limits));
    folded += turn.folded;
    droppedMonths.push(...turn.dropped);
    ({ more } = turn);
  }
  await workspace.usage.drop(dropBefore.toISOString().slice(0, 10));
  // Only a record that went can have been the last to name something.
  const sweptFiles = droppedMonths.length === 0 ? 0 : await sweep(request, dropBefore);
  return { folded, droppedMonths, sweptFiles };
}

/** Nothing goes while a record cannot be read: it may name anything. */
async function sweep({ workspace }: FoldRequest, before: Date): Promise<number> {
  const keep = await referencedHashes(workspace);
  return keep === null ? 0 : workspace.hashes.sweep({ keep, before });
}

// Which definitions and payloads anything in the workspace names.

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

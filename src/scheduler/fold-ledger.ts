/**
 * Keeps the ledger small: what ended a while ago is folded, months past their time go, and with them the payloads and
 * definitions that nothing names any more.
 */
import { fileUsageStore } from '../store/files/file-usage-store.ts';
import { sweepHashed } from '../store/files/hashed-files.ts';
import type { Exclusively } from '../store/ports.ts';
import { workspacePaths } from '../store/state-paths.ts';
import type { Workspace } from '../workspace/contract.ts';
import { referencedHashes } from './referenced-hashes.ts';

interface FoldRequest {
  readonly workspace: Pick<Workspace, 'location' | 'clock' | 'slots' | 'runs'>;
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
  await fileUsageStore(workspace.location.stateDir).drop(dropBefore.toISOString().slice(0, 10));
  // Only a record that went can have been the last to name something.
  const sweptFiles = droppedMonths.length === 0 ? 0 : await sweep(request, dropBefore);
  return { folded, droppedMonths, sweptFiles };
}

/** Nothing goes while a record cannot be read: it may name anything. */
async function sweep({ workspace }: FoldRequest, before: Date): Promise<number> {
  const keep = await referencedHashes(workspace);
  if (keep === null) return 0;
  const { definitions, events } = workspacePaths(workspace.location.stateDir);
  return (
    (await sweepHashed(definitions, { keep, before })) +
    (await sweepHashed(events, { keep, before }))
  );
}

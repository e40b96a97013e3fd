/**
 * Keeps the ledger small: what ended a while ago is folded, months past their time go, and with them the payloads and
 * definitions that nothing names any more.
 */
import { join } from 'node:path';

import { listFolder } from '../platform/files.ts';
import { forAll, readSmallFile } from '../platform/many-files.ts';
import { sweepHashed } from '../store/files/hashed-files.ts';
import type { Exclusively } from '../store/ports.ts';
import { workspacePaths } from '../store/state-paths.ts';
import type { Workspace } from './contract.ts';

export interface FoldRequest {
  readonly workspace: Pick<Workspace, 'location' | 'clock' | 'slots' | 'runs'>;
  /** The admission lock; it is given back now and then, so that no slot waits for this. */
  readonly exclusively: Exclusively;
  readonly keepSlotsMs: number;
  readonly signal?: AbortSignal;
}

export interface FoldReport {
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
  // Only a record that went can have been the last to name something.
  const sweptFiles = droppedMonths.length === 0 ? 0 : await sweep(request, dropBefore);
  return { folded, droppedMonths, sweptFiles };
}

/** Nothing goes while a record cannot be read: it may name anything. */
async function sweep({ workspace }: FoldRequest, before: Date): Promise<number> {
  const [slots, runs] = await Promise.all([workspace.slots.list(), workspace.runs.list()]);
  if (slots.corrupt.length > 0 || runs.corrupt.length > 0) return 0;
  const { stateDir } = workspace.location;
  const keep = new Set(await namedInState(stateDir));
  for (const { definition, event } of [
    ...slots.records,
    ...runs.runs.map(({ spec }) => ({ definition: spec.definition.hash, event: spec.event })),
  ]) {
    keep.add(definition);
    if (event !== null && event.payload !== null) keep.add(event.payload);
  }
  const { definitions, events } = workspacePaths(stateDir);
  return (
    (await sweepHashed(definitions, { keep, before })) +
    (await sweepHashed(events, { keep, before }))
  );
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

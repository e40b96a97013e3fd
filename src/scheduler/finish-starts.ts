/** Slots that say `started` with a run that was never made: what a crash in between leaves. */
import type { StartUnderway } from '../store/ports.ts';
import { asAppError, type AppError } from '../words/errors.ts';
import type { SlotRecord } from '../words/slot.ts';
import { oneLine } from '../words/text.ts';
import type { StartRequest, TickParts } from './contract.ts';

export type StartedSlot = StartRequest;

export interface FinishedStarts {
  readonly started: readonly StartedSlot[];
  readonly problems: readonly AppError[];
}

/** The caller holds the admission lock. Those whose run has been made, or whose slot says otherwise, are passed over. */
export async function finishStarts(
  parts: Pick<TickParts, 'slots' | 'starter'>,
  starts: readonly StartUnderway[],
  now: number,
): Promise<FinishedStarts> {
  const started: StartedSlot[] = [];
  const problems: AppError[] = [];
  for (const { routine, key, runId } of starts) {
    if (await parts.starter.has(runId)) continue;
    const record = await parts.slots.read(routine, key);
    if (record?.state.kind !== 'started' || record.state.runId !== runId) continue;
    if (await isInTheWay(parts, record)) {
      await parts.slots.updateAll([{ ...backInQueue(record), changedAt: isoOf(now) }]);
      continue;
    }
    const problem = await makeRun(parts, { record, runId }, now);
    if (problem === null) started.push({ record, runId });
    else problems.push(problem);
  }
  return { started, problems };
}

/** Makes the run of a slot that says `started`. When that cannot be, the slot says so; gives the reason. */
export async function makeRun(
  { slots, starter }: Pick<TickParts, 'slots' | 'starter'>,
  request: StartRequest,
  now: number,
): Promise<AppError | null> {
  try {
    await starter.start(request);
    return null;
  } catch (thrown) {
    const problem = asAppError(thrown);
    const { record } = request;
    const state = {
      kind: 'skipped',
      cause: 'failed-start',
      reason: oneLine(`its run could not be made: ${problem.message}`, 300),
    } as const;
    await slots.updateAll([
      { ...record, state, changedAt: isoOf(now), attempts: record.attempts - 1 },
    ]);
    return problem;
  }
}

/** Another run of the routine was started since: the plan decides anew. */
async function isInTheWay(
  { starter }: Pick<TickParts, 'starter'>,
  { routine, anyway }: SlotRecord,
): Promise<boolean> {
  return !anyway && (await starter.live()).some((run) => run.routine === routine);
}

function backInQueue(record: SlotRecord): SlotRecord {
  const state = { kind: 'queued', reason: 'its start was cut off' } as const;
  return { ...record, state, attempts: Math.max(0, record.attempts - 1) };
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}

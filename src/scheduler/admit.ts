/**
 * The one way into a run, for commands and the daemon's ticks alike: slots get their records, and each that is to start
 * gets its run. The caller holds the admission lock and has decided by the rule of `admission.ts`.
 *
 * **Invariant:** a slot's record says `started` with the id of its run, durably and exclusively, before that run is made.
 * So a slot has at most one run, whichever process tries, and `finishStarts` makes the run that a crash left out.
 */
import type { SlotStore, StartUnderway } from '../store/ports.ts';
import { asAppError, type AppError } from '../words/errors.ts';
import type { RunId } from '../words/ids.ts';
import type { SlotRecord } from '../words/slot.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import { oneLine } from '../words/text.ts';
import type { RunStarter, StartRequest, Decision, Plan, TickParts } from './contract.ts';
import { takenKey } from './plan/plan-slot.ts';

interface AdmitParts {
  readonly slots: Pick<SlotStore, 'createAll' | 'updateAll'>;
  readonly starter: Pick<RunStarter, 'start'>;
  readonly probe?: StepProbe;
}

export interface Start {
  /** As it was before; `attempts` counts earlier runs. */
  readonly record: SlotRecord;
  /** Whether it is stored. One that is not is created exclusively. */
  readonly created: boolean;
  readonly runId: RunId;
}

interface AdmitRequest {
  readonly by: 'command' | 'daemon';
  /** ms since 1970. */
  readonly now: number;
  readonly starts: readonly Start[];
  /** Written with the others, for the price of few syncs: records that are new, and those that move on. */
  readonly records?: readonly SlotRecord[];
  readonly moved?: readonly SlotRecord[];
}

export interface FinishedStarts {
  readonly started: readonly StartRequest[];
  /** Why runs could not be made; their slots say so too. */
  readonly problems: readonly AppError[];
}

export interface Admitted extends FinishedStarts {
  /** Slots that another process recorded meanwhile, as `takenKey` writes them: nothing of them is carried out. */
  readonly lost: ReadonlySet<string>;
}

/** Records are durable before the first run is made. Throws what the store throws. */
export async function admit(parts: AdmitParts, request: AdmitRequest): Promise<Admitted> {
  const { by, now, records = [], moved = [] } = request;
  const starts = request.starts.map((start) => ({ ...start, record: startedOf(start, now) }));
  const first = starts.filter(({ created }) => !created).map(({ record }) => record);
  const again = starts.filter(({ created }) => created).map(({ record }) => record);
  const lost = await createRecords(parts, [...records, ...first]);
  const updates = [...moved, ...again];
  if (updates.length > 0) await parts.slots.updateAll(updates);
  const { probe = noProbe } = parts;
  if (starts.length > 0) await probe(`${by}/slots-recorded`);
  const started: StartRequest[] = [];
  const problems: AppError[] = [];
  for (const { record, created, runId } of starts) {
    if (!created && lost.has(nameOf(record))) continue;
    const problem = await makeRun(parts, { record, runId }, now);
    if (problem === null) started.push({ record, runId });
    else problems.push(problem);
  }
  return { started, problems, lost };
}

/** Makes the runs that a crash left out. Those that have been made, or whose slot says otherwise, are passed over. */
export async function finishStarts(
  parts: { readonly slots: SlotStore; readonly starter: RunStarter },
  starts: readonly StartUnderway[],
  now: number,
): Promise<FinishedStarts> {
  const started: StartRequest[] = [];
  const problems: AppError[] = [];
  for (const { routine, key, runId } of starts) {
    if (await parts.starter.has(runId)) continue;
    const record = await parts.slots.read(routine, key);
    if (record?.state.kind !== 'started' || record.state.runId !== runId) continue;
    if (await isInTheWay(parts.starter, record)) {
      await parts.slots.updateAll([{ ...backInQueue(record), changedAt: isoOf(now) }]);
      continue;
    }
    const problem = await makeRun(parts, { record, runId }, now);
    if (problem === null) started.push({ record, runId });
    else problems.push(problem);
  }
  return { started, problems };
}

function startedOf({ record, runId }: Start, now: number): SlotRecord {
  const state = { kind: 'started', runId } as const;
  return { ...record, state, changedAt: isoOf(now), attempts: record.attempts + 1 };
}

async function createRecords(
  { slots }: Pick<AdmitParts, 'slots'>,
  records: readonly SlotRecord[],
): Promise<ReadonlySet<string>> {
  const outcomes = records.length === 0 ? [] : await slots.createAll(records);
  return new Set(records.filter((_, at) => outcomes[at] !== true).map(nameOf));
}

/** Makes the run of a slot that says `started`. When that cannot be, the slot says so; gives the reason. */
async function makeRun(
  { slots, starter }: AdmitParts,
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

/** Another run of the routine was started since: the plan decides again. */
async function isInTheWay(starter: RunStarter, { routine, anyway }: SlotRecord): Promise<boolean> {
  return !anyway && (await starter.live()).some((run) => run.routine === routine);
}

function backInQueue(record: SlotRecord): SlotRecord {
  const state = { kind: 'queued', reason: 'its start was cut off' } as const;
  return { ...record, state, attempts: Math.max(0, record.attempts - 1) };
}

function nameOf({ routine, slot }: SlotRecord): string {
  return takenKey(routine, slot.key);
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}

// Carries a plan out: slots are recorded and started, runs stopped, routines paused. The caller holds the admission lock.
interface CarriedOut {
  readonly started: readonly StartRequest[];
  readonly problems: readonly AppError[];
  /** Whether anything was written to the ledger. */
  readonly recorded: boolean;
  /** A start came to nothing: what waited for its place may start. */
  readonly leftPlaces: boolean;
}

interface CarryOutFrame {
  /** For each start of the plan, in order. */
  readonly runIds: readonly StartUnderway[];
  readonly now: number;
}

export async function carryOut(
  parts: TickParts,
  { decisions }: Plan,
  { runIds, now }: CarryOutFrame,
): Promise<CarriedOut> {
  const changedAt = new Date(now).toISOString();
  const starts = decisions
    .filter((decision) => decision.kind === 'start')
    .flatMap((decision, at) => {
      const runId = runIds[at]?.runId;
      return runId === undefined ? [] : [{ ...decision, runId }];
    });
  const { started, problems, lost } = await admit(parts, {
    by: 'daemon',
    now,
    starts,
    records: decisions.flatMap((one) => (one.kind === 'record' ? [one.record] : [])),
    moved: decisions.flatMap((one) =>
      one.kind === 'move' ? [{ ...one.record, state: one.to, changedAt }] : [],
    ),
  });
  const unstopped = await stopRuns(parts, decisions, lost);
  for (const decision of decisions)
    if (decision.kind === 'pause') await parts.pauses.write(decision.pause);
  const recorded = decisions.some(({ kind }) => kind !== 'stop' && kind !== 'pause');
  const leftPlaces = started.length < starts.length;
  return { started, problems: [...problems, ...unstopped], recorded, leftPlaces };
}

async function stopRuns(
  { starter }: TickParts,
  decisions: readonly Decision[],
  lost: Admitted['lost'],
): Promise<AppError[]> {
  const problems: AppError[] = [];
  for (const decision of decisions) {
    if (decision.kind !== 'stop' || lost.has(takenKey(decision.routine, decision.forSlot)))
      continue;
    try {
      await starter.stop(decision.run, decision.how, `${decision.forSlot} is due`);
    } catch (thrown) {
      problems.push(asAppError(thrown));
    }
  }
  return problems;
}

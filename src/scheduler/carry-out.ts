/** Carries a plan out: records first, then runs. The caller holds the admission lock. */
import type { StartUnderway } from '../store/ports.ts';
import { asAppError, type AppError } from '../words/errors.ts';
import type { RunId } from '../words/ids.ts';
import type { SlotRecord } from '../words/slot.ts';
import type { Decision, Plan, TickParts } from './contract.ts';
import { makeRun, type StartedSlot } from './finish-starts.ts';
import { takenKey } from './plan/slot-key.ts';

export interface CarriedOut {
  readonly started: readonly StartedSlot[];
  readonly problems: readonly AppError[];
  /** Whether anything was written to the ledger. */
  readonly recorded: boolean;
  /** A start came to nothing: what waited for its place may start. */
  readonly leftPlaces: boolean;
}

export interface CarryOutFrame {
  /** For each start of the plan, in order. */
  readonly runIds: readonly StartUnderway[];
  readonly now: number;
}

type StartDecision = Extract<Decision, { kind: 'start' }>;

interface Start extends StartDecision {
  readonly runId: RunId;
  /** As it is stored. */
  readonly started: SlotRecord;
}

export async function carryOut(
  parts: TickParts,
  { decisions }: Plan,
  { runIds, now }: CarryOutFrame,
): Promise<CarriedOut> {
  const starts = startsOf(decisions, { runIds, now });
  const lost = await writeRecords(parts, decisions, { starts, now });
  if (starts.length > 0) await parts.probe?.('daemon/slots-recorded');
  const problems = await stopRuns(parts, decisions, lost);
  const started: StartedSlot[] = [];
  for (const start of starts) {
    if (!start.created && lost.has(nameOf(start.record))) continue;
    const made = await makeRun(parts, { record: start.started, runId: start.runId }, now);
    if (made === null) started.push({ record: start.started, runId: start.runId });
    else problems.push(made);
  }
  for (const decision of decisions)
    if (decision.kind === 'pause') await parts.pauses.write(decision.pause);
  const recorded = decisions.some(({ kind }) => kind !== 'stop' && kind !== 'pause');
  return { started, problems, recorded, leftPlaces: started.length < starts.length };
}

function startsOf(
  decisions: readonly Decision[],
  { runIds, now }: CarryOutFrame,
): readonly Start[] {
  const changedAt = new Date(now).toISOString();
  const planned = decisions.filter((decision) => decision.kind === 'start');
  return planned.flatMap((decision, at) => {
    const runId = runIds[at]?.runId;
    if (runId === undefined) return [];
    const { record } = decision;
    const state = { kind: 'started', runId } as const;
    const started = { ...record, state, changedAt, attempts: record.attempts + 1 };
    return [{ ...decision, runId, started }];
  });
}

/** Durable when it resolves. Gives the slots that another process recorded meanwhile: nothing of them is carried out. */
async function writeRecords(
  parts: TickParts,
  decisions: readonly Decision[],
  { starts, now }: { readonly starts: readonly Start[]; readonly now: number },
): Promise<ReadonlySet<string>> {
  const fresh = decisions.flatMap((decision) =>
    decision.kind === 'record' ? [decision.record] : [],
  );
  const created = [...fresh, ...starts.flatMap((start) => (start.created ? [] : [start.started]))];
  const outcomes = created.length === 0 ? [] : await parts.slots.createAll(created);
  const changedAt = new Date(now).toISOString();
  const moved = [
    ...decisions.flatMap((decision) =>
      decision.kind === 'move' ? [{ ...decision.record, state: decision.to, changedAt }] : [],
    ),
    ...starts.flatMap((start) => (start.created ? [start.started] : [])),
  ];
  if (moved.length > 0) await parts.slots.updateAll(moved);
  return new Set(created.filter((_, at) => outcomes[at] !== true).map(nameOf));
}

async function stopRuns(
  { starter }: TickParts,
  decisions: readonly Decision[],
  lost: ReadonlySet<string>,
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

function nameOf({ routine, slot }: SlotRecord): string {
  return takenKey(routine, slot.key);
}

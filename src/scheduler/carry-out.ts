/** Carries a plan out: slots are recorded and started, runs stopped, routines paused. The caller holds the admission lock. */
import type { StartUnderway } from '../store/ports.ts';
import { asAppError, type AppError } from '../words/errors.ts';
import { admit, type Admitted } from './admit.ts';
import type { Decision, Plan, StartRequest, TickParts } from './contract.ts';
import { takenKey } from './plan/plan-slot.ts';

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

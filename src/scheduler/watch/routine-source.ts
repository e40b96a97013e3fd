/**
 * `on.routine`: routines that are due when a run of another ends. Run ids make an event known the second time, so that
 * ended runs are looked through again after a restart: those that ended while no daemon ran count then.
 */
import { z } from 'zod';

import { type RoutineId, type RunId, isRunId } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { RoutineTrigger, RunOutcome } from '../../words/trigger.ts';
import type { TriggerSource, WatchParts } from '../contract.ts';
import { watchMemory } from './watch-memory.ts';

export interface RoutineSource extends TriggerSource {
  /** Durable when it resolves; for any run that ended, also one that no routine waits for. Idempotent. */
  runEnded(view: RunView): Promise<void>;
}

/** By routine: runs that ended after `since` count for it. A trigger that was edited begins again. */
const seenSchema = z.strictObject({
  /** ISO 8601. Runs that ended before were told. */
  lookedTo: z.string().nullable(),
  routines: z.record(z.string(), z.strictObject({ triggers: z.string(), since: z.string() })),
});
type Seen = z.infer<typeof seenSchema>;
type Parts = Pick<WatchParts, 'intake' | 'memoryFolder' | 'runs' | 'clock' | 'warn'>;

/** The newest runs that are looked through after a restart. */
const MOST_RUNS = 2000;
/** Runs end in another order than they are told: this much is looked through again. */
const AGAIN_MS = 3_600_000;
/** Definitions in a circle are refused when they are read; should one slip through, it ends here. */
const LONGEST_CHAIN = 16;

interface Followed {
  readonly id: RoutineId;
  readonly triggers: readonly RoutineTrigger[];
  readonly key: string;
}

export function routineSource(parts: Parts): RoutineSource {
  const memory = watchMemory<Seen>(parts, {
    name: 'routines',
    schema: seenSchema,
    empty: { lookedTo: null, routines: {} },
  });
  let followed: readonly Followed[] = [];
  let turn: Promise<void> = Promise.resolve();
  /** One after the other: they write what was seen. */
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    await mine;
  };
  let caughtUp = false;
  const take = async (views: readonly RunView[]): Promise<void> => {
    if (followed.length === 0) return;
    const seen = await memory.read();
    const failures: unknown[] = [];
    for (const view of views) {
      await tell(parts, { view, followed, seen }).catch((thrown: unknown) => failures.push(thrown));
    }
    // What was not delivered is looked at again after a restart.
    if (failures.length > 0) throw failures[0];
    const ends = views.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt]));
    const lookedTo = [...ends, ...(seen.lookedTo === null ? [] : [seen.lookedTo])]
      .toSorted()
      .at(-1);
    await memory.write({ ...seen, lookedTo: lookedTo ?? null });
  };
  return {
    follow: async (routines) =>
      inTurn(async () => {
        followed = routines.flatMap(followedOf);
        const { lookedTo, routines: known } = await memory.read();
        const now = parts.clock.now().toISOString();
        const kept = followed.map(({ id, key }) => {
          const before = known[id];
          return [id, before?.triggers === key ? before : { triggers: key, since: now }] as const;
        });
        await memory.write({ lookedTo: lookedTo ?? now, routines: Object.fromEntries(kept) });
        if (caughtUp) return;
        await take(await endedSince(parts, lookedTo ?? now));
        caughtUp = true;
      }),
    runEnded: async (view) => inTurn(async () => take([view])),
    close: async () => turn,
  };
}

function followedOf({ id, enabled, triggers }: ScheduledRoutine): readonly Followed[] {
  const own = triggers.filter((trigger) => trigger.kind === 'routine');
  return enabled && own.length > 0 ? [{ id, triggers: own, key: JSON.stringify(own) }] : [];
}

/** Oldest first. */
async function endedSince({ runs }: Parts, lookedTo: string): Promise<readonly RunView[]> {
  const from = new Date(Date.parse(lookedTo) - AGAIN_MS).toISOString();
  const { views } = await runs.listViews({ limit: MOST_RUNS });
  return views
    .filter(({ endedAt }) => endedAt !== null && endedAt >= from)
    .toSorted((a, b) => Date.parse(a.endedAt ?? '') - Date.parse(b.endedAt ?? ''));
}

async function tell(
  parts: Parts,
  {
    view,
    followed,
    seen,
  }: { readonly view: RunView; readonly followed: readonly Followed[]; readonly seen: Seen },
): Promise<void> {
  const outcome = outcomeOf(view);
  if (outcome === null) return;
  const waiting = followed.filter(
    ({ id, triggers }) =>
      (view.endedAt ?? '') > (seen.routines[id]?.since ?? '') &&
      triggers.some(
        (trigger) =>
          trigger.completed.includes(view.routine) &&
          (trigger.outcome.includes(outcome) || trigger.outcome.includes('any')),
      ),
  );
  if (waiting.length === 0) return;
  if (await isTooLong(parts, view.id)) {
    parts.warn(
      `run ${view.id} of ${view.routine} ends a chain of ${LONGEST_CHAIN} routines: ${waiting.map(({ id }) => id).join(', ')} is not started by it`,
    );
    return;
  }
  for (const { id } of waiting) {
    await parts.intake.deliver({
      kind: 'routine',
      routine: id,
      id: view.id,
      summary: oneLine(`${view.routine} ${outcome}`, 200),
      payload: payloadOf(view),
    });
  }
}

/** `null`: not ended, or not begun: a run with nothing to do neither succeeded nor failed. */
function outcomeOf({ state, result, skipped }: RunView): Exclude<RunOutcome, 'any'> | null {
  if (state !== 'ended' || result === null || skipped !== null) return null;
  return result.execution === 'succeeded' && result.report === 'valid' ? 'succeeded' : 'failed';
}

function payloadOf({ id, routine, result, reportPath, branch, endedAt }: RunView): Uint8Array {
  const told = { run: id, routine, result, reportPath, branch, endedAt };
  return new TextEncoder().encode(`${JSON.stringify(told, null, 2)}\n`);
}

/** Whether as many runs led to this one, each making the next one due. */
async function isTooLong({ runs }: Parts, run: RunId): Promise<boolean> {
  let at = run;
  for (let length = 1; length < LONGEST_CHAIN; length += 1) {
    const event = (await runs.read(at))?.spec.event ?? null;
    if (event === null || event.kind !== 'routine' || !isRunId(event.id)) return false;
    at = event.id;
  }
  return true;
}

/** The night as it stands: what is active, waits, runs and was missed, played through on paper. */
import { coreCount } from '../../platform/environment.ts';
import { newRunId } from '../../platform/ids.ts';
import type { ActiveRoutines } from '../../routines/active-routines.ts';
import { sharedCalendar } from '../../scheduler/calendar.ts';
import { PLAN_LIMITS, type PlannedRoutine } from '../../scheduler/contract.ts';
import { foretellNight, type ExpectedRun, type Night } from '../../scheduler/foretell-night.ts';
import { reconcileStarts } from '../../scheduler/schedule-starts.ts';
import { AppError } from '../../words/errors.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openRunBook, type RunBook } from '../run-book.ts';
import type { RehearsalRequest } from './contract.ts';
import type { TypicalRun } from './typical-run.ts';

/** A run of a routine that never ran is taken to last as long as this. */
const UNKNOWN_MS = 5 * 60_000;

/** ms since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Known {
  readonly active: ActiveRoutines;
  readonly typical: ReadonlyMap<RoutineId, TypicalRun>;
}

/** Throws `usage` for a beginning that has passed. */
export async function foretellTonight(
  workspace: Workspace,
  request: Pick<RehearsalRequest, 'from'>,
  { active, typical, span }: Known & { readonly span: Span },
): Promise<Night> {
  const now = workspace.clock.now().getTime();
  const fromNow = request.from === null;
  if (!fromNow && span.from < now) {
    throw new AppError('usage', {
      code: 'past-night',
      message: `--from ${request.from?.toISOString() ?? ''} has passed: a night is rehearsed before it comes`,
      hint: 'See the result: roundsman slots',
    });
  }
  const durationOf = (routine: RoutineId): number => typical.get(routine)?.durationMs ?? UNKNOWN_MS;
  const book = await openRunBook({
    ...workspace,
    onEnded: () => undefined,
    onLook: () => undefined,
  });
  const live = fromNow ? await expectedRuns(book, { now, durationOf }) : [];
  const cursor = await workspace.schedule.readCursor();
  const plannedTo = cursor.plannedTo === null ? null : Date.parse(cursor.plannedTo);
  return foretellNight({
    ...span,
    plannedTo: fromNow ? plannedTo : span.from,
    calendar: sharedCalendar(),
    limits: {
      ...PLAN_LIMITS,
      maxRunning: active.daemon.maxRunning ?? Math.min(4, coreCount()),
    },
    routines: await plannedRoutines(workspace, book, { routines: active.routines, now, plannedTo }),
    open: fromNow ? await workspace.slots.listOpen() : [],
    live,
    durationOf,
    newRunId: () => newRunId(new Date(now)),
  });
}

async function expectedRuns(
  book: RunBook,
  {
    now,
    durationOf,
  }: { readonly now: number; readonly durationOf: (routine: RoutineId) => number },
): Promise<readonly ExpectedRun[]> {
  const { unfinished } = await book.look();
  return unfinished.map(({ spec, record }) => {
    const since = Date.parse(record?.startedAt ?? spec.admittedAt);
    const endsAt = Math.max(now + 1, since + durationOf(spec.routine.id));
    return { id: spec.id, routine: spec.routine.id, policy: spec.routine.policy, endsAt };
  });
}

async function plannedRoutines(
  workspace: Workspace,
  book: RunBook,
  {
    routines,
    now,
    plannedTo,
  }: {
    readonly routines: readonly ScheduledRoutine[];
    readonly now: number;
    readonly plannedTo: number | null;
  },
): Promise<ReadonlyMap<RoutineId, PlannedRoutine>> {
  const [known, pauses, history] = await Promise.all([
    workspace.schedule.readStarts(),
    workspace.pauses.list(new Date(now).toISOString()),
    book.of(new Set(routines.map(({ id }) => id))),
  ]);
  const { starts } = reconcileStarts(known, routines, { now, plannedTo });
  const pauseOf = new Map(pauses.map((pause) => [pause.routine, pause]));
  return new Map(
    routines.map((routine) => {
      const { id } = routine;
      const since = starts.get(id)?.since;
      const past = history.get(id) ?? { lastStartAt: null, failures: 0 };
      return [
        id,
        {
          routine,
          since: since === undefined ? now : Date.parse(since),
          pause: pauseOf.get(id) ?? null,
          ...past,
        },
      ];
    }),
  );
}

/**
 * A dry night: every slot that would fire, by the plan itself, and each routine looked at as an unattended run would meet
 * it. **Invariant:** nothing is started, recorded or set aside, and nothing of it is left.
 */
import { formatTarget } from '../../connections/messages/message-view.ts';
import { inspectDisk } from '../../platform/disk.ts';
import { coreCount } from '../../platform/environment.ts';
import { makeFolder } from '../../platform/files.ts';
import { newRunId } from '../../platform/ids.ts';
import { type ActiveRoutines, readActiveRoutines } from '../../routines/active-routines.ts';
import { findDaemon } from '../../scheduler/ask-daemon.ts';
import { sharedCalendar } from '../../scheduler/calendar.ts';
import { PLAN_LIMITS, type PlannedRoutine } from '../../scheduler/contract.ts';
import { type ExpectedRun, foretellNight, type Night } from '../../scheduler/foretell-night.ts';
import { reconcileStarts } from '../../scheduler/schedule-starts.ts';
import { AppError } from '../../words/errors.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { Routine } from '../../words/routine.ts';
import type { RunView } from '../../words/run.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { levelHere } from '../../workspace/level-here.ts';
import { openRunBook, type RunBook } from '../run-book.ts';
import type { Forecast, Rehearsal, RehearsalRequest, RehearsedRoutine } from './contract.ts';
import { nightProblems } from './night-problems.ts';
import { preflight, type Preflight } from './preflight.ts';
import { bytesOfRun, typicalRun, type TypicalRun } from './typical-run.ts';

// The night as it stands: what is active, waits, runs and was missed, played through on paper.

/** A run of a routine that never ran is taken to last as long as this. */
const UNKNOWN_MS = 5 * 60_000;

/** ms since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Known {
  readonly active: ActiveRoutines;
  readonly typical: ReadonlyMap<RoutineId, TypicalRun>;
}

/** Throws `usage` for a beginning that has passed. */
async function foretellTonight(
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

/** Throws at the signal, for a `from` in the past, and what reading the definitions throws. */
export async function rehearseNight(
  workspace: Workspace,
  request: RehearsalRequest,
): Promise<Rehearsal> {
  const span = spanOf(workspace, request);
  const active = await readActiveRoutines(workspace);
  const { views } = await workspace.runs.listViews();
  const typical = typicalOf(active, views);
  const night = await foretellTonight(workspace, request, { active, typical, span });
  const routines = await rehearseRoutines(workspace, request, { active, night, typical });
  const busy = new Set(night.slots.map(({ record }) => record.routine));
  const quiet = active.routines.filter(({ id, enabled }) => enabled && !busy.has(id));
  const forecast = await forecastOf(workspace, { routines, views });
  const daemon = await findDaemon(workspace.location.stateDir);
  const known = { active, night, routines, forecast, views };
  const problems = nightProblems({ ...known, daemon: daemon !== null });
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    ok: problems.failures.length === 0,
    night,
    routines,
    quiet: quiet.map(({ id }) => id),
    forecast,
    ...problems,
  };
}

function typicalOf(
  { routines }: ActiveRoutines,
  views: readonly RunView[],
): ReadonlyMap<RoutineId, TypicalRun> {
  const byRoutine = new Map<RoutineId, RunView[]>();
  for (const view of views) {
    const known = byRoutine.get(view.routine);
    if (known === undefined) byRoutine.set(view.routine, [view]);
    else known.push(view);
  }
  return new Map(routines.map(({ id }) => [id, typicalRun(byRoutine.get(id) ?? [])]));
}

function spanOf({ clock }: Workspace, { from, hours }: RehearsalRequest): Span {
  const begin = (from ?? clock.now()).getTime();
  return { from: begin, to: begin + hours * 3_600_000 };
}

/** What the night would take, from what earlier runs took. */
async function forecastOf(
  workspace: Workspace,
  {
    routines,
    views,
  }: { readonly routines: readonly RehearsedRoutine[]; readonly views: readonly RunView[] },
): Promise<Forecast> {
  const { stateDir } = workspace.location;
  await makeFolder(stateDir, 0o700);
  const { freeBytes } = await inspectDisk(stateDir);
  let sum: Omit<Forecast, 'freeBytes'> = {
    runs: 0,
    durationMs: 0,
    unknown: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    neededBytes: 0,
  };
  for (const { id, starts, typical } of routines) {
    if (starts === 0) continue;
    const bytes = (await bytesOfRun(stateDir, id, views)) ?? 0;
    sum = {
      runs: sum.runs + starts,
      durationMs: sum.durationMs + starts * (typical.durationMs ?? 0),
      unknown: sum.unknown + (typical.durationMs === null ? starts : 0),
      inputTokens: sum.inputTokens + starts * typical.inputTokens,
      outputTokens: sum.outputTokens + starts * typical.outputTokens,
      costUsd: sum.costUsd + starts * typical.costUsd,
      neededBytes: sum.neededBytes + starts * bytes,
    };
  }
  return { ...sum, freeBytes };
}

/**
 * Each routine that something makes due by itself, looked at as an unattended run would meet it.
 * One after the other: each renders a brief, which reads the repository.
 */
async function rehearseRoutines(
  workspace: Workspace,
  request: RehearsalRequest,
  { active, night, typical }: Known & { readonly night: Night },
): Promise<readonly RehearsedRoutine[]> {
  const starts = new Map<RoutineId, number>();
  for (const { record, startsAt } of night.slots)
    if (startsAt !== null) starts.set(record.routine, (starts.get(record.routine) ?? 0) + 1);
  const wanted = active.routines
    .filter(({ id, enabled, triggers }) => starts.has(id) || (enabled && byItself(triggers)))
    .toSorted((a, b) => (starts.get(b.id) ?? 0) - (starts.get(a.id) ?? 0));
  const done: RehearsedRoutine[] = [];
  for (const routine of wanted) {
    request.progress(routine.id);
    const { id } = routine;
    const looked = await lookAt(workspace, request, routine);
    const usual = typical.get(id) ?? typicalRun([]);
    done.push({ id, starts: starts.get(id) ?? 0, typical: usual, ...looked });
  }
  return done;
}

function byItself(triggers: ScheduledRoutine['triggers']): boolean {
  return triggers.some(({ kind }) => kind !== 'manual');
}

async function lookAt(
  workspace: Workspace,
  request: RehearsalRequest,
  { id, definition: hash }: ScheduledRoutine,
): Promise<Pick<RehearsedRoutine, 'problems' | 'isolation' | 'brief' | 'messages'>> {
  const definition = await workspace.definitions.read(hash);
  if (definition === null) {
    const message = `its definition, ${hash.slice(0, 12)}, is not in the state folder`;
    const hint = `Commit or enable it again: roundsman enable ${id}`;
    const problem = { level: 'fail', code: 'definition-missing', message, hint } as const;
    return { problems: [problem], isolation: null, brief: null, messages: [] };
  }
  const { problems, brief } = await preflight({
    workspace,
    definition,
    quick: request.quick,
    signal: request.signal,
    progress: (text) => request.progress(text === '' ? id : `${id}: ${text}`),
  });
  const isolation = await levelHere(workspace, definition.routine);
  const messages = messagesOf(definition.routine);
  return { problems, isolation, brief: brief === null ? null : sizeOf(brief), messages };
}

function messagesOf({ notify = [] }: Routine): readonly string[] {
  return notify.flatMap(({ on, targets }) =>
    targets.map((target) => `${formatTarget(target)} on ${on.join(', ')}`),
  );
}

function sizeOf({ prompt, facts }: NonNullable<Preflight['brief']>): RehearsedRoutine['brief'] {
  const found = Object.entries(facts).map(
    ([collector, { coverage }]) => [collector, coverage.found] as const,
  );
  return { prompt: prompt.length, facts: Object.fromEntries(found) };
}

/** Builds the daemon of a workspace: the loop, and everything that it looks at and starts. */
import { coreCount } from '../platform/environment.ts';
import { quarantineRuns, formatQuarantine } from '../runtime/finish-orphaned-runs.ts';
import { liveRunsOf } from '../runtime/live-runs.ts';
import { openRunStarter } from '../runtime/run-starter.ts';
import { sendSupervisor, warmSupervisor } from '../runtime/warm-supervisor.ts';
import { isAtWork } from '../scheduler/admission.ts';
import { slotSpec, type SlotSpecParts } from '../scheduler/build-run-spec.ts';
import { sharedCalendar } from '../scheduler/calendar.ts';
import {
  PLAN_LIMITS,
  type PlanLimits,
  type RunStarter,
  type TickParts,
} from '../scheduler/contract.ts';
import { startScheduler, type Scheduler, type TickReport } from '../scheduler/scheduler.ts';
import { recoverStarts, runTick, type TickOutcome } from '../scheduler/tick.ts';
import { shortIdOf } from '../words/ids.ts';
import { formatOutcome } from '../words/run-outcome.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunView } from '../words/run.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { StepProbe } from '../words/step-probe.ts';
import { plural } from '../words/text.ts';
import type { WarmSupervisor, Workspace } from '../workspace/contract.ts';
import { type ActiveSet, tickBeforeChange } from './active-set.ts';
import type { Closers } from './closers.ts';
import type { DaemonLog } from './daemon-log.ts';
import { tickCount, wordsOf, type TickCount } from './daemon-status.ts';
import { FLEET_LOOK_MS, planFleet, type FleetPlanning } from './fleet/plan-fleet.ts';
import { openRunBook, type RunBook } from './run-book.ts';
import { runCare, watchRuns } from './run-care.ts';
import { lookTeller, tellTick } from './tell-tick.ts';
import { openWarmStarter } from './warm-starter.ts';

/** Of the newest runs, more than end between two looks. */
const INDEXED_AT_ONCE = 50;

interface DaemonParts {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly active: ActiveSet;
  readonly closers: Closers;
  readonly probe: StepProbe;
  /** Told of each run that ended. Must not throw. */
  readonly onRunEnded: (run: RunView) => void;
  /** Told of each run that is on its way. Must not throw. */
  readonly onRunStarted: () => void;
  /** Told when slots ended without a run, routines were paused, or a run came to rest. Must not throw. */
  readonly onNews: () => void;
}

export interface OpenDaemon {
  readonly count: TickCount;
  maxRunning(): number;
  /** Runs that are at work, as far as was looked. */
  running(): number;
  /** Looks at once. */
  wake(): void;
  /** Begins to look at what is due. */
  start(): Promise<void>;
}

export async function openDaemon(parts: DaemonParts): Promise<OpenDaemon> {
  const { workspace, log, active, closers, probe } = parts;
  const { clock } = workspace;
  const count = tickCount();
  let scheduler: Scheduler | null = null;
  const wake = (): void => scheduler?.wake();
  const book = await openWatchedBook(parts, wake);
  const warm = openWarmStarter(() => warmSupervisor(workspace.env, workspace.programs), clock);
  closers.add(() => warm.close());
  const calendar = sharedCalendar();
  const here = starterOf(parts, { calendar, book, supervisor: () => warm.take() });
  const recover = async (of: Pick<TickParts, 'slots' | 'starter'>): Promise<void> => {
    const recovered = await recoverStarts({ ...tickParts, ...of }, clock.now().getTime());
    tellProblems(log, recovered.problems);
    if (recovered.started.length > 0) await book.look();
  };
  const { dispatch } = workspace;
  const planning =
    dispatch === null ? null : planFleet({ workspace, dispatch, log, here, onBegin: recover });
  if (dispatch !== null) closers.add(() => dispatch.close());
  const { slots, starter } = planning ?? { slots: workspace.slots, starter: here };
  const tickParts: TickParts = {
    slots,
    schedule: workspace.schedule,
    pauses: workspace.pauses,
    definitions: workspace.definitions,
    starter,
    history: book,
    calendar,
    exclusively: workspace.locks.admission,
    probe,
    get limits() {
      return planning?.hasWorkers() === true ? workerLimits(active) : limitsOf(active);
    },
  };
  return {
    count,
    running: () => liveRunsOf(book.unfinished()).filter(isAtWork).length,
    maxRunning: () => limitsOf(active).maxRunning,
    wake,
    start: async () => {
      if (planning === null) await recover(tickParts);
      const started = startScheduler({
        clock,
        tick: ticksOf(parts, { tickParts, book, planning }),
        onTick: (report) => {
          count.note(report);
          tellReport(log, report);
        },
      });
      scheduler = started;
      closers.add(() => started.stop());
    },
  };
}

function starterOf(
  { workspace, active, log, probe, onRunStarted }: DaemonParts,
  {
    calendar,
    book,
    supervisor,
  }: Pick<TickParts, 'calendar'> & { book: RunBook; supervisor: () => WarmSupervisor },
): RunStarter {
  const specParts: SlotSpecParts = {
    workspace,
    calendar,
    coverageOf: (id) => book.coverageOf(id),
    active: (id) => active.find(id),
    commit: () => active.current().commit,
  };
  return openRunStarter({
    workspace,
    by: 'daemon',
    live: async () => liveRunsOf((await book.look()).unfinished, workspace.clock.now()),
    specOf: (request) => slotSpec(specParts, request),
    supervisor,
    probe,
    onStarted: (spec) => {
      onRunStarted();
      log.say('info', startedWords(spec));
    },
  });
}

interface Ticking {
  readonly tickParts: TickParts;
  readonly book: RunBook;
  /** `null`: one machine. */
  readonly planning: FleetPlanning | null;
}

/** One tick after the other; what they did is told. */
function ticksOf(
  { workspace: { clock }, log, active, onNews }: DaemonParts,
  { tickParts, book, planning }: Ticking,
): () => Promise<Pick<TickOutcome, 'wakeAt'>> {
  let lastStartAt: number | null = null;
  const tick = async (routines: readonly ScheduledRoutine[]): Promise<TickOutcome> => {
    const now = clock.now().getTime();
    const ticked = await runTick(tickParts, { now, routines, lastStartAt });
    if (ticked.started.length > 0) {
      lastStartAt = now;
      // So that they are watched from now on.
      await book.look();
    }
    for (const { level, text } of tellTick(ticked.decisions)) log.say(level, text);
    tellProblems(log, ticked.problems);
    if (ticked.decisions.some(({ kind }) => kind !== 'start')) onNews();
    return ticked;
  };
  const plan = tickBeforeChange(() => active.current().routines, tick);
  if (planning === null) return plan;
  return async () => {
    const outcome = (await planning.prepare()) === 'mine' ? await plan() : { wakeAt: null };
    const look = clock.now().getTime() + FLEET_LOOK_MS;
    return { wakeAt: Math.min(outcome.wakeAt ?? look, look) };
  };
}

function tellProblems(log: DaemonLog, problems: readonly Error[]): void {
  for (const problem of problems) log.say('error', problem.message);
}

/** Opens the run book, watches the unfinished runs, and takes care of those that no process works on. */
async function openWatchedBook(
  { workspace, log, active, closers, probe, onRunEnded, onNews }: DaemonParts,
  wake: () => void,
): Promise<RunBook> {
  const { clock, runs, pauses } = workspace;
  const { stateDir } = workspace.location;
  const tell = lookTeller(log);
  let resting = '';
  const care = runCare({
    clock,
    maxRunning: () => limitsOf(active).maxRunning,
    send: (id) => sendSupervisor(workspace, id),
  });
  const watch = watchRuns({
    stateDir,
    clock,
    onMoved: async () => {
      try {
        await book.look();
      } catch (thrown) {
        log.say('warning', `could not look at the active runs: ${wordsOf(thrown)}`);
      }
    },
  });
  closers.add(() => watch.close());
  const book = await openRunBook({
    runs,
    pauses,
    clock,
    onEnded: (run) => {
      log.say('info', `${run.routine}: run ${shortIdOf(run.id)} ended: ${formatOutcome(run)}`);
      // Into the index now, so that the brief of the next run need not read its folder.
      void runs
        .listViews({ limit: INDEXED_AT_ONCE })
        .then(() => probe('daemon/index-updated'))
        .catch(() => undefined);
      onRunEnded(run);
      wake();
    },
    onLook: (look) => {
      watch.follow(look.unfinished);
      const atRest = look.resting
        .map(({ spec, record }) => `${spec.id} ${record?.rests ?? 0}`)
        .join();
      if (atRest !== resting) onNews();
      resting = atRest;
      tell(look, care(look));
    },
  });
  await setAsideCorrupt(workspace, log);
  // Before anything starts: what was cut off is finished, and counts as running until then.
  await book.look();
  return book;
}

/** One folder that tells nothing is no reason to do nothing. */
async function setAsideCorrupt(workspace: Workspace, log: DaemonLog): Promise<void> {
  try {
    const { corrupt } = await workspace.runs.survey();
    for (const run of await quarantineRuns(workspace, corrupt))
      log.say('error', formatQuarantine(run));
  } catch (thrown) {
    log.say('warning', `could not look for runs that cannot be read: ${wordsOf(thrown)}`);
  }
}

function limitsOf(active: ActiveSet): PlanLimits {
  const { maxRunning } = active.current().daemon;
  return { ...PLAN_LIMITS, maxRunning: maxRunning ?? Math.min(4, coreCount()) };
}

/** Their places bound how many run at once; a limit that is set holds for all machines together. */
function workerLimits(active: ActiveSet): PlanLimits {
  const { maxRunning } = active.current().daemon;
  return { ...PLAN_LIMITS, staggerMs: 0, maxRunning: maxRunning ?? Infinity };
}

function startedWords({ id, routine, slot, attempt }: RunSpec): string {
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  return `${routine.id}: run ${shortIdOf(id)} started for ${slot.key}${again}`;
}

function tellReport(log: DaemonLog, report: TickReport): void {
  if (report.kind === 'failed') {
    const again = `looking again in ${Math.round(report.retryInMs / 1_000)} s`;
    const times = report.failures === 1 ? '' : ` (${plural(report.failures, 'time')} in a row)`;
    log.say('error', `could not plan${times}: ${wordsOf(report.thrown)}; ${again}`);
  } else if (report.wokenBy === 'clock') {
    log.say('warning', 'the clock was set, or the machine slept: everything was planned again');
  } else if (report.wokenBy === 'retry') {
    log.say('info', 'planning works again');
  }
}

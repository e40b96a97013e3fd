/** The ledger as people read it: what was due, what came of it, and what was expected and is not there. */
import { readActiveRoutines } from '../routines/active-routines.ts';
import type { CorruptRecord, ScheduleStart, SlotFilter } from '../store/ports.ts';
import type { RoutineId } from '../words/ids.ts';
import { formatOutcome } from '../words/run-outcome.ts';
import type { RunView } from '../words/run.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { SlotRecord, SlotState } from '../words/slot.ts';
import type { Workspace } from '../workspace/contract.ts';
import { isPlanned } from './ask-daemon.ts';
import { sharedCalendar } from './calendar.ts';
import { silenceOf, type Silence, unrecordedSlots, type Unrecorded } from './missing-slots.ts';
import { scheduleHash } from './schedule-starts.ts';
import { toSlotView, type SlotView } from './slot-view.ts';

export interface ListedSlot extends SlotView {
  /** A stable word for why it ended without a run. */
  readonly cause: string | null;
  /** ISO 8601: jitter holds it back until then. */
  readonly notBefore: string | null;
  readonly covers: SlotRecord['covers'];
  /** What became of its run, for people; `null` without one. */
  readonly runOutcome: string | null;
  readonly attempts: number;
  /** False: the schedule had this slot, and there is no record of it. */
  readonly recorded: boolean;
}

export interface SlotListing {
  /** Newest first by `scheduledFor`. */
  readonly slots: readonly { readonly slot: ListedSlot; readonly run: RunView | null }[];
  /** That fit the question, however many were asked for. */
  readonly total: number;
  /** Of routines whose newest slots were not started; the most silent first. */
  readonly silent: readonly Silence[];
  readonly corrupt: readonly CorruptRecord[];
  /** Nothing starts by itself while this is false. */
  readonly daemonRuns: boolean;
}

export interface SlotQuestion {
  /** `null`: of all routines. */
  readonly routine: RoutineId | null;
  /** ISO 8601; `null`: however old. */
  readonly since: string | null;
  /** Empty: any. */
  readonly states: readonly SlotState['kind'][];
  readonly limit: number;
}

/** How far back silence is reckoned. */
const LOOK_BACK_MS = 30 * 86_400_000;
/** Expected slots of one routine that are compared with the records one by one. */
const MOST_COMPARED = 500;
/** A slot may take so long from coming due to its record. */
const GRACE_MS = 60_000;
const UNRECORDED = 'no record of it: the routine was not active then, or the record was removed';
const calendar = sharedCalendar();

export async function listSlots(
  workspace: Workspace,
  question: SlotQuestion,
): Promise<SlotListing> {
  const now = workspace.clock.now().getTime();
  const from = lookBackTo(question, now);
  const routine = question.routine === null ? {} : { routine: question.routine };
  const [asked, recent, known, { views }, aside, waiting] = await Promise.all([
    workspace.slots.list({ ...routine, ...filterOf(question) }),
    workspace.slots.list({ ...routine, from }),
    readSchedules(workspace),
    workspace.runs.listViews(routine),
    workspace.schedule.listSetAside(),
    workspace.dispatch?.queue.waiting() ?? [],
  ]);
  const queued = new Set<string>(waiting.map(({ run }) => run));
  const ofRoutine = groupByRoutine(recent.records);
  const looks = known.routines
    .filter(({ id }) => question.routine === null || id === question.routine)
    .map((one) => lookAt(one, { known, now, from, records: ofRoutine.get(one.id) ?? [] }));
  const runs = new Map<string, RunView>(views.map((view) => [view.id, view]));
  const recorded = asked.records.map((record) => listedOf(record, { runs, queued }));
  const missing = looks
    .flatMap(({ rows }) => rows)
    .filter((slot) => isAskedFor(slot, question))
    .map((slot) => ({ slot, run: null }));
  const found = [...recorded, ...missing];
  return {
    slots: found.toSorted(newestFirst).slice(0, question.limit),
    total: found.length,
    silent: looks
      .flatMap(({ silence }) => silence ?? [])
      .toSorted((a, b) => b.slots - a.slots || (a.routine < b.routine ? -1 : 1)),
    corrupt: distinct([...asked.corrupt, ...recent.corrupt, ...aside]),
    daemonRuns: known.daemonRuns,
  };
}

/** What tells which slots there should be. */
interface Schedules {
  readonly routines: readonly ScheduledRoutine[];
  readonly starts: ReadonlyMap<RoutineId, ScheduleStart>;
  readonly plannedTo: string | null;
  readonly daemonRuns: boolean;
  readonly keepMs: number;
}

async function readSchedules(workspace: Workspace): Promise<Schedules> {
  const [active, starts, { plannedTo }, daemonRuns] = await Promise.all([
    readActiveRoutines(workspace),
    workspace.schedule.readStarts(),
    workspace.schedule.readCursor(),
    isPlanned(workspace),
  ]);
  return {
    routines: active.routines,
    starts,
    plannedTo,
    daemonRuns,
    keepMs: active.daemon.keepSlotsMs,
  };
}

interface Frame {
  readonly known: Schedules;
  readonly now: number;
  /** ISO 8601. */
  readonly from: string;
  /** Of the routine, newest first. */
  readonly records: readonly SlotRecord[];
}

function lookAt(
  routine: ScheduledRoutine,
  { known, now, from, records }: Frame,
): { readonly rows: readonly ListedSlot[]; readonly silence: Silence | null } {
  const start = startOf(routine, known);
  // What was dropped for its age is not missing.
  const kept = Math.max(Date.parse(from), now - known.keepMs);
  const counts = start === undefined ? now : Math.max(kept, Date.parse(start.since));
  const planned = known.plannedTo === null ? counts : Date.parse(known.plannedTo);
  const look = (since: number, to: number): Unrecorded =>
    unrecordedSlots({ routine, calendar, from: since, to, keep: MOST_COMPARED }, records);
  const before = look(counts, Math.min(planned, now));
  const after = look(Math.max(planned, counts), now);
  const rows = [
    ...after.instants.map((at) => missingSlot(routine.id, at, unlookedWords(known))),
    ...before.instants.map((at) => missingSlot(routine.id, at, UNRECORDED)),
  ];
  const silence = silenceOf({
    routine: routine.id,
    records,
    unrecorded: [...after.instants, ...before.instants],
    earlier: after.earlier,
    lateBefore: new Date(now - GRACE_MS).toISOString(),
  });
  return { rows, silence: routine.enabled ? silence : null };
}

/** `undefined` when the daemon has not seen this schedule yet: it will count from when it does. */
function startOf(routine: ScheduledRoutine, { starts }: Schedules): ScheduleStart | undefined {
  const start = starts.get(routine.id);
  return start?.schedule === scheduleHash(routine) ? start : undefined;
}

function unlookedWords({ daemonRuns, plannedTo }: Schedules): string {
  if (daemonRuns) return 'not looked at yet';
  const since = plannedTo === null ? '' : ` since ${plannedTo.slice(0, 16)}Z`;
  return `not looked at yet: no daemon was running${since}`;
}

function missingSlot(routine: RoutineId, at: string, reason: string): ListedSlot {
  return {
    routine,
    key: `at:${at}`,
    scheduledFor: at,
    trigger: 'schedule',
    state: 'due',
    reason,
    runId: null,
    item: null,
    cause: null,
    notBefore: null,
    covers: null,
    runOutcome: null,
    attempts: 0,
    recorded: false,
  };
}

function listedOf(
  record: SlotRecord,
  {
    runs,
    queued,
  }: { readonly runs: ReadonlyMap<string, RunView>; readonly queued: ReadonlySet<string> },
): { readonly slot: ListedSlot; readonly run: RunView | null } {
  const { state, covers, attempts } = record;
  const run = state.kind === 'started' ? (runs.get(state.runId) ?? null) : null;
  const waits = state.kind === 'started' && queued.has(state.runId);
  const slot = {
    ...toSlotView(record),
    cause: 'cause' in state ? state.cause : null,
    notBefore: state.kind === 'due' ? state.notBefore : null,
    covers,
    // A run that was started at once has it in its own record.
    item: record.item ?? run?.item?.key ?? null,
    runOutcome: run !== null ? formatOutcome(run) : waits ? 'waits for a worker' : null,
    attempts,
    recorded: true,
  };
  return { slot, run };
}

function filterOf({ since, states }: SlotQuestion): SlotFilter {
  return {
    ...(since === null ? {} : { from: since }),
    ...(states.length === 0 ? {} : { states }),
  };
}

function isAskedFor(slot: ListedSlot, { since, states }: SlotQuestion): boolean {
  return (
    (since === null || slot.scheduledFor >= since) &&
    (states.length === 0 || states.includes('due'))
  );
}

function lookBackTo({ since }: SlotQuestion, now: number): string {
  const back = new Date(now - LOOK_BACK_MS).toISOString();
  return since !== null && since < back ? since : back;
}

function groupByRoutine(
  records: readonly SlotRecord[],
): ReadonlyMap<RoutineId, readonly SlotRecord[]> {
  const groups = new Map<RoutineId, SlotRecord[]>();
  for (const record of records) {
    const group = groups.get(record.routine) ?? [];
    group.push(record);
    groups.set(record.routine, group);
  }
  return groups;
}

function newestFirst(
  { slot: a }: { readonly slot: ListedSlot },
  { slot: b }: { readonly slot: ListedSlot },
): number {
  return a.scheduledFor < b.scheduledFor ? 1 : a.scheduledFor > b.scheduledFor ? -1 : 0;
}

function distinct(corrupt: readonly CorruptRecord[]): readonly CorruptRecord[] {
  return [...new Map(corrupt.map((one) => [`${one.path}\n${one.problem}`, one])).values()];
}

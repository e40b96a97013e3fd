/** How things stand in a workspace, with or without a daemon. */
import { join } from 'node:path';

import { formatGivenUp, listMessages } from '../connections/messages/list-messages.ts';
import type { Environment } from '../platform/environment.ts';
import { listFolder } from '../platform/files.ts';
import { isRecord } from '../platform/json.ts';
import { branchesElsewhere } from '../review/fleet/whereabouts.ts';
import { readActiveRoutines } from '../routines/active-routines.ts';
import { readUsageToday, type UsageToday } from '../runtime/day-usage.ts';
import { askDaemon, type DaemonAddress } from '../scheduler/ask-daemon.ts';
import { sharedCalendar } from '../scheduler/calendar.ts';
import { startsAfter } from '../scheduler/format-schedule.ts';
import { withoutRemoved } from '../scheduler/removal-pause.ts';
import type { Machine } from '../store/dispatch-port.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import type { Pause, ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { SlotRecord } from '../words/slot.ts';
import { plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { stateHome } from '../workspace/state-folder.ts';
import { ceilingWarning, readDiskUse, type DiskUse } from '../worktrees/disk-use.ts';
import {
  readDaemonRecord,
  type DaemonRecord,
  definitionsStatus,
  wordsOf,
  type DaemonStatus,
  type DefinitionsStatus,
} from './daemon-status.ts';

export interface WorkspaceStatus {
  readonly daemon: DaemonPresence;
  /** `null` when the definitions cannot be read. */
  readonly definitions: DefinitionsStatus | null;
  /** The next slots of schedules, soonest first. Nothing of them happens without a daemon. */
  readonly next: readonly ComingStart[];
  readonly runs: readonly RunView[];
  /** Due or queued, oldest first. */
  readonly queue: readonly SlotRecord[];
  readonly paused: readonly Pause[];
  /** What runs left on the disk, as it was measured last; `null`: never. */
  readonly disk: DiskUse | null;
  /** What the runs of today used; `null` when the definitions cannot be read. */
  readonly usage: UsageToday | null;
  /** The machine whose daemon plans, where machines share records; `null`: none does. Absent: one machine. */
  readonly planner?: Machine | null;
  /** What goes wrong, as sentences. */
  readonly problems: readonly string[];
}

export type DaemonPresence =
  | { readonly kind: 'running'; readonly address: DaemonAddress; readonly status: DaemonStatus }
  | { readonly kind: 'no-answer'; readonly address: DaemonAddress; readonly why: string }
  | { readonly kind: 'none'; readonly last: DaemonRecord | null };

interface ComingStart {
  readonly routine: string;
  /** ISO 8601. */
  readonly scheduledFor: string;
}

const NEXT = 5;

export async function readStatus(workspace: Workspace): Promise<WorkspaceStatus> {
  const [daemon, active, pauses, queue, unfinished, disk] = await Promise.all([
    readPresence(workspace.location.stateDir),
    readActiveRoutines(workspace).catch((thrown: unknown) => wordsOf(thrown)),
    workspace.pauses.list(workspace.clock.now().toISOString()),
    workspace.slots.listOpen(),
    workspace.runs.listUnfinished(),
    readDiskUse(workspace.location.stateDir),
  ]);
  const full = ceilingWarning(disk);
  const readable = typeof active === 'string' ? null : active;
  const paused = withoutRemoved(pauses, readable?.routines ?? null);
  return {
    daemon,
    definitions: readable === null ? null : definitionsStatus(readable),
    next:
      readable === null
        ? []
        : comingStarts(readable.routines, { paused, now: workspace.clock.now() }),
    runs: unfinished.map(toRunView),
    queue,
    paused,
    disk,
    usage: readable === null ? null : await readUsageToday(workspace, readable.spending),
    ...(workspace.dispatch === null ? {} : { planner: await workspace.dispatch.planner.who() }),
    problems: [
      ...(typeof active === 'string' ? [`the definitions cannot be read: ${active}`] : []),
      ...(readable?.problems.map(({ message }) => message) ?? []),
      ...problemsOf(daemon),
      ...(full === null ? [] : [full]),
      ...(await branchesElsewhere(workspace)),
      ...(await queuedWords(workspace)),
      ...(await messageWords(workspace, daemon.kind !== 'none')),
    ],
  };
}

export async function readPresence(stateDir: string): Promise<DaemonPresence> {
  const asked = await askDaemon(stateDir, 'status');
  if (asked.kind === 'no-daemon') return { kind: 'none', last: await readDaemonRecord(stateDir) };
  const { daemon: address } = asked;
  if (asked.kind === 'no-answer') return { kind: 'no-answer', address, why: asked.why };
  const { answer: status } = asked;
  return isDaemonStatus(status)
    ? { kind: 'running', address, status }
    : { kind: 'no-answer', address, why: 'its answer is of another version' };
}

/** The rest was written by a daemon that speaks our protocol. */
function isDaemonStatus(value: unknown): value is DaemonStatus {
  return isRecord(value) && isRecord(value['definitions']) && isRecord(value['ticks']);
}

function problemsOf(daemon: DaemonPresence): readonly string[] {
  if (daemon.kind !== 'running') return [];
  const { lastTick, problems } = daemon.status;
  const error = lastTick?.error ?? null;
  return [...(error === null ? [] : [`planning fails: ${error}`]), ...problems];
}

function comingStarts(
  routines: readonly ScheduledRoutine[],
  { paused, now }: { readonly paused: readonly Pause[]; readonly now: Date },
): readonly ComingStart[] {
  const calendar = sharedCalendar();
  const pauseOf = new Map(paused.map((pause) => [pause.routine, pause]));
  return routines
    .filter(({ enabled }) => enabled)
    .flatMap(({ id, triggers }) => {
      const from = startsAfter(pauseOf.get(id), now);
      if (from === null) return [];
      const instants = triggers.flatMap((trigger) => {
        const at = trigger.kind === 'schedule' ? calendar.next(trigger, from) : null;
        return at === null ? [] : [at];
      });
      return instants.length === 0 ? [] : [{ routine: id, at: Math.min(...instants) }];
    })
    .toSorted((a, b) => a.at - b.at || (a.routine < b.routine ? -1 : 1))
    .slice(0, NEXT)
    .map(({ routine, at }) => ({ routine, scheduledFor: new Date(at).toISOString() }));
}

/** One by one; of more only the newest. */
const MESSAGES_TOLD = 3;

/** What was given up; and, where no daemon runs, what waits for one. */
async function messageWords(
  workspace: Workspace,
  isDaemonThere: boolean,
): Promise<readonly string[]> {
  const open = await listMessages(workspace, { all: false, routine: null });
  const gaveUp = open.filter(({ state }) => state.kind === 'given-up');
  const waiting = isDaemonThere ? 0 : open.length - gaveUp.length;
  const [newest] = gaveUp.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const told = newest === undefined || gaveUp.length <= MESSAGES_TOLD ? gaveUp : [newest];
  const before = told === gaveUp ? '' : `${gaveUp.length} messages were given up. The newest: `;
  return [
    ...told.map(
      (message) => `${before}${formatGivenUp(message).replace(/\.$/, '')}; roundsman messages`,
    ),
    ...(waiting === 0
      ? []
      : [`${plural(waiting, 'message waits', 'messages wait')} for a daemon: roundsman messages`]),
  ];
}

/** Landings that wait for a checkout to be clean. */
async function queuedWords({ review }: Workspace): Promise<readonly string[]> {
  return (await review.landings.list()).flatMap(({ state, set, steps, target }) =>
    state.kind === 'queued'
      ? [
          `${set ?? steps[0]?.branch ?? ''} waits to land on ${target}, until these are clean: ${state.paths.slice(0, 5).join(', ')}`,
        ]
      : [],
  );
}

/** Every workspace of this user that has a state folder on this machine, and whether a daemon runs for it. */
export interface WorkspacePresence {
  readonly stateDir: string;
  /** Tells whose it is; `null` when no daemon ever ran for it. */
  readonly record: DaemonRecord | null;
  readonly presence: DaemonPresence;
}

/** By name. A state folder that is named outright (`ROUNDSMAN_STATE_DIR`) stands for itself, and is the only one. */
export async function allPresences(env: Environment): Promise<readonly WorkspacePresence[]> {
  const named = env['ROUNDSMAN_STATE_DIR'];
  const home = stateHome(env);
  const folders =
    named === undefined || named === ''
      ? (await listFolder(home)).map((name) => join(home, name))
      : [named];
  return Promise.all(
    folders.map(async (stateDir) => ({
      stateDir,
      record: await readDaemonRecord(stateDir),
      presence: await readPresence(stateDir),
    })),
  );
}

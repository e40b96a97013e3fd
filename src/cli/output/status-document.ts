/** `status --json`. Fields may be added, not changed. Pure. */
import type {
  WorkspacePresence,
  DaemonPresence,
  WorkspaceStatus,
} from '../../daemon/read-status.ts';
import { pauseView } from '../../scheduler/pause-view.ts';
import { toSlotView } from '../../scheduler/slot-view.ts';
import type { WorkspaceLocation } from '../../words/run-spec.ts';

export function statusDocument(
  { name, root, stateDir }: WorkspaceLocation,
  status: WorkspaceStatus,
): unknown {
  const { daemon, definitions, next, runs, queue, paused, disk, usage, planner, problems } = status;
  return {
    ...daemonDocument(daemon),
    workspace: { name, root, stateDir },
    definitions,
    next,
    runs: runs.map(
      ({ id, routine, state, step, startedAt, slot, until, waitingFor, question }) => ({
        id,
        routine,
        state,
        step,
        startedAt,
        slot,
        until,
        waitingFor,
        ...(question === undefined ? {} : { question }),
      }),
    ),
    queue: queue.map(toSlotView),
    paused: paused.map((pause) => ({ routine: pause.routine, ...pauseView(pause) })),
    disk,
    usage,
    ...(planner === undefined ? {} : { planner }),
    problems,
  };
}

export function presenceDocument({ stateDir, record, presence }: WorkspacePresence): unknown {
  const [name, root] = [record?.name ?? null, record?.root ?? null];
  return { ...daemonDocument(presence), workspace: { name, root, stateDir } };
}

function daemonDocument(daemon: DaemonPresence): Record<string, unknown> {
  if (daemon.kind === 'none') {
    const { last } = daemon;
    return {
      running: false,
      pid: null,
      since: null,
      answers: false,
      lastDaemon: last,
    };
  }
  const { process, since } = daemon.address;
  const known = { running: true, pid: process.pid, since };
  if (daemon.kind === 'no-answer') return { ...known, answers: false, why: daemon.why };
  const { version, lastTick, ticks, wakeAt, maxRunning, hooks, page, heartbeat } = daemon.status;
  return {
    ...known,
    answers: true,
    version,
    lastTick,
    ticks,
    wakeAt,
    maxRunning,
    hooks,
    page,
    heartbeat,
    activeCommit: daemon.status.definitions.commit,
  };
}

/**
 * The worker of a machine: takes queued runs that its labels allow, starts them like any other, and renews their leases. The runs
 * have supervisors of their own; when this process ends they go on for a moment, and a worker that comes back goes on with them.
 */
import { hostName, uptimeSeconds } from '../../platform/environment.ts';
import { takeLock } from '../../platform/lock.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import { sortUnfinished } from '../../runtime/live-runs.ts';
import { openRunStarter } from '../../runtime/run-starter.ts';
import { sendSupervisor, warmSupervisor } from '../../runtime/warm-supervisor.ts';
import { stopRun } from '../../runtime/watch-run.ts';
import { finishStarts } from '../../scheduler/admit.ts';
import { slotSpec } from '../../scheduler/build-run-spec.ts';
import { sharedCalendar } from '../../scheduler/calendar.ts';
import type { RunStarter } from '../../scheduler/contract.ts';
import { readRoutineHistory } from '../../scheduler/routine-history.ts';
import {
  SILENCE_MS,
  type FleetStore,
  type Lease,
  type QueuedRun,
  type StopRequest,
} from '../../store/fleet-port.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { StoredRun } from '../../store/ports.ts';
import {
  LEASE_LOST,
  listLeases,
  readLease,
  removeLease,
  writeLease,
} from '../../store/run-folder/lease-file.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf, type RunId } from '../../words/ids.ts';
import { restPhase } from '../../words/rest.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { DaemonLog } from '../daemon-log.ts';
import { wordsOf } from '../daemon-status.ts';
import { runCare } from '../run-care.ts';

const LOOK_MS = 500;
const BEAT_MS = 3_000;

interface WorkerRequest {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly labels: readonly string[];
  /** Runs at once. */
  readonly places: number;
  /** Ends when nothing waits for it any more. */
  readonly once: boolean;
  /** Aborted when it is to take nothing new, and to end with the runs that it has. */
  readonly drain: AbortSignal;
}

/** Resolves when it has drained. Throws `refused` where records are files, another worker is here, or the tables are newer. */
export async function runWorker(request: WorkerRequest): Promise<void> {
  const { workspace, log, labels, places } = request;
  const { fleet } = workspace;
  if (fleet === null) throw noFleet();
  const { stateDir } = workspace.location;
  await fleet.queue.open();
  const lock = await takeLock(
    { path: machinePaths(stateDir).workLock, clock: workspace.clock },
    {},
  );
  if (lock.kind !== 'taken') throw workerHere(lock.holder.pid);
  try {
    const worker = await openWorker({ ...request, fleet });
    log.say('info', `worker is up: ${plural(places, 'place')}, ${labels.join(' ')}`);
    await worker.run();
    await fleet.workers.leave().catch(() => undefined);
  } finally {
    await fleet.close();
    await lock.release();
  }
}

interface Held {
  readonly lease: Lease;
  /** Its run is being made. */
  starting: boolean;
  lost: boolean;
}

async function openWorker(
  request: WorkerRequest & { readonly fleet: FleetStore },
): Promise<{ run(): Promise<void> }> {
  const { workspace, fleet, log, labels, places, once, drain } = request;
  const { clock, location, runs, slots } = workspace;
  const { stateDir } = location;
  const held = new Map<RunId, Held>();
  for (const lease of await listLeases(stateDir))
    held.set(lease.run, { lease, starting: false, lost: false });
  const starter = starterHere(workspace, log);
  const care = runCare({
    clock,
    maxRunning: () => places,
    send: (id) => sendSupervisor(workspace, id),
  });
  const draining = new AbortController();
  drain.addEventListener('abort', () => draining.abort(), { once: true });
  const beating = new AbortController();
  let atWork = held.size;
  let refused: AppError | null = null;
  let away = false;

  const end = async ({ lease }: Held, how: 'ended' | 'lost'): Promise<void> => {
    await fleet.queue.settle(lease, how);
    await removeLease(stateDir, lease.run);
    held.delete(lease.run);
  };
  /** What became of the runs that it has. */
  const look = async (): Promise<void> => {
    const found = await Promise.all(
      [...held.values()].map(async (one) => ({ one, run: await runs.read(one.lease.run) })),
    );
    const hasEnded = ({ run }: { readonly run: StoredRun | null }): boolean =>
      run?.record?.phase.kind === 'ended';
    const unfinished = found.flatMap((one) => (one.run === null || hasEnded(one) ? [] : [one.run]));
    atWork = found.filter(
      (one) => !hasEnded(one) && restPhase(one.run?.record ?? null) === null,
    ).length;
    care({ unfinished, ...sortUnfinished(unfinished) });
    for (const { one, run } of found) {
      const { run: id } = one.lease;
      if (run?.record?.phase.kind === 'ended') {
        // Its last step gave the lease back, as a rule.
        if ((await readLease(stateDir, id)) === null) held.delete(id);
        else await end(one, run.record.failure?.code === LEASE_LOST ? 'lost' : 'ended');
        log.say('info', `${run.spec.routine.id}: run ${shortIdOf(id)} ended`);
      } else if (run === null && !one.starting && !one.lost) await end(one, 'lost');
    }
  };
  const renew = async (): Promise<void> => {
    const until = uptimeSeconds() + SILENCE_MS / 1_000;
    const leases = [...held.values()].filter(({ lost }) => !lost).map(({ lease }) => lease);
    const still = leases.length === 0 ? new Set<RunId>() : await fleet.queue.touch(leases);
    for (const lease of leases) {
      const one = held.get(lease.run);
      if (one === undefined || (await readLease(stateDir, lease.run)) === null) continue;
      one.lost = !still.has(lease.run);
      if (one.lost) log.say('error', `run ${shortIdOf(lease.run)}: its lease is lost; it ends`);
      await writeLease(stateDir, {
        ...lease,
        worker: ownIdentity(),
        until: one.lost ? 0 : until,
      });
    }
  };
  const beat = async (): Promise<void> => {
    await renew();
    const asked = await fleet.workers.report({
      host: hostName(),
      labels,
      places,
      runs: [...held.keys()],
      draining: draining.signal.aborted,
    });
    for (const stop of asked) await stopHere(workspace, stop);
    // Copies what changed of the runs here, for the others to see.
    await runs.listIds();
    await look();
  };
  const keepBeating = async (): Promise<void> => {
    while (!beating.signal.aborted) {
      try {
        await beat();
        if (away) log.say('info', 'the database answers again');
        away = false;
      } catch (thrown) {
        if (isFinal(thrown) && refused === null) {
          refused = thrown;
          draining.abort();
        }
        if (!away) log.say('error', wordsOf(thrown));
        away = true;
        await look().catch(() => undefined);
      }
      await clock.sleep(BEAT_MS, beating.signal);
    }
  };
  const begin = async (lease: Lease, job: QueuedRun): Promise<void> => {
    const { run, queue, id, retryCount } = lease;
    const one: Held = { lease: { run, queue, id, retryCount }, starting: true, lost: false };
    const until = uptimeSeconds() + SILENCE_MS / 1_000;
    await writeLease(stateDir, { ...one.lease, worker: ownIdentity(), until });
    held.set(run, one);
    atWork += 1;
    const start = { routine: job.routine, key: job.key, runId: run };
    try {
      const { problems } = await finishStarts({ slots, starter }, [start], clock.now().getTime());
      for (const problem of problems) log.say('error', problem.message);
      if (!(await starter.has(run))) await end(one, 'ended');
    } finally {
      one.starting = false;
    }
  };
  /** Gives how many it took. */
  const take = async (): Promise<number> => {
    const free = places - atWork;
    if (free <= 0 || away) return 0;
    const taken = await fleet.queue.take(labels, free);
    await Promise.all(taken.map((one) => begin(one, one.job)));
    return taken.length;
  };
  const keepTaking = async (): Promise<void> => {
    while (!draining.signal.aborted) {
      try {
        const took = await take();
        if (once && took === 0 && !away && atWork === 0) return;
      } catch (thrown) {
        if (isFinal(thrown)) throw thrown;
        if (!away) log.say('error', wordsOf(thrown));
        away = true;
      }
      await clock.sleep(LOOK_MS, draining.signal);
    }
    log.say('info', `takes nothing new: ${plural(atWork, 'run')} to end`);
    while (atWork > 0) await clock.sleep(LOOK_MS);
  };
  return {
    run: async () => {
      // Before anything is taken: leases of before are renewed, or their runs end.
      await beat();
      const beats = keepBeating();
      try {
        await keepTaking();
      } finally {
        beating.abort();
        await beats;
      }
      if (refused !== null) throw refused;
    },
  };
}

/** Starts runs as the daemon of one machine does. */
function starterHere(workspace: Workspace, log: DaemonLog): RunStarter {
  const parts = { workspace, calendar: sharedCalendar(), active: () => null, commit: () => null };
  return openRunStarter({
    workspace,
    by: 'daemon',
    // Its planner looked at what is in its way.
    live: async () => [],
    specOf: async (request) => {
      const { record } = request;
      const stored = await workspace.definitions.read(record.definition);
      const history =
        stored === null
          ? { lastRun: null, lastSuccess: null, lastDeploy: null }
          : await readRoutineHistory(workspace, stored.routine, record.slot);
      return slotSpec({ ...parts, coverageOf: () => history }, request);
    },
    supervisor: () => warmSupervisor(workspace.env, workspace.programs),
    onStarted: ({ id, routine, attempt }) => {
      const again = attempt > 1 ? `, attempt ${attempt}` : '';
      log.say('info', `${routine.id}: run ${shortIdOf(id)} started${again}`);
    },
  });
}

async function stopHere(workspace: Workspace, { run, how, reason }: StopRequest): Promise<void> {
  try {
    await stopRun(workspace, run, { how, reason });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.reason !== 'already-ended') throw thrown;
  }
}

/** Waiting does not help. */
function isFinal(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && (thrown.code === 'refused' || thrown.code === 'missing');
}

function noFleet(): AppError {
  return new AppError('refused', {
    code: 'no-fleet',
    message:
      'the records of this workspace are files of this machine: there is no queue to work on',
    hint: 'Share them first: docs/fleet.md. On one machine the daemon starts runs itself: roundsman start',
  });
}

function workerHere(pid: number): AppError {
  return new AppError('refused', {
    code: 'worker-running',
    message: `a worker runs for this workspace already: process ${pid}`,
    hint: 'One takes as many runs as it has places: roundsman work --places 8',
  });
}

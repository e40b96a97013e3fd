/**
 * The worker of a machine: takes queued runs that its labels allow, starts them like any other, and renews their leases. The runs
 * have supervisors of their own; when this process ends they go on for a moment, and a worker that comes back goes on with them.
 */
import { hostName, uptimeSeconds } from '../../platform/environment.ts';
import { takeLock } from '../../platform/lock.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import { sortUnfinished } from '../../runtime/live-runs.ts';
import { sendSupervisor } from '../../runtime/warm-supervisor.ts';
import { stopRun } from '../../runtime/watch-run.ts';
import { finishStarts } from '../../scheduler/admit.ts';
import type { RunStarter } from '../../scheduler/contract.ts';
import {
  SILENCE_MS,
  type Dispatch,
  type Lease,
  type StopRequest,
  type TakenRun,
} from '../../store/dispatch-port.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { SlotStore, StoredRun } from '../../store/ports.ts';
import {
  LEASE_LOST,
  openLeases,
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
import { isFinal, noFleet, workerHere } from './worker-errors.ts';
import { starterHere } from './worker-starter.ts';

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
  const { dispatch } = workspace;
  if (dispatch === null) throw noFleet();
  const { stateDir } = workspace.location;
  await dispatch.queue.open();
  const lock = await takeLock(
    { path: machinePaths(stateDir).workLock, clock: workspace.clock },
    {},
  );
  if (lock.kind !== 'taken') throw workerHere(lock.holder.pid);
  try {
    const worker = new Worker({ ...request, dispatch });
    log.say('info', `worker is up: ${plural(places, 'place')}, ${labels.join(' ')}`);
    await worker.run();
    await dispatch.workers.leave().catch(() => undefined);
  } finally {
    await dispatch.close();
    await lock.release();
  }
}

interface Held {
  readonly lease: Lease;
  /** Its run is being made. */
  starting: boolean;
  lost: boolean;
}

class Worker {
  readonly #request: WorkerRequest & { readonly dispatch: Dispatch };
  readonly #held = new Map<RunId, Held>();
  readonly #starter: RunStarter;
  readonly #care: ReturnType<typeof runCare>;
  readonly #draining = new AbortController();
  readonly #beating = new AbortController();
  /** Runs that take a place. */
  #atWork = 0;
  #refused: AppError | null = null;
  /** The database did not answer. */
  #away = false;

  constructor(request: WorkerRequest & { readonly dispatch: Dispatch }) {
    this.#request = request;
    const { workspace, log, places, drain } = request;
    this.#starter = starterHere(workspace, log);
    this.#care = runCare({
      clock: workspace.clock,
      maxRunning: () => places,
      send: (id) => sendSupervisor(workspace, id),
    });
    drain.addEventListener('abort', () => this.#draining.abort(), { once: true });
    if (drain.aborted) this.#draining.abort();
  }

  async run(): Promise<void> {
    const { workspace } = this.#request;
    for (const lease of await openLeases(workspace.location.stateDir))
      this.#held.set(lease.run, { lease, starting: false, lost: false });
    // Before anything is taken: leases of before are renewed, or their runs end.
    await this.#beat();
    const beats = this.#keepBeating();
    try {
      await this.#keepTaking();
    } finally {
      this.#beating.abort();
      await beats;
    }
    if (this.#refused !== null) throw this.#refused;
  }

  async #end({ lease }: Held, how: 'ended' | 'lost'): Promise<void> {
    const { workspace, dispatch } = this.#request;
    const { stateDir } = workspace.location;
    await dispatch.queue.settle(lease, how);
    await removeLease(stateDir, lease.run);
    this.#held.delete(lease.run);
  }

  /** What became of the runs that it has. */
  async #look(): Promise<void> {
    const { workspace, log } = this.#request;
    const { stateDir } = workspace.location;
    const found = await Promise.all(
      [...this.#held.values()].map(async (one) => ({
        one,
        run: await workspace.runs.read(one.lease.run),
      })),
    );
    const hasEnded = ({ run }: { readonly run: StoredRun | null }): boolean =>
      run?.record?.phase.kind === 'ended';
    const unfinished = found.flatMap((one) => (one.run === null || hasEnded(one) ? [] : [one.run]));
    this.#atWork = found.filter(
      (one) => !hasEnded(one) && restPhase(one.run?.record ?? null) === null,
    ).length;
    this.#care({ unfinished, ...sortUnfinished(unfinished) });
    for (const { one, run } of found) {
      const { run: id } = one.lease;
      if (run?.record?.phase.kind === 'ended') {
        // Its last process gave the lease back when no worker was there.
        if ((await readLease(stateDir, id)) === null) this.#held.delete(id);
        else await this.#end(one, run.record.failure?.code === LEASE_LOST ? 'lost' : 'ended');
        log.say('info', `${run.spec.routine.id}: run ${shortIdOf(id)} ended`);
      } else if (run === null && !one.starting && !one.lost) await this.#end(one, 'lost');
    }
  }

  async #renew(): Promise<void> {
    const { workspace, dispatch, log } = this.#request;
    const { stateDir } = workspace.location;
    const until = leaseUntil();
    const leases = [...this.#held.values()].filter(({ lost }) => !lost).map(({ lease }) => lease);
    const still = leases.length === 0 ? new Set<RunId>() : await dispatch.queue.touch(leases);
    for (const lease of leases) {
      const one = this.#held.get(lease.run);
      if (one === undefined || (await readLease(stateDir, lease.run)) === null) continue;
      one.lost = !still.has(lease.run);
      if (one.lost) log.say('error', `run ${shortIdOf(lease.run)}: its lease is lost; it ends`);
      await writeLease(stateDir, {
        ...lease,
        worker: ownIdentity(),
        until: one.lost ? 0 : until,
      });
    }
  }

  async #beat(): Promise<void> {
    const { workspace, dispatch, labels, places } = this.#request;
    await this.#renew();
    // Copies what changed of the runs here, for the others to see; also when the report is refused.
    await workspace.runs.listIds();
    await this.#look();
    const asked = await dispatch.workers.report({
      host: hostName(),
      labels,
      places,
      runs: [...this.#held.keys()],
      draining: this.#draining.signal.aborted,
    });
    for (const stop of asked) await stopHere(workspace, stop);
  }

  async #keepBeating(): Promise<void> {
    const {
      workspace: { clock },
      log,
    } = this.#request;
    while (!this.#beating.signal.aborted) {
      try {
        await this.#beat();
        if (this.#away) log.say('info', 'the database answers again');
        this.#away = false;
      } catch (thrown) {
        if (isFinal(thrown) && this.#refused === null) {
          this.#refused = thrown;
          this.#draining.abort();
        }
        if (!this.#away) log.say('error', wordsOf(thrown));
        this.#away = true;
        await this.#look().catch(() => undefined);
      }
      await clock.sleep(BEAT_MS, this.#beating.signal);
    }
  }

  /** @param until of its lease file */
  async #begin(
    { job, ...lease }: TakenRun,
    { until, ahead }: { readonly until: number; readonly ahead: Pick<SlotStore, 'read'> },
  ): Promise<void> {
    const { workspace, log } = this.#request;
    const { clock, slots, location } = workspace;
    const { stateDir } = location;
    const { run, queue, id, retryCount } = lease;
    const one: Held = { lease: { run, queue, id, retryCount }, starting: true, lost: false };
    await writeLease(stateDir, { ...one.lease, worker: ownIdentity(), until });
    this.#held.set(run, one);
    this.#atWork += 1;
    const start = { routine: job.routine, key: job.key, runId: run };
    try {
      const { problems } = await finishStarts(
        { slots: { ...slots, ...ahead }, starter: this.#starter },
        [start],
        clock.now().getTime(),
      );
      for (const problem of problems) log.say('error', problem.message);
      if (!(await this.#starter.has(run))) await this.#end(one, 'ended');
    } finally {
      one.starting = false;
    }
  }

  /** Gives how many it took. */
  async #take(): Promise<number> {
    const { dispatch, labels, places } = this.#request;
    const free = places - this.#atWork;
    if (free <= 0 || this.#away) return 0;
    // Before the question: its answer may be slow.
    const until = leaseUntil();
    const taken = await dispatch.queue.take(labels, free);
    const ahead = dispatch.queue.slotsOf(taken.map(({ job }) => job));
    await Promise.all(taken.map((one) => this.#begin(one, { until, ahead })));
    return taken.length;
  }

  async #keepTaking(): Promise<void> {
    const {
      workspace: { clock },
      log,
      once,
    } = this.#request;
    while (!this.#draining.signal.aborted) {
      try {
        const took = await this.#take();
        if (once && took === 0 && !this.#away && this.#atWork === 0) return;
      } catch (thrown) {
        if (isFinal(thrown)) throw thrown;
        if (!this.#away) log.say('error', wordsOf(thrown));
        this.#away = true;
      }
      await clock.sleep(LOOK_MS, this.#draining.signal);
    }
    log.say('info', `takes nothing new: ${plural(this.#atWork, 'run')} to end`);
    while (this.#atWork > 0) await clock.sleep(LOOK_MS);
  }
}

async function stopHere(workspace: Workspace, { run, how, reason }: StopRequest): Promise<void> {
  try {
    await stopRun(workspace, run, { how, reason });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.reason !== 'already-ended') throw thrown;
  }
}

/** Of a lease that is renewed now. */
function leaseUntil(): number {
  return uptimeSeconds() + SILENCE_MS / 1_000;
}

/**
 * What a daemon does where machines share records: it plans only while no other does, queues runs for workers, and lets
 * runs whose worker was lost begin again. While no worker is there it starts runs itself, as on one machine; a run that
 * asks for labels always waits for a worker.
 */
import type { LiveRun } from '../../scheduler/admission.ts';
import { admit } from '../../scheduler/admit.ts';
import type { RunStarter } from '../../scheduler/contract.ts';
import type { DefinitionStore, StoredDefinition } from '../../store/definition-ports.ts';
import type { Dispatch, LostRun, QueuedRun, RunQueue } from '../../store/dispatch-port.ts';
import type { SlotStore } from '../../store/ports.ts';
import { LEASE_LOST } from '../../store/run-folder/lease-file.ts';
import { shortIdOf, type RunId } from '../../words/ids.ts';
import { MAX_SUPERVISORS } from '../../words/judge-run.ts';
import { resultOf } from '../../words/run-program.ts';
import type { RunRecord } from '../../words/run.ts';
import type { SlotRecord } from '../../words/slot.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { DaemonLog } from '../daemon-log.ts';
import { formatUnreadable } from './read-fleet.ts';

/** Slots that other machines record are seen by then, and so is that no daemon plans any more. */
export const FLEET_LOOK_MS = 3_000;
const SUPERVISE_MS = 5_000;

export interface FleetPlanning {
  /** Before a tick. `elsewhere`: another daemon plans. */
  prepare(): Promise<'mine' | 'elsewhere'>;
  /** Whether workers carry runs out: then their places bound how many. */
  hasWorkers(): boolean;
  readonly slots: SlotStore;
  readonly starter: RunStarter;
}

interface PlanningParts {
  readonly workspace: Workspace;
  readonly dispatch: Dispatch;
  readonly log: DaemonLog;
  /** Starts runs on this machine. */
  readonly here: RunStarter;
  /** When this daemon begins to plan: what the one before left half done. */
  readonly onBegin: (planning: Pick<FleetPlanning, 'slots' | 'starter'>) => Promise<void>;
}

export function planFleet(parts: PlanningParts): FleetPlanning {
  const { workspace, dispatch, log, here } = parts;
  const definitions = readOnce(workspace.definitions);
  const { queue } = dispatch;
  let workers = 0;
  let isMine = false;
  let supervisedAt = -Infinity;
  const tellUnreadable = unreadableTold(queue, log);
  /** Of this tick: jobs that were stored with their slots. */
  const queued = new Set<RunId>();
  const describe = async (record: SlotRecord): Promise<QueuedRun | null> => {
    const stored = await definitions.read(record.definition);
    if (stored === null || record.state.kind !== 'started') return null;
    const { policy, runsOn = [] } = stored.routine;
    if (workers === 0 && runsOn.length === 0) return null;
    const { runId: run } = record.state;
    queued.add(run);
    return {
      run,
      routine: record.routine,
      key: record.slot.key,
      runsOn,
      policy: { touches: record.touches ?? policy.touches, concurrency: policy.concurrency },
      ownTouches: record.touches !== undefined,
    };
  };
  const slots: SlotStore = { ...workspace.slots, ...queue.slots(describe) };
  const starter = queueingStarter({ here, queue, queued, describe, slots });
  const takeOver = (): Promise<void> => takeOverLost({ workspace, dispatch, slots, starter }, log);
  return {
    slots,
    starter,
    hasWorkers: () => workers > 0,
    prepare: async () => {
      queued.clear();
      definitions.forget();
      const before = isMine;
      isMine = false;
      if (!(await dispatch.planner.isMine())) {
        if (before) log.say('info', 'another daemon plans now');
        return 'elsewhere';
      }
      workers = (await dispatch.workers.list()).length;
      if (!before) {
        log.say('info', 'this daemon plans for all machines');
        await parts.onBegin({ slots, starter });
      }
      isMine = true;
      if (workers > 0) {
        await takeOver();
        if (workspace.clock.monotonic() - supervisedAt > SUPERVISE_MS) {
          supervisedAt = workspace.clock.monotonic();
          await queue.supervise();
          await takeOver();
          await tellUnreadable();
        }
      }
      return 'mine';
    },
  };
}

/** Many slots of a tick have the same definition. */
function readOnce(
  definitions: DefinitionStore,
): Pick<DefinitionStore, 'read'> & { readonly forget: () => void } {
  const found = new Map<string, Promise<StoredDefinition | null>>();
  return {
    read: (hash) => {
      const known = found.get(hash) ?? definitions.read(hash);
      found.set(hash, known);
      return known;
    },
    forget: () => found.clear(),
  };
}

/** Names each job that cannot be read once. */
function unreadableTold(queue: RunQueue, log: DaemonLog): () => Promise<void> {
  const named = new Set<string>();
  return async () => {
    for (const job of await queue.unreadable()) {
      if (!named.has(job)) log.say('error', formatUnreadable(job));
      named.add(job);
    }
  };
}

interface QueueingParts {
  readonly here: RunStarter;
  readonly queue: RunQueue;
  /** Of this tick: jobs that were stored with their slots. */
  readonly queued: ReadonlySet<RunId>;
  readonly describe: (record: SlotRecord) => Promise<QueuedRun | null>;
  readonly slots: SlotStore;
}

function queueingStarter({ here, queue, queued, describe, slots }: QueueingParts): RunStarter {
  return {
    newRunId: () => here.newRunId(),
    live: async () => [...(await here.live()), ...(await queue.waiting()).map(asLive)],
    has: async (run) => (await here.has(run)) || queue.has(run),
    start: async (request) => {
      if (queued.has(request.runId)) return;
      // Cut off by a crash between its record and its run.
      if ((await describe(request.record)) === null) await here.start(request);
      else await slots.updateAll([request.record]);
    },
    stop: async (run, how, reason) => {
      if (!(await queue.withdraw(run))) await here.stop(run, how, reason);
    },
  };
}

async function takeOverLost(parts: AgainParts, log: DaemonLog): Promise<void> {
  const { workspace, dispatch } = parts;
  const lost = await dispatch.queue.lost();
  if (lost.length === 0) return;
  await workspace.locks.admission(async () => {
    for (const one of lost) {
      const told = await beginAgain(parts, one);
      if (told !== null) log.say('warning', told);
      await dispatch.queue.forget(one);
    }
  });
}

function asLive({ run, routine, policy, ownTouches }: QueuedRun): LiveRun {
  return { id: run, routine, policy, ownTouches };
}

interface AgainParts {
  readonly workspace: Workspace;
  readonly dispatch: Dispatch;
  readonly slots: SlotStore;
  readonly starter: RunStarter;
}

/** Gives what was decided, for the log; `null`: nothing is left to decide. The caller holds the admission lock. */
async function beginAgain(parts: AgainParts, { job }: LostRun): Promise<string | null> {
  const { workspace, dispatch, slots, starter } = parts;
  const now = workspace.clock.now();
  const slot = await workspace.slots.read(job.routine, job.key);
  if (slot?.state.kind !== 'started' || slot.state.runId !== job.run) return null;
  const run = await workspace.runs.read(job.run);
  const record = run?.record ?? null;
  const hasEnded = record?.phase.kind === 'ended';
  if (hasEnded && record?.failure?.code !== LEASE_LOST) return null;
  if (run !== null && !hasEnded)
    await dispatch.endElsewhere(job.run, record === null ? null : lostRecord(record, now));
  const name = `${job.routine}: the worker of run ${shortIdOf(job.run)} was lost`;
  const why = whyNot(record, slot);
  if (why === null) {
    const runId = starter.newRunId();
    const starts = [{ record: slot, created: true, runId }];
    const { problems } = await admit(
      { slots, starter },
      { by: 'daemon', now: now.getTime(), starts },
    );
    for (const problem of problems) throw problem;
    return `${name}: begun again as run ${shortIdOf(runId)}`;
  }
  const note = `its worker was lost, and it was not begun again: ${why}`;
  const state = { kind: 'started', runId: job.run, note } as const;
  await workspace.slots.updateAll([{ ...slot, state, changedAt: now.toISOString() }]);
  return `${name}: ${why}`;
}

/** By the rules of a run that a process finds (`words/judge-run.ts`): what an agent ended is not worked on once more. */
function whyNot(record: RunRecord | null, { attempts }: SlotRecord): string | null {
  if (attempts >= MAX_SUPERVISORS) return `it was begun ${attempts} times`;
  const exit = record?.agentExit ?? null;
  const wasCut = exit === null || exit.cause === 'cancelled' || exit.cause === 'lost';
  return wasCut
    ? null
    : 'its agent had ended; see what it left before you try again: roundsman retry';
}

/** Told like a machine tells it of its own run: a planner that dies before the run begins again leaves it to the next one. */
function lostRecord(record: RunRecord, now: Date): RunRecord {
  const failure = {
    code: LEASE_LOST,
    message: 'its worker did not renew the lease of the run',
    hint: 'What the agent left is on that machine.',
  };
  const ended = { ...record, failure };
  const result = record.skipped === null ? resultOf(ended) : null;
  return { ...ended, phase: { kind: 'ended', result, endedAt: now.toISOString() } };
}

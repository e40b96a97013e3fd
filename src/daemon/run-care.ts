/** Sends a supervisor to each run without one: its supervisor died or never started, or the run's rest is over. */
import type { Clock } from '../platform/clock.ts';
import { inspectPath } from '../platform/files.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { endOfRestOf, liveRunsOf, isAtRest, sortUnfinished } from '../runtime/live-runs.ts';
import { decideAdmission, isAtWork, type LiveRun } from '../scheduler/admission.ts';
import type { StoredRun } from '../store/ports.ts';
import { readRestWish } from '../store/run-folder/rest-wish.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import type { RunId } from '../words/ids.ts';
import type { ProcessIdentity } from '../words/run-spec.ts';
import type { RunLook } from './run-book.ts';

/** A supervisor that was sent has claimed its run by then, or it will not. */
const SENT_MS = 30_000;

interface RunCareParts {
  readonly clock: Clock;
  /** Sends a supervisor. Two for one run do no harm: the second goes away. */
  readonly send: (run: RunId) => void;
  /** Runs that may be at work at once. */
  readonly maxRunning: () => number;
}

/** Gives the runs that one was sent to. Call it after each look. */
export function runCare({
  clock,
  send,
  maxRunning,
}: RunCareParts): (
  look: Pick<RunLook, 'unfinished' | 'orphaned' | 'resting'>,
) => readonly StoredRun[] {
  const self = ownIdentity();
  const sentAt = new Map<RunId, number>();
  return ({ unfinished, orphaned, resting }) => {
    const now = clock.monotonic();
    const open = new Set(unfinished.map(({ spec }) => spec.id));
    for (const id of sentAt.keys()) if (!open.has(id)) sentAt.delete(id);
    // While this process lives it vouches for the runs that it admitted, so that no other process treats them as lost.
    const silent = unfinished.filter((run) => run.record === null && isSame(run, self));
    for (const { spec } of silent) if (!sentAt.has(spec.id)) sentAt.set(spec.id, now);
    const due = resting.filter((run) => endOfRestOf(run, clock.now()) !== null);
    // Of one that rests again later, another supervisor is sent at once.
    for (const run of resting) if (!due.includes(run)) sentAt.delete(run.spec.id);
    const isOnItsWay = ({ spec }: StoredRun): boolean => sentAt.has(spec.id);
    const rested = withPlace(due, { unfinished, isOnItsWay, maxRunning: maxRunning() });
    const wanting = [...orphaned, ...silent, ...rested].filter(
      ({ spec }) => now - (sentAt.get(spec.id) ?? -Infinity) >= SENT_MS,
    );
    for (const { spec } of wanting) {
      sentAt.set(spec.id, now);
      send(spec.id);
    }
    return wanting;
  };
}

interface Places {
  readonly unfinished: readonly StoredRun[];
  /** At rest by its record, and a supervisor was sent. */
  readonly isOnItsWay: (run: StoredRun) => boolean;
  readonly maxRunning: number;
}

/**
 * Many runs may have waited for one reset: they go on by the rules of a start, those first that were admitted first. What
 * a person wants waits for no place, and neither does what only ends.
 */
function withPlace(
  due: readonly StoredRun[],
  { unfinished, isOnItsWay, maxRunning }: Places,
): readonly StoredRun[] {
  const live = liveRunsOf(unfinished).filter(isAtWork);
  const atWork = [...live, ...due.filter(isOnItsWay).map(asLive)];
  const hasPlace = (run: StoredRun): boolean => {
    if (isOnItsWay(run) || (run.wish ?? null) !== null) return true;
    const { id: routine, policy } = run.spec.routine;
    // Runs of its own routine are in each other's way when they begin only.
    const candidate = { routine, policy: { ...policy, overlap: 'allow-all' } as const };
    return atWork.length < maxRunning && decideAdmission(candidate, atWork).kind === 'admit';
  };
  return due
    .toSorted((a, b) => (a.spec.id < b.spec.id ? -1 : 1))
    .filter((run) => {
      const goesOn = hasPlace(run);
      if (goesOn && !isOnItsWay(run)) atWork.push(asLive(run));
      return goesOn;
    });
}

function asLive({ spec: { id, routine } }: StoredRun): LiveRun {
  return { id, routine: routine.id, policy: routine.policy };
}

function isSame({ spec }: StoredRun, self: ProcessIdentity): boolean {
  const { pid, startTime, bootId } = spec.admittedBy;
  return pid === self.pid && startTime === self.startTime && bootId === self.bootId;
}

// Notices that a run ended, or lost its supervisor. Looks at the runs that go on only, by one `stat` each; costs nothing
// while there are none.
const LOOK_EVERY_MS = 500;
/** Asking whether a process is alive starts one on some systems. */
const ASK_EVERY_LOOKS = 10;

interface RunWatch {
  /** From now on these are looked at. */
  follow(unfinished: readonly StoredRun[]): void;
  close(): void;
}

interface RunWatchParts {
  readonly stateDir: string;
  readonly clock: Clock;
  /** Something moved: time to look into the runs themselves. It leads to another `follow`. Must not throw. */
  readonly onMoved: () => Promise<void>;
}

export function watchRuns({ stateDir, clock, onMoved }: RunWatchParts): RunWatch {
  const closed = new AbortController();
  let followed: readonly StoredRun[] = [];
  let looking = false;
  const seen = new Map<RunId, string>();
  const due = new Set<string>();
  const look = async (): Promise<void> => {
    for (let turn = 1; followed.length > 0 && !closed.signal.aborted; turn += 1) {
      await clock.sleep(LOOK_EVERY_MS, closed.signal);
      const asks = turn % ASK_EVERY_LOOKS === 0;
      const lost = asks && followed.some(isUnattended);
      const rested = await anyRested(followed, { stateDir, asks, now: clock.now(), due });
      const moved = await anyMoved(followed, stateDir, seen);
      if ((moved || lost || rested) && !closed.signal.aborted) await onMoved();
    }
    looking = false;
    seen.clear();
    due.clear();
  };
  return {
    follow: (unfinished) => {
      followed = unfinished;
      if (looking || unfinished.length === 0) return;
      looking = true;
      void look();
    },
    close: () => closed.abort(),
  };
}

/** Lost, or not begun: who is to begin it may never have come up. */
function isUnattended(run: StoredRun): boolean {
  return run.record === null || sortUnfinished([run]).orphaned.length > 0;
}

interface RestLook {
  readonly stateDir: string;
  readonly asks: boolean;
  readonly now: Date;
  /** The rests that were found to be over. */
  readonly due: Set<string>;
}

function restMark({ spec, record }: StoredRun): string {
  return `${spec.id} ${record?.rests ?? 0}`;
}

/** By the wall clock. A wish to end a rest lies beside the record; the process that leaves it also sends a supervisor. */
async function anyRested(
  followed: readonly StoredRun[],
  { stateDir, asks, now, due }: RestLook,
): Promise<boolean> {
  const resting = followed.filter(isAtRest);
  const over = resting.filter((run) => endOfRestOf(run, now) !== null);
  // One that waits for a place is asked about now and then only.
  const isNew = over.map(restMark).filter((mark) => !due.has(mark));
  for (const mark of isNew) due.add(mark);
  if (isNew.length > 0) return true;
  if (!asks) return false;
  if (over.length > 0) return true;
  for (const { spec, record } of resting) {
    const paths = runPaths(stateDir, spec.id);
    if ((await readRestWish(paths, record?.rests ?? 0)) !== null) return true;
  }
  return false;
}

/** Its record is replaced at each change, so that it is another file each time. */
async function anyMoved(
  followed: readonly StoredRun[],
  stateDir: string,
  seen: Map<RunId, string>,
): Promise<boolean> {
  let moved = false;
  for (const { spec } of followed) {
    const { state, resultSlot } = runPaths(stateDir, spec.id);
    // With a full disk only the slot still changes.
    const facts = await Promise.all([state, resultSlot].map(inspectPath));
    const mark = facts.map((one) => (one === null ? '' : `${one.inode} ${one.changedMs}`)).join();
    if (seen.get(spec.id) !== mark) moved = true;
    seen.set(spec.id, mark);
  }
  return moved;
}

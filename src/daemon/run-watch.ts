/**
 * Notices that a run ended, or lost its supervisor. Looks at the runs that go on only, by one `stat` each; costs nothing
 * while there are none.
 */
import type { Clock } from '../platform/clock.ts';
import { inspectPath } from '../platform/files.ts';
import { endOfRestOf, isAtRest, sortUnfinished } from '../runtime/live-runs.ts';
import { readRestWish } from '../store/files/rest-wish.ts';
import type { StoredRun } from '../store/ports.ts';
import { runPaths } from '../store/state-paths.ts';
import type { RunId } from '../words/ids.ts';

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

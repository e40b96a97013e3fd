/** The routines that the daemon runs, as they are now. */
import { readActiveRoutines, type ActiveRoutines } from '../routines/active-routines.ts';
import type { RoutineId } from '../words/ids.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { Workspace } from '../workspace/contract.ts';
import { doChore } from './do-chore.ts';

export interface ActiveSet {
  current(): ActiveRoutines;
  find(id: RoutineId): ScheduledRoutine | null;
  /** Reads again; a second call in the middle of one is answered by one more. What is current stays the same object when nothing that counts is other. */
  refresh(): Promise<void>;
}

/** Throws what `readActiveRoutines` throws. */
export async function openActiveSet(workspace: Workspace): Promise<ActiveSet> {
  let current = await readSparingly(workspace);
  let byId = index(current);
  let running: Promise<void> | null = null;
  let again: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    const next = await readSparingly(workspace);
    if (JSON.stringify(next) === JSON.stringify(current)) return;
    current = next;
    byId = index(next);
  };
  const start = (): Promise<void> => {
    running = read().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    current: () => current,
    find: (id) => byId.get(id) ?? null,
    refresh: () => {
      if (running === null) return start();
      again ??= running
        .catch(() => undefined)
        .then(() => {
          again = null;
          return start();
        });
      return again;
    },
  };
}

/** Compiling takes packages that take memory for good: another process does it, and what it kept is read here. */
async function readSparingly(workspace: Workspace): Promise<ActiveRoutines> {
  const { env, location } = workspace;
  await doChore({ name: 'compile', folder: location.root, env });
  return readActiveRoutines(workspace);
}

function index({ routines }: ActiveRoutines): ReadonlyMap<RoutineId, ScheduledRoutine> {
  return new Map(routines.map((routine) => [routine.id, routine]));
}

// Handles what changed definitions leave behind: slots that the old ones made due and no tick has processed yet.

/**
 * Ticks with the routines as they are now, and once more before that with the old ones where they changed: editing
 * reaches no slot whose time has come. Routines that were switched off or removed are left alone.
 */
export function tickBeforeChange<Outcome>(
  current: () => readonly ScheduledRoutine[],
  tick: (routines: readonly ScheduledRoutine[]) => Promise<Outcome>,
): () => Promise<Outcome> {
  let before: readonly ScheduledRoutine[] | null = null;
  return async () => {
    const routines = current();
    if (before !== null && before !== routines) {
      const stillOn = new Set(routines.filter(({ enabled }) => enabled).map(({ id }) => id));
      // All others as they are now: one that was missing would be taken for removed.
      const old = new Map(before.map((routine) => [routine.id, routine]));
      await tick(
        routines.map((routine) =>
          stillOn.has(routine.id) ? (old.get(routine.id) ?? routine) : routine,
        ),
      );
    }
    const outcome = await tick(routines);
    before = routines;
    return outcome;
  };
}

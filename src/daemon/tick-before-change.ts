/** Handles what changed definitions leave behind: slots that the old ones made due and no tick has processed yet. */
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';

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

/** Whom a deployment is for. Pure. */
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { DeploymentTrigger } from '../../words/trigger.ts';

/**
 * Routines with an `on.deployment` that fits. A routine that watches a ref hears of that ref's moves and of nothing
 * else: the same deployment told twice, by the ref and by a hook, would be two.
 */
export function listeningRoutines(
  routines: readonly ScheduledRoutine[],
  deployment: {
    readonly environment: string;
    readonly state: string;
    readonly ref: string | null;
  },
): readonly ScheduledRoutine[] {
  return routines.filter(
    ({ enabled, triggers }) =>
      enabled &&
      triggers.some((trigger) => trigger.kind === 'deployment' && fits(trigger, deployment)),
  );
}

/** Hosts of code do not tell environments apart by case. */
function fits(
  trigger: DeploymentTrigger,
  { environment, state, ref }: Parameters<typeof listeningRoutines>[1],
): boolean {
  return (
    trigger.ref === ref &&
    trigger.states.includes(state) &&
    (trigger.environment === null ||
      trigger.environment.toLowerCase() === environment.toLowerCase())
  );
}

/** Trackers as a run may use them: through the connections that it was admitted with. */
import { trackerOpener } from '../../connections/trackers/open-tracker.ts';
import type { TrackerSurroundings } from '../../connections/trackers/surroundings.ts';
import { trackingFor } from '../../connections/trackers/tracking-for.ts';
import type { Tracking } from '../../ledger/requests/proposals-of-lines.ts';
import type { StepContext } from './step-context.ts';

export function trackersOfRun(context: StepContext): TrackerSurroundings {
  const { spec, clock, locks, env, redactor, items, findings, runs } = context;
  const { gitDir } = spec.workspace;
  return {
    open: trackerOpener({
      connections: () => Promise.resolve(spec.settings.connections ?? []),
      env,
      clock,
      learn: redactor.learn,
    }),
    items,
    findings,
    runs,
    exclusively: locks.ledger,
    alone: locks.tracker,
    workspace: gitDir,
    clock,
  };
}

/** `null`: its items stay here. */
export async function trackingOfRun({ spec, gitEnv }: StepContext): Promise<Tracking | null> {
  const { fileItem } = spec.routine.outputs;
  if (fileItem === null || fileItem.tracker === 'local') return null;
  const repository = { cwd: spec.workspace.gitDir, env: gitEnv };
  return trackingFor(fileItem, spec.settings.connections ?? [], repository);
}

/** Trackers as a person and the daemon use them: through the connections of roundsman.yaml that are active or confirmed. */
import type { Connection } from '../../words/connection.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { trackerOpener } from './open-tracker.ts';
import type { TrackerSurroundings } from './surroundings.ts';

export function trackersOf(workspace: Workspace): TrackerSurroundings {
  const { location, locks, clock, env, redactor, items, findings, runs } = workspace;
  const { learn } = redactor;
  return {
    open: trackerOpener({ connections: () => connectionsNow(workspace), env, clock, learn }),
    items,
    findings,
    runs,
    exclusively: locks.ledger,
    alone: locks.tracker,
    workspace: location.gitDir,
    clock,
  };
}

/** Of a bare repository, those of its newest run: it has no roundsman.yaml to read. */
async function connectionsNow(workspace: Workspace): Promise<readonly Connection[]> {
  if (workspace.location.bare) {
    const { runs } = await workspace.runs.list({ limit: 1 });
    return runs[0]?.spec.settings.connections ?? [];
  }
  const { trustedSettings } = await import('../../routines/trust/trusted-settings.ts');
  return (await trustedSettings(workspace)).config.connections;
}

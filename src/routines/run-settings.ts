import type { WorkspaceSettings } from '../words/run-spec.ts';
import type { WorkspaceConfig } from './definition-context.ts';

/** Of roundsman.yaml what a run depends on. */
export function runSettings(config: WorkspaceConfig): WorkspaceSettings {
  const { timezone, trackReports, diskFloorBytes, engines, connections } = config;
  const { budget, prices, sessionsOff, daemon } = config;
  const { maxRunning } = daemon;
  return {
    timezone,
    trackReports,
    diskFloorBytes,
    engines,
    connections,
    budget,
    prices,
    sessionsOff,
    maxRunning,
  };
}

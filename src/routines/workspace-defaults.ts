/** The settings of a workspace whose roundsman.yaml says nothing. */
import { DEFAULT_DISK_FLOOR_BYTES } from '../words/disk-floor.ts';
import type { WorkspaceConfig, DaemonConfig } from './definition-context.ts';
import { DEFAULT_REVIEW } from './review-settings.ts';

export interface WorkspaceFallbacks {
  /** The name of the workspace's folder. */
  readonly folderName: string;
  /** The zone of this machine. */
  readonly hostTimezone: string;
}

export function defaultWorkspace({
  folderName,
  hostTimezone,
}: WorkspaceFallbacks): WorkspaceConfig {
  return {
    name: folderName,
    timezone: hostTimezone,
    engine: null,
    trackReports: false,
    diskFloorBytes: DEFAULT_DISK_FLOOR_BYTES,
    engines: {},
    connections: [],
    budget: null,
    prices: [],
    sessionsOff: [],
    daemon: DEFAULT_DAEMON,
    review: DEFAULT_REVIEW,
    store: null,
    lines: { name: null, timezone: null, engine: null, trackReports: null },
  };
}

/** Where roundsman.yaml says nothing. */
export const DEFAULT_DAEMON: DaemonConfig = {
  definitionsRef: null,
  maxRunning: null,
  spares: 1,
  hooksListen: null,
  page: { listen: null, hosts: [], token: null, people: null },
  heartbeat: { url: null, everyMs: 60_000 },
  keepSlotsMs: 400 * 86_400_000,
  keep: { diskBytes: 10_000_000_000, archivesMs: 90 * 86_400_000 },
};

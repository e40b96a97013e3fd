/** The settings of a workspace whose roundsman.yaml says nothing. */
import { DEFAULT_DISK_FLOOR_BYTES } from '../words/disk-floor.ts';
import { DEFAULT_DAEMON } from './daemon-defaults.ts';
import type { WorkspaceConfig } from './definition-context.ts';
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

import type { DaemonConfig } from './definition-context.ts';

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

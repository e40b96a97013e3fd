/** What a live Claude Code keeps of itself: `sessions/<pid>.json`, left behind where it was killed. */
import { join } from 'node:path';

import { numberField, textField, type Fields } from '../../../engines/stream-fields.ts';
import { listHostile, readHostile } from '../../../platform/hostile-paths.ts';
import type { LiveMarker } from '../contract.ts';
import { recordOf } from '../ends.ts';

export interface NamedMarker {
  readonly sessionId: string;
  readonly cwd: string | null;
  readonly marker: LiveMarker;
}

const MOST_BYTES = 16 * 1024;
/** Of one store; more are not of one person. */
const MOST_MARKERS = 1_000;

/** @param home the folder that holds `projects` and `sessions` */
export function readMarkers(home: string): readonly NamedMarker[] {
  const folder = join(home, 'sessions');
  return listHostile(folder)
    .filter(({ path, kind }) => kind === 'file' && /^\d{1,10}\.json$/.test(path))
    .slice(0, MOST_MARKERS)
    .flatMap(({ path }) => markerIn(join(folder, path)) ?? []);
}

/** Another one whenever one of them says something else. */
export function markerStamp(markers: readonly NamedMarker[]): string {
  return markers
    .map(({ marker }) => `${marker.pid}.${marker.startTime}.${marker.status}.${marker.at}`)
    .toSorted()
    .join('+');
}

function markerIn(path: string): NamedMarker | null {
  const record = recordOf(readHostile(path, MOST_BYTES)?.toString('utf8') ?? '');
  if (record === 'unreadable') return null;
  const pid = numberField(record, 'pid');
  const sessionId = textField(record, 'sessionId');
  if (pid === null || !Number.isInteger(pid) || pid <= 0 || sessionId === null) return null;
  return {
    sessionId,
    cwd: textField(record, 'cwd'),
    marker: {
      pid,
      startTime: textField(record, 'procStart'),
      status: textField(record, 'status'),
      waitingFor: textField(record, 'waitingFor'),
      pidNamespace: /pid:\[\d+\]$/.exec(textField(record, 'pidDomain') ?? '')?.[0] ?? null,
      at: toldAt(record),
    },
  };
}

function toldAt(record: Fields): string {
  const at = numberField(record, 'updatedAt') ?? numberField(record, 'startedAt') ?? 0;
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? new Date(0).toISOString() : moment.toISOString();
}

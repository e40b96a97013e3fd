/** Which process is at which session. Pure. */
import type {
  AgentProcess,
  LiveMarker,
  ProcessLook,
  SessionDraft,
} from '../../engines/sessions/contract.ts';

export interface OwnershipView extends ProcessLook {
  /** All drafts of the same look: of several in one folder only the newest can own a process that names none. */
  readonly others: readonly SessionDraft[];
}

export type Ownership =
  /** `marker`: what told it, where a live-marker did; it may have a word for how things stand. */
  | {
      readonly kind: 'live';
      readonly pid: number;
      readonly by: 'marker' | 'name' | 'file' | 'folder';
      readonly marker: LiveMarker | null;
    }
  /** Its markers name processes that are gone, or of whose pids others took over. */
  | { readonly kind: 'gone'; readonly marker: LiveMarker }
  /** Its marker was made where pids mean something else. */
  | { readonly kind: 'elsewhere'; readonly marker: LiveMarker }
  | { readonly kind: 'none' };

export function ownershipOf(draft: SessionDraft, view: OwnershipView): Ownership {
  const markers = draft.markers.toSorted((a, b) => b.at.localeCompare(a.at));
  for (const marker of markers) {
    const pid = livePid(marker, draft, view);
    if (pid !== null) return { kind: 'live', pid, by: 'marker', marker };
  }
  const same = view.processes.filter(({ engine }) => engine === draft.engine);
  const named = same.find(({ sessionId }) => sessionId === draft.id);
  if (named !== undefined) return { kind: 'live', pid: named.pid, by: 'name', marker: null };
  const holder = same.find(({ openFiles }) => openFiles.some((path) => path.includes(draft.id)));
  if (holder !== undefined) return { kind: 'live', pid: holder.pid, by: 'file', marker: null };
  const [marker] = markers;
  if (marker !== undefined)
    return { kind: isElsewhere(marker, view) ? 'elsewhere' : 'gone', marker };
  const inFolder = same.find((process) => mayBeIts(process, draft, view));
  if (inFolder !== undefined)
    return { kind: 'live', pid: inFolder.pid, by: 'folder', marker: null };
  return { kind: 'none' };
}

/** Of the process that the marker names, if it lives and began then; as it is known here, outside of its namespace. */
function livePid(marker: LiveMarker, draft: SessionDraft, view: OwnershipView): number | null {
  if (isElsewhere(marker, view)) {
    const inner = view.processes.find(
      (process) =>
        process.inner?.pid === marker.pid &&
        process.inner.namespace === marker.pidNamespace &&
        process.startTime === marker.startTime,
    );
    return inner?.pid ?? null;
  }
  if (marker.startTime === null) {
    // Nothing tells it from one that took over its pid but that it is such a program.
    const program = view.processes.find(({ pid }) => pid === marker.pid);
    return program?.engine === draft.engine ? marker.pid : null;
  }
  const known = view.processes.find(({ pid }) => pid === marker.pid)?.startTime;
  return (known ?? view.startTimeOf(marker.pid)) === marker.startTime ? marker.pid : null;
}

function isElsewhere({ pidNamespace = null }: LiveMarker, view: OwnershipView): boolean {
  return pidNamespace !== null && pidNamespace !== view.pidNamespace;
}

/** It names no session, began before the last word of this one, in its folder, and no other is nearer. */
function mayBeIts(process: AgentProcess, draft: SessionDraft, view: OwnershipView): boolean {
  const { sessionId, cwd, startedAt = null } = process;
  if (sessionId !== null || cwd === null || cwd !== draft.cwd) return false;
  const last = Date.parse(draft.lastActivityAt);
  // Clocks of processes are told to a second or two.
  if (startedAt !== null && startedAt > last + 2_000) return false;
  return view.others.every((other) => {
    if (other.engine !== draft.engine) return true;
    if (other.id === draft.id) return true;
    if (other.markers.some(({ pid }) => pid === process.pid)) return false;
    if (process.openFiles.some((path) => path.includes(other.id))) return false;
    const latest = Date.parse(other.lastActivityAt);
    return other.cwd !== cwd || latest < last || (latest === last && other.id > draft.id);
  });
}

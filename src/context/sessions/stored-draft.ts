/** A draft as it stands in the cache: whatever does not look like one is not there. Pure. */
import { sessionEngines } from '../../engines/registry.ts';
import type { LiveMarker, SessionDraft, Standing } from '../../engines/sessions/contract.ts';
import { isRecord } from '../../platform/json.ts';
import type { SessionEngine } from '../../words/session.ts';

/** What reading the ends of a session came to; kept under its stamp. */
export type DraftOutcome =
  | { readonly kind: 'draft'; readonly draft: SessionDraft }
  | { readonly kind: 'unreadable'; readonly detail: string }
  /** Of another workspace, which only reading tells. */
  | { readonly kind: 'elsewhere'; readonly cwd: string };

export function readDraftOutcome(value: unknown): DraftOutcome | null {
  if (!isRecord(value)) return null;
  const { kind, detail, cwd } = value;
  if (kind === 'elsewhere') return typeof cwd === 'string' ? { kind, cwd } : null;
  if (kind === 'unreadable') return typeof detail === 'string' ? { kind, detail } : null;
  const draft = kind === 'draft' ? readDraft(value['draft']) : null;
  return draft === null ? null : { kind: 'draft', draft };
}

function readDraft(value: unknown): SessionDraft | null {
  if (!isRecord(value)) return null;
  const { id, cwd, branch, title, startedAt, lastActivityAt, filesTouched } = value;
  const engine = engineOf(value['engine']);
  const standing = readStanding(value['standing']);
  const markers = readMarkers(value['markers']);
  const isWhole =
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof lastActivityAt === 'string' &&
    isTextOrNull(cwd) &&
    isTextOrNull(branch) &&
    isTextOrNull(startedAt) &&
    isTexts(filesTouched);
  if (!isWhole || engine === null || standing === null || markers === null) return null;
  return {
    id,
    engine,
    cwd,
    branch,
    title,
    startedAt,
    lastActivityAt,
    standing,
    filesTouched,
    markers,
  };
}

function engineOf(value: unknown): SessionEngine | null {
  return sessionEngines().find((one) => one === value) ?? null;
}

function readStanding(value: unknown): Standing | null {
  if (!isRecord(value)) return null;
  const { kind, doing, what, said, why } = value;
  if (kind === 'tool' && typeof doing === 'string') return { kind, doing };
  if (kind === 'model' && isTextOrNull(doing)) return { kind, doing };
  if (kind === 'asks' && typeof what === 'string') return { kind, what };
  if (kind === 'turn-over' && isTextOrNull(said)) return { kind, said };
  if (kind === 'unclear' && typeof why === 'string') return { kind, why };
  return kind === 'closed' ? { kind } : null;
}

function readMarkers(value: unknown): readonly LiveMarker[] | null {
  if (!Array.isArray(value)) return null;
  const markers: LiveMarker[] = [];
  for (const one of value) {
    if (!isRecord(one)) return null;
    const { pid, startTime, status, at, waitingFor = null, pidNamespace = null } = one;
    if (typeof pid !== 'number' || typeof at !== 'string') return null;
    if (![startTime, status, waitingFor, pidNamespace].every(isTextOrNull)) return null;
    markers.push({
      pid,
      at,
      startTime: textOf(startTime),
      status: textOf(status),
      waitingFor: textOf(waitingFor),
      pidNamespace: textOf(pidNamespace),
    });
  }
  return markers;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

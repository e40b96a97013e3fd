/**
 * What was read of sessions, kept until they change. Only a saving: a cache that is torn, foreign or gone is not there.
 *
 * One line a session, `key TAB stamp TAB what was read`, each JSON: a line is parsed when its session is asked for, and that
 * is seldom.
 */
import { dirname } from 'node:path';

import { sessionEngines } from '../../engines/registry.ts';
import type {
  Remembered,
  SessionHandle,
  LiveMarker,
  SessionDraft,
  Standing,
} from '../../engines/sessions/contract.ts';
import { makeFolder, readTextIfThere, writeDurably } from '../../platform/files.ts';
import { tryParseJson, isRecord } from '../../platform/json.ts';
import type { SessionEngine } from '../../words/session.ts';

export interface DraftCache {
  /** Where sessions began, by location. */
  readonly remembered: Remembered;
  read(engine: string, handle: SessionHandle): DraftOutcome | null;
  keep(engine: string, handle: SessionHandle, outcome: DraftOutcome): void;
  /** When there is enough to save. Never rejects: without it the next look takes longer. */
  save(): Promise<void>;
}

/** Raised when a draft gets another form: what an older one wrote is not read. */
const FORM = 1;
/** More sessions than a machine has in years; the ones least lately asked for go first. */
const MOST = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Writing it all costs more than reading the ends of some sessions once more. */
const WORTH_SAVING = 8;
const SMALL = 500;

interface Kept {
  readonly stamp: string;
  /** As text until it is asked for. */
  outcome: DraftOutcome | string;
}

/** @param head what it depends on besides the sessions: version of the product */
export async function openDraftCache(path: string, head: string): Promise<DraftCache> {
  const first = JSON.stringify([FORM, head]);
  const { entries, folders } = await readKept(path, first);
  let fresh = 0;
  const used = (key: string, kept: Kept): void => {
    // Last in the order: what is asked for stays longest.
    entries.delete(key);
    entries.set(key, kept);
  };
  return {
    remembered: {
      get: (location) => folders.get(location),
      set: (location, cwd) => {
        if (folders.get(location) === cwd) return;
        fresh += 1;
        folders.set(location, cwd);
      },
    },
    read: (engine, handle) => {
      const key = keyOf(engine, handle);
      const kept = entries.get(key);
      if (kept === undefined || kept.stamp !== handle.stamp) return null;
      if (typeof kept.outcome === 'string') {
        const outcome = readDraftOutcome(tryParseJson(kept.outcome));
        if (outcome === null) {
          entries.delete(key);
          return null;
        }
        kept.outcome = outcome;
      }
      used(key, kept);
      return kept.outcome;
    },
    keep: (engine, handle, outcome) => {
      fresh += 1;
      used(keyOf(engine, handle), { stamp: handle.stamp, outcome });
    },
    save: async () => {
      if (fresh < WORTH_SAVING && (fresh === 0 || entries.size > SMALL)) return;
      fresh = 0;
      try {
        await makeFolder(dirname(path), 0o700);
        await writeDurably(path, [first, ...foldersOf(folders), ...linesOf(entries)].join('\n'));
      } catch {
        // A full disk, or no permission to write: only time is lost.
      }
    },
  };
}

function keyOf(engine: string, { id, location }: SessionHandle): string {
  return JSON.stringify([engine, location, id]);
}

function linesOf(entries: ReadonlyMap<string, Kept>): readonly string[] {
  return [...entries].slice(-MOST).map(([key, { stamp, outcome }]) => {
    const text = typeof outcome === 'string' ? outcome : JSON.stringify(outcome);
    return `${key}\t${JSON.stringify(stamp)}\t${text}`;
  });
}

/** A line of two fields. */
function foldersOf(folders: ReadonlyMap<string, string>): readonly string[] {
  return [...folders]
    .slice(-MOST)
    .map(([location, cwd]) => `${JSON.stringify(location)}\t${JSON.stringify(cwd)}`);
}

interface KeptFile {
  readonly entries: Map<string, Kept>;
  readonly folders: Map<string, string>;
}

async function readKept(path: string, first: string): Promise<KeptFile> {
  const text = await readTextIfThere(path).catch(() => null);
  const kept: KeptFile = { entries: new Map(), folders: new Map() };
  if (text === null || text.length > MAX_BYTES || !text.startsWith(`${first}\n`)) return kept;
  for (const line of text.split('\n')) {
    // JSON has no tab as it stands.
    const one = line.indexOf('\t');
    const two = line.indexOf('\t', one + 1);
    if (one === -1) continue;
    const key = line.slice(0, one);
    const value = tryParseJson(line.slice(one + 1, two === -1 ? undefined : two));
    if (typeof value !== 'string') continue;
    if (two !== -1) kept.entries.set(key, { stamp: value, outcome: line.slice(two + 1) });
    else {
      const location = tryParseJson(key);
      if (typeof location === 'string') kept.folders.set(location, value);
    }
  }
  return kept;
}

// A draft as it stands in the cache: whatever does not look like one is not there. Pure.

/** What reading the ends of a session came to; kept under its stamp. */
export type DraftOutcome =
  | { readonly kind: 'draft'; readonly draft: SessionDraft }
  | { readonly kind: 'unreadable'; readonly detail: string }
  /** Of another workspace, which only reading tells. */
  | { readonly kind: 'elsewhere'; readonly cwd: string };

function readDraftOutcome(value: unknown): DraftOutcome | null {
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

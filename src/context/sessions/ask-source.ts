/**
 * One source, asked for the sessions of a workspace. Whatever it does, there is an answer: what cannot be reached in time
 * is `unavailable`, what cannot be understood is counted.
 */
import { isAbsolute, join, normalize, relative } from 'node:path';

import { allEngines } from '../../engines/registry.ts';
import type {
  AgentProcess,
  SessionDraft,
  SessionHandle,
  SessionSource,
  SourceWhere,
  JudgedState,
} from '../../engines/sessions/contract.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { forAll } from '../../platform/many-files.ts';
import type { SessionEngine, SessionSourceReport, Session } from '../../words/session.ts';
import { cleanDraft, cleanLine, type Redact } from './clean-text.ts';
import type { DraftCache, DraftOutcome } from './draft-cache.ts';

/** Of one listing, and of reading the ends of one session. */
const FIND_WITHIN_MS = 20_000;
const DRAFT_WITHIN_MS = 10_000;
/** The text of each is held while it is read: with many at once it grows old, and the heap with it. */
const AT_ONCE = 2;

export interface SourceAsk {
  readonly where: SourceWhere;
  /** Absolute real paths. */
  readonly roots: readonly string[];
  /** Epoch milliseconds; `null` = all. */
  readonly since: number | null;
  /** Of agents that are alive: what they are at is told, however long ago something was said in it. */
  readonly processes: readonly AgentProcess[];
}

export interface AskParts {
  readonly clock: Clock;
  readonly cache: DraftCache;
  readonly redact: Redact;
}

export interface FoundDraft {
  readonly handle: SessionHandle;
  /** Without secrets and controls. */
  readonly draft: SessionDraft;
}

export interface SourceAnswer {
  readonly drafts: readonly FoundDraft[];
  readonly report: SessionSourceReport;
  readonly bytesRead: number;
}

/** Never rejects. */
export async function askSource(
  known: KnownSource,
  ask: SourceAsk,
  parts: AskParts,
): Promise<SourceAnswer> {
  const { engine } = known;
  const nothing = { engine, found: 0, unreadable: 0 };
  try {
    const source = await known.load();
    const found = await findWithin(source, ask, parts);
    if (found.kind !== 'found') {
      const detail = found.kind === 'none' ? null : cleanLine(found.detail, parts.redact, 300);
      return { drafts: [], report: { ...nothing, state: found.kind, detail }, bytesRead: 0 };
    }
    return await readAll(source, worthAsking(found.handles, ask, engine), { ask, parts });
  } catch (thrown) {
    const detail = cleanLine(wordsOf(thrown), parts.redact, 300);
    return { drafts: [], report: { ...nothing, state: 'unavailable', detail }, bytesRead: 0 };
  }
}

async function findWithin(
  source: SessionSource,
  ask: SourceAsk,
  { cache }: AskParts,
): ReturnType<SessionSource['find']> {
  const alive = ask.processes.some(({ engine }) => engine === source.engine);
  const request = {
    places: source.places(ask.where),
    roots: ask.roots,
    since: alive ? null : ask.since,
    remembered: cache.remembered,
  };
  return within(FIND_WITHIN_MS, source.find(request));
}

/** A process that names no session is at one of the newest. */
const OLDER_AT_MOST = 50;

/** What is older than was asked for is looked at when a process may be at it. */
function worthAsking(
  handles: readonly SessionHandle[],
  { since, processes }: SourceAsk,
  engine: SessionEngine,
): readonly SessionHandle[] {
  if (since === null) return handles;
  const alive = processes.filter((one) => one.engine === engine);
  if (alive.length === 0) return handles.filter(({ lastActivityAt }) => lastActivityAt >= since);
  const named = new Set(alive.flatMap(({ sessionId }) => sessionId ?? []));
  const older = handles
    .filter(({ lastActivityAt }) => lastActivityAt < since)
    .toSorted((a, b) => b.lastActivityAt - a.lastActivityAt);
  const near = alive.some(({ sessionId }) => sessionId === null) ? OLDER_AT_MOST : 0;
  const maybe = new Set(older.filter(({ id }, index) => index < near || named.has(id)));
  return handles.filter((one) => one.lastActivityAt >= since || maybe.has(one));
}

async function readAll(
  source: SessionSource,
  handles: readonly SessionHandle[],
  { ask, parts }: { readonly ask: SourceAsk; readonly parts: AskParts },
): Promise<SourceAnswer> {
  let bytesRead = 0;
  const readKept = async (handle: SessionHandle): Promise<DraftOutcome> => {
    const kept = parts.cache.read(source.engine, handle);
    if (kept !== null && (kept.kind !== 'elsewhere' || !isBelow(kept.cwd, ask.roots))) return kept;
    const read = await readOne(source, handle, { ask, parts });
    bytesRead += read.bytesRead;
    if (read.lasting) parts.cache.keep(source.engine, handle, read.outcome);
    return read.outcome;
  };
  const outcomes = await forAll(handles, readKept, AT_ONCE);
  const drafts = outcomes.flatMap((outcome, index): readonly FoundDraft[] => {
    const handle = handles[index];
    return outcome.kind === 'draft' && handle !== undefined
      ? [{ handle, draft: outcome.draft }]
      : [];
  });
  const bad = outcomes.flatMap((outcome) => (outcome.kind === 'unreadable' ? [outcome] : []));
  return { drafts, bytesRead, report: reportOf(source, drafts.length, bad) };
}

/** All of them: then it is not they, it is the form of their store. */
function reportOf(
  { engine }: SessionSource,
  understood: number,
  bad: readonly { readonly detail: string }[],
): SessionSourceReport {
  const unreadable = bad.length;
  const [first] = bad;
  const detail = first === undefined ? null : first.detail;
  const state = understood === 0 && unreadable > 1 ? 'unavailable' : 'read';
  return { engine, state, detail, found: understood + unreadable, unreadable };
}

interface ReadOne {
  readonly outcome: DraftOutcome;
  readonly bytesRead: number;
  /** As long as the session does not change. */
  readonly lasting: boolean;
}

async function readOne(
  source: SessionSource,
  handle: SessionHandle,
  { ask, parts }: { readonly ask: SourceAsk; readonly parts: AskParts },
): Promise<ReadOne> {
  try {
    const read = await within(DRAFT_WITHIN_MS, source.draft(handle));
    const { bytesRead } = read;
    if (read.kind === 'unreadable') {
      const detail = cleanLine(read.detail, parts.redact, 300);
      return { outcome: { kind: 'unreadable', detail }, bytesRead, lasting: true };
    }
    const { cwd } = read.draft;
    if (handle.cwd === null && cwd !== null && !isBelow(cwd, ask.roots))
      return { outcome: { kind: 'elsewhere', cwd }, bytesRead, lasting: true };
    const draft = cleanDraft(read.draft, parts.redact);
    return { outcome: { kind: 'draft', draft }, bytesRead, lasting: true };
  } catch (thrown) {
    const detail = cleanLine(wordsOf(thrown), parts.redact, 300);
    return { outcome: { kind: 'unreadable', detail }, bytesRead: 0, lasting: false };
  }
}

/** Whether a folder is one of those or below. */
function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some(
    (root) => path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`),
  );
}

/** Rejects when `work` takes longer than `ms`, by the system clock. `work` continues, but its result is not awaited. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = systemClock.sleep(ms, timer.signal).then((): T => {
    throw new Error(`it did not answer within ${ms / 1_000} s`);
  });
  // Whichever loses is of no interest any more.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

// The sources that there are, each loaded when it is asked.
export interface KnownSource {
  readonly engine: SessionEngine;
  load(): Promise<SessionSource>;
}

export function sessionSources(): readonly KnownSource[] {
  return allEngines().flatMap(({ id, sessions }) =>
    sessions === null ? [] : [{ engine: id, load: sessions.load }],
  );
}

// From what a store says and how things stand to a session of the list. Pure.
export function sessionOfDraft(
  draft: SessionDraft,
  judged: JudgedState,
  roots: readonly string[],
): Session {
  const { id, engine, cwd, branch, title, startedAt, lastActivityAt } = draft;
  return {
    id,
    engine,
    cwd,
    branch,
    title: title === '' ? '(no title)' : title,
    ...judged,
    startedAt,
    lastActivityAt,
    filesTouched: filesBelow(draft, roots),
    runId: null,
  };
}

/** Relative to the root of the checkout that they are in; what is in none stays as its engine named it. */
export function filesBelow(
  { filesTouched, cwd }: Pick<SessionDraft, 'filesTouched' | 'cwd'>,
  roots: readonly string[],
): readonly string[] {
  // A worktree may lie within the checkout: the innermost counts.
  const innermost = roots.toSorted((a, b) => b.length - a.length);
  const named = filesTouched.map((file) => {
    if (!isAbsolute(file) && cwd === null) return file;
    const path = normalize(isAbsolute(file) ? file : join(cwd ?? '/', file));
    const root = innermost.find((one) => isBelow(path, [one]));
    return root === undefined ? path : relative(root, path) || '.';
  });
  return [...new Set(named)];
}

import type { KnownSource } from '../../src/context/sessions/ask-source.ts';
/** A source of sessions that keeps them in memory, and drafts and runs for it. */
import type { DraftCache } from '../../src/context/sessions/draft-cache.ts';
import type { SessionDraft, SessionSource } from '../../src/engines/sessions/contract.ts';
import type { TranscriptEntry } from '../../src/engines/sessions/transcript.ts';
import type { Session, SessionEngine } from '../../src/words/session.ts';

export interface PaperSession {
  readonly draft: SessionDraft;
  readonly stamp?: string;
  readonly entries?: readonly (TranscriptEntry | 'unreadable')[];
}

export interface PaperSource extends KnownSource {
  /** Ids, in the order in which their ends were read. */
  readonly drafted: string[];
}

export function paperSource(
  engine: SessionEngine,
  sessions: readonly PaperSession[],
  change: Partial<SessionSource> = {},
): PaperSource {
  const drafted: string[] = [];
  const of = (id: string): PaperSession | undefined =>
    sessions.find(({ draft }) => draft.id === id);
  const source: SessionSource = {
    engine,
    places: () => [{ path: `/stores/${engine}` }],
    find: async ({ since }) => ({
      kind: 'found',
      handles: sessions
        .map(({ draft, stamp = '1' }) => ({
          id: draft.id,
          location: `/stores/${engine}/${draft.id}`,
          stamp,
          cwd: draft.cwd,
          lastActivityAt: Date.parse(draft.lastActivityAt),
        }))
        .filter(({ lastActivityAt }) => since === null || lastActivityAt >= since),
    }),
    draft: async ({ id }) => {
      drafted.push(id);
      const draft = of(id)?.draft;
      if (draft === undefined) return { kind: 'unreadable', detail: 'it is gone', bytesRead: 0 };
      return { kind: 'draft', draft, bytesRead: 100 };
    },
    entries: async function* ({ id }) {
      yield of(id)?.entries ?? [];
    },
    ...change,
  };
  return { engine, drafted, load: async () => source };
}

export function draftOf(change: Partial<SessionDraft> = {}): SessionDraft {
  return {
    id: 'session-1',
    engine: 'claude',
    cwd: null,
    branch: 'main',
    title: 'mend the layout editor',
    startedAt: '2026-11-20T10:00:00.000Z',
    lastActivityAt: '2026-11-20T11:00:00.000Z',
    standing: { kind: 'turn-over', said: 'It is done.' },
    filesTouched: [],
    markers: [],
    ...change,
  };
}

export function sessionOf(change: Partial<Session> = {}): Session {
  return {
    id: 'session-1',
    engine: 'claude',
    cwd: '/work/shop',
    branch: 'main',
    title: 'mend the layout editor',
    state: 'ended',
    waitingOn: null,
    evidence: {
      source: 'process',
      detail: 'no process works in it',
      at: '2026-11-20T12:00:00.000Z',
    },
    startedAt: '2026-11-20T10:00:00.000Z',
    lastActivityAt: '2026-11-20T11:00:00.000Z',
    doing: null,
    filesTouched: [],
    runId: null,
    pid: null,
    ...change,
  };
}

/** Keeps nothing. */
export function noCache(): DraftCache {
  return {
    remembered: { get: () => undefined, set: () => undefined },
    read: () => null,
    keep: () => undefined,
    save: async () => undefined,
  };
}

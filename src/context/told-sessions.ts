/** Sessions as a brief lists them: those that may be in use, without the run itself. Pure. */
import type { RunId } from '../words/ids.ts';
import type { Session, SessionState } from '../words/session.ts';
import { oneLine } from '../words/text.ts';
import type { ToldSession } from './brief-context.ts';

const ORDER: readonly SessionState[] = ['working', 'waiting', 'idle', 'unknown', 'ended'];
/** A session in an unknown state is not in use after this long without activity. */
const UNKNOWN_FOR_MS = 86_400_000;
const MAX_FILES = 20;

export interface SessionChoice {
  readonly sessions: readonly Session[];
  /** The run itself and its parts. */
  readonly without: ReadonlySet<RunId>;
  /** When the run started. */
  readonly at: Date;
}

/** Open ones: those that work first, the newest activity first among them. */
export function toldSessions({ sessions, without, at }: SessionChoice): readonly ToldSession[] {
  const since = new Date(at.getTime() - UNKNOWN_FOR_MS).toISOString();
  return sessions
    .filter(({ runId }) => runId === null || !without.has(runId))
    .filter(
      ({ state, lastActivityAt }) =>
        state !== 'ended' && (state !== 'unknown' || lastActivityAt >= since),
    )
    .map(tellSession)
    .toSorted(
      (a, b) =>
        ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
        compare(b.lastActivityAt, a.lastActivityAt) ||
        compare(`${a.engine} ${a.id}`, `${b.engine} ${b.id}`),
    );
}

/** Of every state, active within `lastMs` before `at`; newest first. */
export function activeSessions(
  { sessions, without, at }: SessionChoice,
  lastMs: number,
): readonly ToldSession[] {
  const since = new Date(at.getTime() - lastMs).toISOString();
  return sessions
    .filter(({ runId }) => runId === null || !without.has(runId))
    .filter(({ lastActivityAt }) => lastActivityAt >= since)
    .map(tellSession)
    .toSorted(
      (a, b) =>
        compare(b.lastActivityAt, a.lastActivityAt) ||
        compare(`${a.engine} ${a.id}`, `${b.engine} ${b.id}`),
    );
}

function tellSession(session: Session): ToldSession {
  const { id, engine, state, startedAt, lastActivityAt, runId, evidence } = session;
  return {
    id: oneLine(id),
    engine,
    title: oneLine(session.title),
    state,
    doing: lineOrNull(session.doing),
    waitingOn: lineOrNull(session.waitingOn),
    cwd: lineOrNull(session.cwd),
    branch: lineOrNull(session.branch),
    startedAt,
    lastActivityAt,
    runId,
    filesTouched: session.filesTouched.slice(0, MAX_FILES).map((path) => oneLine(path, 300)),
    evidence: `${evidence.source}: ${oneLine(evidence.detail)}`,
  };
}

function lineOrNull(text: string | null): string | null {
  return text === null ? null : oneLine(text, 500);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

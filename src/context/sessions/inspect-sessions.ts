/**
 * What is open in a workspace, over all engines and our runs: one list, newest first, and what of it could not be looked at.
 *
 * Cheap where nothing changed: names and times are listed, what was read before is in the cache. All text has passed the
 * redactor before it is kept or told.
 */
import { sessionEngines } from '../../engines/registry.ts';
import type { ProcessLook, SessionHandle } from '../../engines/sessions/contract.ts';
import { listWorktrees } from '../../git/list-worktrees.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import type { RunStore } from '../../store/ports.ts';
import {
  type Session,
  type SessionEngine,
  type SessionList,
  type SessionSourceReport,
} from '../../words/session.ts';
import { inspectProcesses } from './agent-processes.ts';
import {
  askSource,
  type AskParts,
  type SourceAnswer,
  sessionSources,
  type KnownSource,
  sessionOfDraft,
} from './ask-source.ts';
import type { Redact } from './clean-text.ts';
import type { DraftCache } from './draft-cache.ts';
import { judgeSession } from './judge-session.ts';
import { ownRuns, type OwnRun } from './own-runs.ts';
import { runSessions, type RunSession } from './run-sessions.ts';

export interface LookRequest {
  /** The checkout, absolute. */
  readonly root: string;
  /** The git directory that all checkouts share, absolute. */
  readonly gitDir: string;
  readonly stateDir: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly runs: RunStore;
  readonly cache: DraftCache;
  readonly redact: Redact;
  /** Switched off by the workspace. */
  readonly off: readonly SessionEngine[];
  /** Only these; default: all. */
  readonly engines?: readonly SessionEngine[];
  /** Only sessions with activity at or after, and those that live; epoch milliseconds, `null` = all. */
  readonly since: number | null;
  /** The same for runs that ended. Default: as `since`. */
  readonly runsSince?: number;
  /** Default: those that there are. */
  readonly sources?: readonly KnownSource[];
  /** Default: those of this machine. */
  readonly processes?: () => ProcessLook;
}

export interface SessionLook extends SessionList {
  readonly found: readonly FoundSession[];
  /** Of stores of engines, this time. */
  readonly bytesRead: number;
}

/** A session, and how its store gives the whole of it. */
export interface FoundSession {
  readonly session: Session;
  /** `null`: what the run left is all there is. */
  readonly place: { readonly handle: SessionHandle } | null;
  /** The run of ours that it is; `null`: a person's. */
  readonly own: OwnRun | null;
}

/** Never rejects for what is in a store. */
export async function inspectSessions(request: LookRequest): Promise<SessionLook> {
  const { clock, cache, redact, since } = request;
  const parts: AskParts = { clock, cache, redact };
  const on = (engine: SessionEngine): boolean =>
    !request.off.includes(engine) && (request.engines?.includes(engine) ?? true);
  const sources = (request.sources ?? sessionSources()).filter(({ engine }) => on(engine));
  const runs = await runsOf(request);
  const roots = await rootsOf(
    request,
    runs.map(({ worktree }) => worktree),
  );
  const seen = (request.processes ?? inspectProcesses)();
  const { processes } = seen;
  const where = { kind: 'person', env: request.env } as const;
  const [ours, ...answers] = await Promise.all([
    runSessions({ runs, sources, parts }),
    ...sources.map((source) => askSource(source, { where, roots, since, processes }, parts)),
  ]);
  await cache.save();
  const persons = personSessions(answers, { roots, seen, clock, since });
  const found = newestFirst(withoutRepeats([...shownRuns(ours.sessions, on), ...persons]));
  return {
    found,
    sessions: found.map(({ session }) => cleaned(session, redact)),
    sources: reportsOf(request, [...answers, ...ours.answers], found),
    bytesRead: [...answers, ...ours.answers].reduce((sum, one) => sum + one.bytesRead, 0),
  };
}

async function runsOf(request: LookRequest): ReturnType<typeof ownRuns> {
  if (request.off.includes('roundsman')) return [];
  return ownRuns({ ...request, since: request.runsSince ?? request.since });
}

async function rootsOf(
  { root, gitDir }: LookRequest,
  worktrees: readonly string[],
): Promise<readonly string[]> {
  return [...new Set([root, ...(await listWorktrees(gitDir)), ...worktrees])];
}

/** Of an engine that was asked for, or itself. */
function shownRuns(
  sessions: readonly RunSession[],
  on: (engine: SessionEngine) => boolean,
): readonly FoundSession[] {
  return sessions
    .filter(({ session }) => on(session.engine))
    .map(({ session, found, own }) => ({
      session,
      own,
      place: found === null ? null : { handle: found.handle },
    }));
}

function personSessions(
  answers: readonly SourceAnswer[],
  around: {
    readonly roots: readonly string[];
    readonly seen: ProcessLook;
    readonly clock: Clock;
    readonly since: number | null;
  },
): readonly FoundSession[] {
  const { roots, seen, since } = around;
  const now = around.clock.now().getTime();
  const all = answers.flatMap(({ drafts }) => drafts);
  const view = { ...seen, now, others: all.map(({ draft }) => draft) };
  return all
    .map(({ draft, handle }) => ({
      session: sessionOfDraft(draft, judgeSession(draft, view), roots),
      place: { handle },
      own: null,
    }))
    .filter(
      ({ session, place }) =>
        since === null || place.handle.lastActivityAt >= since || session.pid !== null,
    );
}

/** The first of each: ours come first, a person may have taken one of them up. */
function withoutRepeats(found: readonly FoundSession[]): readonly FoundSession[] {
  const seen = new Map<string, FoundSession>();
  for (const one of found) {
    const key = `${one.session.engine} ${one.session.id}`;
    const known = seen.get(key);
    if (known === undefined) seen.set(key, one);
    // Two copies in one person's stores: the newer one, which was continued, counts.
    else if (known.session.runId === null && isNewer(one, known)) seen.set(key, one);
  }
  return [...seen.values()];
}

function isNewer(a: FoundSession, b: FoundSession): boolean {
  return timeOf(a) > timeOf(b);
}

function newestFirst(found: readonly FoundSession[]): readonly FoundSession[] {
  return found
    .map((one) => ({ one, at: timeOf(one) }))
    .toSorted((a, b) => b.at - a.at)
    .map(({ one }) => one);
}

function timeOf({ session }: FoundSession): number {
  return Date.parse(session.lastActivityAt) || 0;
}

/** What was kept was cleaned by what was known then: a secret may have come since. */
function cleaned(session: Session, redact: Redact): Session {
  const text = (value: string | null): string | null => (value === null ? null : redact(value));
  return {
    ...session,
    branch: text(session.branch),
    title: redact(session.title),
    doing: text(session.doing),
    waitingOn: text(session.waitingOn),
    evidence: { ...session.evidence, detail: redact(session.evidence.detail) },
    filesTouched: session.filesTouched.map(redact),
  };
}

/** One an engine, in the order of the engines. A store of a run that cannot be read counts like the person's own. */
function reportsOf(
  { off, engines }: LookRequest,
  answers: readonly SourceAnswer[],
  found: readonly FoundSession[],
): readonly SessionSourceReport[] {
  return sessionEngines()
    .filter((engine) => engines?.includes(engine) ?? true)
    .map((engine) => {
      const count = found.filter(({ session }) => session.engine === engine).length;
      const nothing = { engine, detail: null, found: 0, unreadable: 0 };
      if (off.includes(engine)) return { ...nothing, state: 'off' };
      if (engine === 'roundsman') return { ...nothing, state: 'read', found: count };
      const reports = answers.map(({ report }) => report).filter((one) => one.engine === engine);
      const bad = reports.find(({ state }) => state === 'unavailable');
      const state = bad?.state ?? reports.find((one) => one.state === 'read')?.state ?? 'none';
      const unreadable = reports.reduce((sum, one) => sum + one.unreadable, 0);
      const detail = reports.find((one) => one.detail !== null)?.detail ?? null;
      return {
        engine,
        state,
        detail: bad?.detail ?? detail,
        found: count + unreadable,
        unreadable,
      };
    });
}

/**
 * The sessions of our runs: what their engines keep at the home that a run gave them, joined with the record of the run. A
 * run whose engine keeps none stands there itself.
 */
import type { JudgedState, SessionDraft } from '../../engines/sessions/contract.ts';
import { inspectHostile, readHostile } from '../../platform/hostile-paths.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { isAlive } from '../../platform/process-identity.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Session } from '../../words/session.ts';
import { oneLine } from '../../words/text.ts';
import {
  type AskParts,
  askSource,
  type FoundDraft,
  type SourceAnswer,
  type KnownSource,
  filesBelow,
} from './ask-source.ts';
import { cleanLine } from './clean-text.ts';
import type { OwnRun } from './own-runs.ts';

// How a session of a run of ours stands: by its record, which we wrote ourselves. Pure but for the look at its supervisor.

interface RunMoment {
  /** Of the session that the run is in now; `null`: its engine keeps none. */
  readonly draft: SessionDraft | null;
  /** What the run told last, one line; `null`: nothing. */
  readonly told: string | null;
  readonly supervisorLives: boolean;
  /** ISO 8601. */
  readonly now: string;
}

function judgeRunSession({ run, view }: OwnRun, moment: RunMoment): JudgedState {
  const phase = run.record?.phase ?? { kind: 'queued' as const };
  const id = shortIdOf(view.id);
  const by = (detail: string, at: string): JudgedState['evidence'] => ({
    source: 'protocol',
    detail: oneLine(detail, 300),
    at,
  });
  const quiet = { doing: null, waitingOn: null, pid: null };
  switch (phase.kind) {
    case 'queued':
      return { ...quiet, state: 'idle', evidence: by(`run ${id} is queued`, moment.now) };
    case 'running': {
      const { step } = phase.cursor;
      if (!moment.supervisorLives) {
        const detail = `run ${id} was at step ${step}, and its supervisor is gone`;
        return { ...quiet, state: 'unknown', evidence: by(detail, moment.now) };
      }
      return {
        state: 'working',
        doing: doingAt(step, moment),
        waitingOn: null,
        pid: phase.agent?.pid ?? phase.supervisor.pid,
        evidence: by(`run ${id} is at step ${step}`, moment.now),
      };
    }
    case 'waiting': {
      const question = oneLine(phase.question.question, 300);
      const until = phase.until === null ? '' : ` until ${phase.until}`;
      return {
        ...quiet,
        state: 'waiting',
        doing: `asks: ${question}`,
        waitingOn: question,
        evidence: by(`run ${id} waits for an answer${until}: roundsman answer ${id}`, phase.since),
      };
    }
    case 'parked': {
      const why = `parked until ${phase.until}: ${phase.reason}`;
      return {
        ...quiet,
        state: 'idle',
        doing: oneLine(why, 300),
        evidence: by(`run ${id} is ${why}`, phase.since),
      };
    }
    case 'ended': {
      const how = phase.result === null ? 'skipped' : phase.result.execution;
      return { ...quiet, state: 'ended', evidence: by(`run ${id} ended: ${how}`, phase.endedAt) };
    }
  }
}

/** Of a session that its run is not in any more. */
function judgeLeftSession({ run, view }: OwnRun, now: string): JudgedState {
  const ended = run.record?.phase.kind === 'ended';
  const id = shortIdOf(view.id);
  return {
    state: 'ended',
    doing: null,
    waitingOn: null,
    pid: null,
    evidence: {
      source: 'protocol',
      detail: ended ? `run ${id} has ended` : `run ${id} is in another session`,
      at: view.endedAt ?? now,
    },
  };
}

function doingAt(step: string, { draft, told }: RunMoment): string {
  const standing = step === 'work' ? draft?.standing : undefined;
  if (standing?.kind === 'tool') return standing.doing;
  if (standing?.kind === 'model' && standing.doing !== null) return standing.doing;
  if (step === 'work') return told ?? 'works';
  return told === null ? `step ${step}` : oneLine(`step ${step}: ${told}`, 300);
}

const TAIL_BYTES = 16 * 1024;

export interface RunSessionsRequest {
  /** Newest first. */
  readonly runs: readonly OwnRun[];
  /** Those that are not switched off. */
  readonly sources: readonly KnownSource[];
  readonly parts: AskParts;
}

export interface RunSession {
  readonly session: Session;
  /** `null`: what its run left is all there is. */
  readonly found: FoundDraft | null;
  readonly own: OwnRun;
}

export interface RunSessions {
  readonly sessions: readonly RunSession[];
  readonly answers: readonly SourceAnswer[];
}

export async function runSessions(request: RunSessionsRequest): Promise<RunSessions> {
  const { runs, parts } = request;
  const stores = await Promise.all(storesOf(request).map((store) => askStore(store, parts)));
  const taken = new Set<FoundDraft>();
  const sessions = runs.flatMap((own) => {
    const drafts = draftsOf(own, { runs, stores, taken });
    for (const one of drafts) taken.add(one);
    // A later attempt continued in its session, and tells of it.
    if (drafts.length === 0 && hasAny(sessionIdsOf(own), taken)) return [];
    return sessionsOf(own, drafts, parts);
  });
  return { sessions, answers: stores.map(({ answer }) => answer) };
}

/** A session that no run or several runs name belongs to the newest run. */
function draftsOf(
  own: OwnRun,
  {
    runs,
    stores,
    taken,
  }: {
    readonly runs: readonly OwnRun[];
    readonly stores: readonly AskedStore[];
    readonly taken: ReadonlySet<FoundDraft>;
  },
): readonly FoundDraft[] {
  const ids = sessionIdsOf(own);
  const others = runs.filter((other) => other !== own && other.home === own.home);
  return stores
    .filter(({ home }) => home === own.home)
    .flatMap(({ answer }) => answer.drafts)
    .filter((one) => !taken.has(one))
    .filter(
      ({ draft }) =>
        ids.has(draft.id) || !others.some((other) => sessionIdsOf(other).has(draft.id)),
    );
}

function hasAny(ids: ReadonlySet<string>, taken: ReadonlySet<FoundDraft>): boolean {
  return [...taken].some(({ draft }) => ids.has(draft.id));
}

interface AskedStore {
  readonly home: string;
  readonly answer: SourceAnswer;
}

interface Store {
  readonly home: string;
  readonly worktree: string;
  readonly source: KnownSource;
}

/** Each once: attempts that continue in a folder share its home. */
function storesOf({ runs, sources }: RunSessionsRequest): readonly Store[] {
  const stores = new Map<string, Store>();
  for (const { home, engines, worktree } of runs) {
    if (home === null) continue;
    for (const source of sources)
      if (engines.includes(source.engine))
        stores.set(`${source.engine} ${home}`, { home, worktree, source });
  }
  return [...stores.values()];
}

async function askStore({ home, worktree, source }: Store, parts: AskParts): Promise<AskedStore> {
  const where = { kind: 'run', home } as const;
  const ask = { where, roots: [worktree], since: null, processes: [] };
  return { home, answer: await askSource(source, ask, parts) };
}

function sessionIdsOf({ run }: OwnRun): ReadonlySet<string> {
  const { record } = run;
  if (record === null) return new Set();
  const all = [record.session, ...record.earlier.map(({ session }) => session)];
  return new Set(all.flatMap((session) => session?.id ?? []));
}

function sessionsOf(
  own: OwnRun,
  drafts: readonly FoundDraft[],
  parts: AskParts,
): readonly RunSession[] {
  const current = own.run.record?.session?.id ?? null;
  const newest = drafts.toSorted((a, b) => compare(b.draft.lastActivityAt, a.draft.lastActivityAt));
  const main = newest.find(({ draft }) => draft.id === current) ?? newest[0] ?? null;
  const now = parts.clock.now().toISOString();
  const others = newest.filter((one) => one !== main);
  return [
    mainSession(own, main, parts),
    ...others.map((found) => ({
      own,
      found,
      session: { ...basics(own, found, parts), ...judgeLeftSession(own, now) },
    })),
  ];
}

function mainSession(own: OwnRun, found: FoundDraft | null, parts: AskParts): RunSession {
  const told = toldLast(own.paths.events);
  const phase = own.run.record?.phase;
  const judged = judgeRunSession(own, {
    draft: found?.draft ?? null,
    told: told.text === null ? null : cleanLine(told.text, parts.redact, 300),
    supervisorLives: phase?.kind === 'running' && isAlive(phase.supervisor),
    now: parts.clock.now().toISOString(),
  });
  const plain = basics(own, found, parts);
  const at = own.view.endedAt ?? latest(plain.lastActivityAt, told.at);
  return { own, found, session: { ...plain, ...judged, lastActivityAt: at } };
}

function basics(
  { run, view, worktree }: OwnRun,
  found: FoundDraft | null,
  { redact }: AskParts,
): Omit<Session, 'state' | 'doing' | 'waitingOn' | 'evidence' | 'pid'> {
  const draft = found?.draft ?? null;
  const label = view.part === null ? '' : `, ${view.part.label}`;
  return {
    id: draft?.id ?? view.id,
    engine: draft?.engine ?? 'roundsman',
    cwd: draft?.cwd ?? worktree,
    branch: view.branch ?? draft?.branch ?? null,
    title: cleanLine(`${run.spec.routine.name} (run ${shortIdOf(view.id)}${label})`, redact),
    startedAt: view.startedAt,
    lastActivityAt: draft?.lastActivityAt ?? view.endedAt ?? view.startedAt ?? run.spec.admittedAt,
    filesTouched: draft === null ? [] : filesBelow(draft, [worktree]),
    runId: view.id,
  };
}

function latest(a: string, b: string | null): string {
  return b !== null && Date.parse(b) > Date.parse(a) ? b : a;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a run told last, from the end of its events. Hostile text. */
interface ToldLast {
  /** Not redacted. */
  readonly text: string | null;
  /** When the run last told anything, ISO 8601. */
  readonly at: string | null;
}

/** @param path of its events */
function toldLast(path: string): ToldLast {
  const facts = inspectHostile(path);
  if (facts === null || facts === 'unreachable') return { text: null, at: null };
  const at = new Date(facts.mtimeMs).toISOString();
  const bytes = readHostile(path, TAIL_BYTES, Math.max(0, facts.size - TAIL_BYTES));
  const lines = (bytes?.toString('utf8') ?? '').split('\n');
  for (const line of lines.toReversed()) {
    const event = tryParseJson(line);
    if (!isRecord(event)) continue;
    const { kind, text } = event;
    // What an earlier step did is over.
    if (kind === 'step') return { text: null, at };
    if ((kind === 'agent-line' || kind === 'progress') && typeof text === 'string' && text !== '')
      return { text, at };
  }
  return { text: null, at };
}

/**
 * What comes after a process of the agent has ended: nothing more, or another one, now or later. Pure.
 *
 * The order on a limit of the model's side: the engine's own retries came first; then the run is parked until the reset
 * that was named, if `limits.park-max` allows it, and its session continues; then `limits.retry`; then the next engine of
 * `agent.fallbacks`; then it has failed. A key that was not accepted is never tried again.
 */
import {
  type AgentExit,
  hasSucceeded,
  type AttemptPlan,
  type AttemptReason,
  type AgentAttempt,
} from './agent-exit.ts';
import { engineNow } from './current-attempt.ts';
import { formatDuration } from './duration.ts';
import { assertNever } from './errors.ts';
import type { Agent, EngineId, RetryCause, RunLimits } from './routine.ts';
import type { RunRecord } from './run.ts';
import { oneLine } from './text.ts';

export interface EndedProcess {
  readonly agent: Pick<Agent, 'engine' | 'fallbacks'>;
  readonly limits: Pick<RunLimits, 'parkMaxMs' | 'retry'>;
  /** As it was while the process was at work. */
  readonly record: Pick<RunRecord, 'earlier' | 'attempt' | 'session'>;
  readonly exit: AgentExit;
  readonly now: Date;
}

export type NextAttempt =
  /** No further process; `notice`: why none, when one could have been hoped for. */
  | { readonly kind: 'none'; readonly notice: string | null }
  /** At once, or within a minute, for which the supervisor stays. */
  | { readonly kind: 'again'; readonly attempt: AttemptPlan }
  /** The supervisor does not stay. */
  | {
      readonly kind: 'park';
      readonly attempt: AttemptPlan;
      readonly until: string;
      readonly reason: string;
    };

/** Why a process did not succeed, as far as another one may help. */
export type AttemptCause = RetryCause | 'unauthorized';

/** What is shorter is waited for in place. */
const STAY_MS = 60_000;
/** A model's side that names a reset and refuses again is asked ever more seldom. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;

export function nextAttempt(ended: EndedProcess): NextAttempt {
  const cause = attemptCause(ended.exit);
  if (cause === null) return NONE;
  if (foundNoSession(ended, cause)) return again(ended, retried(ended), { session: null });
  switch (cause) {
    case 'unauthorized':
      return fallback(ended) ?? NONE;
    case 'rate-limit':
      return afterLimit(ended);
    case 'network':
      return retry(ended, cause) ?? fallback(ended) ?? NONE;
    case 'crash':
    case 'timeout':
      return retry(ended, cause) ?? NONE;
  }
}

const NONE: NextAttempt = { kind: 'none', notice: null };

/** `null`: it succeeded, or nothing that may be over the next time kept it from that. */
export function attemptCause(exit: AgentExit): AttemptCause | null {
  const refused = exit.gateway?.refused?.kind ?? null;
  const limited = refused === 'unavailable' ? 'network' : 'rate-limit';
  switch (exit.cause) {
    case 'limited':
      return limited;
    case 'unauthorized':
      return 'unauthorized';
    case 'timed-out':
    case 'silent':
      return 'timeout';
    case 'signalled':
      return 'crash';
    case 'cancelled':
    case 'disk-full':
    case 'over-budget':
    case 'over-limit':
    case 'not-started':
    case 'lost':
      return null;
    case 'exited':
      break;
  }
  if (hasSucceeded(exit)) return null;
  if (exit.outcome === null) return 'crash';
  switch (exit.outcome.end.reason) {
    case 'limit':
      return limited;
    case 'unauthorized':
      return 'unauthorized';
    case 'turns':
    case 'budget':
    case 'cancelled':
      return null;
    case 'timed-out':
    case 'silent':
      return 'timeout';
    case 'success':
    case 'error':
    case 'crashed':
      if (refused === 'unauthorized') return 'unauthorized';
      return refused === null ? 'crash' : limited;
  }
}

function afterLimit(ended: EndedProcess): NextAttempt {
  const { exit, now, limits } = ended;
  const resetAt = Date.parse(resetOf(exit) ?? '');
  // One that has just passed was named all the same.
  if (!Number.isNaN(resetAt)) {
    const until = Math.max(resetAt, now.getTime() + pauseAfter(resumesInARow(ended)));
    if (limits.parkMaxMs > 0 && until - firstParkedAt(ended) <= limits.parkMaxMs)
      return later(ended, { kind: 'resumed', why: refusalWords(exit) }, until);
  }
  const next = retry(ended, 'rate-limit') ?? fallback(ended);
  if (next !== null) return next;
  return { kind: 'none', notice: resetAt > now.getTime() ? tooLate(ended, resetAt) : null };
}

/** As the gateway saw it; for a log-in without a gateway, as the agent's stream reports it. */
function resetOf({ gateway, outcome }: AgentExit): string | null {
  const seen = gateway?.refused?.resetAt ?? null;
  if (seen !== null) return seen;
  return /\(until (\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)\)/.exec(outcome?.end.message ?? '')?.[1] ?? null;
}

function tooLate({ limits }: EndedProcess, resetAt: number): string {
  const until = new Date(resetAt).toISOString();
  return limits.parkMaxMs === 0
    ? `its model’s side takes requests again at ${until}; limits.park-max is 0, and the run was not parked`
    : `its model’s side takes requests again at ${until}, which is later than limits.park-max (${formatDuration(limits.parkMaxMs)}) lets a run be parked`;
}

/** When the first process of a row of parked ones ended. */
function firstParkedAt({ record, now }: EndedProcess): number {
  const first = record.earlier.find(({ followedBy }) => followedBy === 'resumed');
  return first === undefined ? now.getTime() : Date.parse(first.endedAt);
}

function resumesInARow({ record: { earlier } }: EndedProcess): number {
  const last = earlier.findLastIndex(({ followedBy }) => followedBy !== 'resumed');
  return earlier.length - 1 - last;
}

function pauseAfter(resumes: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(resumes, 20));
}

/** `null` when the routine does not want it, or not any more. */
function retry(ended: EndedProcess, cause: RetryCause): NextAttempt | null {
  const { record, limits, now } = ended;
  const { max, on, backoffMs } = limits.retry;
  const done = record.earlier.filter(({ followedBy }) => followedBy === 'retried').length;
  if (!on.includes(cause) || done >= max) return null;
  const pause = backoffMs[Math.min(done, backoffMs.length - 1)] ?? 0;
  return later(ended, retried(ended), now.getTime() + pause);
}

function retried({ exit }: EndedProcess): AttemptReason {
  return { kind: 'retried', why: formatExit(exit) };
}

/** The engines that come after the one that ended; which of them can start is found out when one is to. */
function fallback(ended: EndedProcess): NextAttempt | null {
  const { agent, exit } = ended;
  const order: readonly EngineId[] = [agent.engine, ...agent.fallbacks];
  const engine = engineNow(ended.record, agent.engine);
  const tried = new Set([engine, ...ended.record.earlier.map((one) => one.engine)]);
  const engines = order.slice(order.lastIndexOf(engine) + 1).filter((one) => !tried.has(one));
  if (engines.length === 0) return null;
  return again(ended, { kind: 'fallback', why: formatExit(exit) }, { session: null, engines });
}

/** A session that was to be taken up, and was not there any more: that costs one attempt with a new one. */
function foundNoSession({ record, exit }: EndedProcess, cause: AttemptCause): boolean {
  const asked = record.attempt?.session ?? null;
  return (
    asked !== null && cause === 'crash' && exit.outcome !== null && exit.outcome.tools.started === 0
  );
}

function later(ended: EndedProcess, reason: AttemptReason, at: number): NextAttempt {
  const until = new Date(at).toISOString();
  const wait = at - ended.now.getTime();
  const next = again(ended, reason, { notBefore: wait > 0 ? until : null });
  if (wait <= STAY_MS) return next;
  const what = reason.kind === 'retried' ? 'it is tried again then' : 'its session goes on then';
  return { ...next, kind: 'park', until, reason: `${formatExit(ended.exit)}; ${what}` };
}

function again(
  { agent, record, now }: EndedProcess,
  reason: AttemptReason,
  change: Partial<Pick<AttemptPlan, 'session' | 'engines' | 'notBefore'>>,
): Extract<NextAttempt, { kind: 'again' }> {
  const engine = engineNow(record, agent.engine);
  const attempt: AttemptPlan = {
    number: record.earlier.length + 2,
    reason,
    engines: [engine],
    session: record.session?.engine === engine ? record.session : null,
    after: engine,
    endedAt: now.toISOString(),
    notBefore: null,
    ...change,
  };
  return { kind: 'again', attempt };
}

function refusalWords(exit: AgentExit): string {
  const refused = exit.gateway?.refused ?? null;
  return refused === null ? formatExit(exit) : oneLine(refused.message, 300);
}

/** What happened to it, in some words. */
export function formatExit(exit: AgentExit): string {
  const told = exit.message ?? exit.outcome?.end.message ?? exit.gateway?.refused?.message ?? null;
  const why = told === null ? '' : `: ${oneLine(told, 300)}`;
  switch (attemptCause(exit)) {
    case 'rate-limit':
      return `its model’s side took no more requests${why}`;
    case 'network':
      return `its model’s side could not be reached${why}`;
    case 'unauthorized':
      return `its model’s side did not accept the key${why}`;
    case 'timeout':
      return `it was ended because it took too long${why}`;
    case 'crash':
      return `it ended without saying that it was done${why}`;
    case null:
      return `it ended${why}`;
  }
}

// Processes of a run's agent, told to people. Pure.

/** `claude, 4m: its model’s side took no more requests; its session went on after 2h`. */
export function formatAttempt(attempt: AgentAttempt): string {
  const { engine, exit } = attempt;
  const how = attempt.followedBy === 'answered' ? 'it asked a person' : formatExit(exit);
  return `${engine}, ${formatDuration(exit.durationMs)}: ${how}; ${followedWords(attempt)}`;
}

function followedWords({ followedBy }: AgentAttempt): string {
  switch (followedBy) {
    case 'resumed':
      return 'it continued once that was over';
    case 'answered':
      return 'it continued with the answer';
    case 'fallback':
      return 'another engine took over';
    case 'retried':
      return 'it was started once more';
    default:
      return assertNever(followedBy);
  }
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { newRunId } from '../../src/platform/ids.ts';
import type {
  AgentAttempt,
  AgentExit,
  AgentOutcome,
  ModelRefusal,
} from '../../src/words/agent-exit.ts';
import { awaitedAttempt, withAgentBegun } from '../../src/words/current-attempt.ts';
import {
  attemptCause,
  formatExit,
  nextAttempt,
  type EndedProcess,
} from '../../src/words/next-attempt.ts';
import { RETRY_CAUSES, type RetryRule } from '../../src/words/routine.ts';
import { EMPTY_PROGRESS, type RunRecord } from '../../src/words/run.ts';
import { NO_USAGE } from '../../src/words/usage.ts';
import { agentExit } from '../kit/agent-exit.ts';

const NOW = new Date('2026-11-21T02:00:00.000Z');
const HOUR = 3_600_000;
const SESSION = { engine: 'claude', id: 's-1', cwd: '/w' } as const;
const RETRIES: RetryRule = { max: 2, on: [...RETRY_CAUSES], backoffMs: [60_000, 300_000] };
const NO_RETRY: RetryRule = { max: 0, on: ['rate-limit', 'network'], backoffMs: [60_000] };

function outcome(reason: AgentOutcome['end']['reason'], started = 3): AgentOutcome {
  return {
    end: { reason, message: null },
    finalText: null,
    sessionId: 's-1',
    model: null,
    version: null,
    tools: { started, failed: 0 },
    retries: 0,
    unknown: 0,
    usage: null,
  };
}

function refused(change: Partial<ModelRefusal> = {}): AgentExit['gateway'] {
  return {
    requests: 1,
    statuses: { '429': 1 },
    usage: NO_USAGE,
    models: {},
    refused: { kind: 'limit', status: 429, resetAt: null, message: 'slow down', ...change },
  };
}

const LIMITED = agentExit({ cause: 'limited', exitCode: null, gateway: refused() });

function limitedUntil(ms: number): AgentExit {
  const resetAt = new Date(NOW.getTime() + ms).toISOString();
  return agentExit({ cause: 'limited', exitCode: null, gateway: refused({ resetAt }) });
}

function ended(exit: AgentExit, change: Partial<EndedProcess> = {}): EndedProcess {
  return {
    agent: { engine: 'claude', fallbacks: [] },
    limits: { parkMaxMs: 6 * HOUR, retry: NO_RETRY },
    record: { earlier: [], session: SESSION },
    exit,
    now: NOW,
    ...change,
  };
}

function before(followedBy: AgentAttempt['followedBy'], msAgo = HOUR): AgentAttempt {
  const endedAt = new Date(NOW.getTime() - msAgo).toISOString();
  return {
    engine: 'claude',
    session: SESSION,
    startedAt: endedAt,
    endedAt,
    exit: LIMITED,
    followedBy,
  };
}

describe('after a process of an agent', () => {
  it('that succeeded nothing follows', () => {
    expect(nextAttempt(ended(agentExit()))).toEqual({ kind: 'none', notice: null });
    const told = agentExit({ outcome: outcome('success') });
    expect(nextAttempt(ended(told)).kind).toBe('none');
  });

  it('that its model’s side refused until a time, the run is parked until then, and its session continues', () => {
    expect(nextAttempt(ended(limitedUntil(2 * HOUR)))).toEqual({
      kind: 'park',
      until: '2026-11-21T04:00:00.000Z',
      reason: 'its model’s side took no more requests: slow down; its session goes on then',
      attempt: {
        number: 2,
        reason: { kind: 'resumed', why: 'slow down' },
        engines: ['claude'],
        session: SESSION,
        after: 'claude',
        endedAt: '2026-11-21T02:00:00.000Z',
        notBefore: '2026-11-21T04:00:00.000Z',
      },
    });
  });

  it('that is refused for less than a minute is waited for in place', () => {
    expect(nextAttempt(ended(limitedUntil(30_000)))).toMatchObject({
      kind: 'again',
      attempt: { reason: { kind: 'resumed' }, notBefore: '2026-11-21T02:00:30.000Z' },
    });
  });

  it('that is refused again and again at once is asked ever more seldom', () => {
    const earlier = Array.from({ length: 12 }, () => before('resumed', 60_000));
    expect(
      nextAttempt(ended(limitedUntil(1_000), { record: { earlier, session: SESSION } })),
    ).toMatchObject({
      kind: 'park',
      until: new Date(NOW.getTime() + 4_096_000 - 496_000).toISOString(),
    });
  });

  it('is parked no longer than park-max, counted from the first time', () => {
    const record = { earlier: [before('resumed', 5 * HOUR)], session: SESSION };
    expect(nextAttempt(ended(limitedUntil(HOUR), { record })).kind).toBe('park');
    expect(nextAttempt(ended(limitedUntil(HOUR + 1), { record }))).toEqual({
      kind: 'none',
      notice:
        'its model’s side takes requests again at 2026-11-21T03:00:00.001Z, which is later than limits.park-max (6h 00m) lets a run be parked',
    });
    const limits = { parkMaxMs: 0, retry: NO_RETRY };
    expect(nextAttempt(ended(limitedUntil(HOUR), { limits }))).toEqual({
      kind: 'none',
      notice:
        'its model’s side takes requests again at 2026-11-21T03:00:00.000Z; limits.park-max is 0, and the run was not parked',
    });
  });

  it('that was refused with no reset is retried if the routine says so, and then left to the next engine', () => {
    const limits = { parkMaxMs: 6 * HOUR, retry: RETRIES };
    const agent = { engine: 'claude', fallbacks: ['codex', 'gemini'] } as const;
    expect(nextAttempt(ended(LIMITED, { limits, agent }))).toMatchObject({
      kind: 'again',
      attempt: {
        reason: { kind: 'retried' },
        session: SESSION,
        notBefore: '2026-11-21T02:01:00.000Z',
      },
    });
    const record = { earlier: [before('retried'), before('retried')], session: SESSION };
    expect(nextAttempt(ended(LIMITED, { limits, agent, record }))).toMatchObject({
      kind: 'again',
      attempt: {
        number: 4,
        reason: { kind: 'fallback', why: 'its model’s side took no more requests: slow down' },
        engines: ['codex', 'gemini'],
        session: null,
        after: 'claude',
        notBefore: null,
      },
    });
  });

  it('waits for a retry longer than a minute with nobody there', () => {
    const limits = { parkMaxMs: 0, retry: RETRIES };
    const record = { earlier: [before('retried')], session: SESSION };
    expect(nextAttempt(ended(LIMITED, { limits, record }))).toMatchObject({
      kind: 'park',
      until: '2026-11-21T02:05:00.000Z',
      reason: 'its model’s side took no more requests: slow down; it is tried again then',
    });
  });

  it('goes through the engines in order, each once', () => {
    const agent = { engine: 'claude', fallbacks: ['codex', 'gemini'] } as const;
    const attempt = {
      number: 2,
      reason: { kind: 'fallback', why: '' },
      engines: ['codex'],
      session: null,
      after: 'claude',
      endedAt: NOW.toISOString(),
      notBefore: null,
    } as const;
    const record = { earlier: [before('fallback')], session: null, attempt };
    expect(nextAttempt(ended(LIMITED, { agent, record }))).toMatchObject({
      attempt: { engines: ['gemini'], after: 'codex', number: 3 },
    });
    const last = { ...record, attempt: { ...attempt, engines: ['gemini'] as const } };
    expect(nextAttempt(ended(LIMITED, { agent, record: last })).kind).toBe('none');
  });

  it('whose key was not accepted is never tried again with it', () => {
    const exit = agentExit({ cause: 'unauthorized', exitCode: null });
    const limits = { parkMaxMs: 6 * HOUR, retry: RETRIES };
    expect(nextAttempt(ended(exit, { limits })).kind).toBe('none');
    const agent = { engine: 'claude', fallbacks: ['codex'] } as const;
    expect(nextAttempt(ended(exit, { limits, agent }))).toMatchObject({
      attempt: { engines: ['codex'], reason: { kind: 'fallback' } },
    });
  });

  it('that asked for a session that is not there any more has one with a new session', () => {
    const attempt = {
      number: 2,
      reason: { kind: 'resumed', why: '' },
      engines: ['claude'],
      session: SESSION,
      after: 'claude',
      endedAt: NOW.toISOString(),
      notBefore: null,
    } as const;
    const record = { earlier: [before('resumed')], session: SESSION, attempt };
    const exit = agentExit({ exitCode: 1, outcome: outcome('crashed', 0) });
    expect(nextAttempt(ended(exit, { record }))).toMatchObject({
      kind: 'again',
      attempt: { session: null, engines: ['claude'], number: 3 },
    });
    const again = { ...record, attempt: { ...attempt, session: null } };
    expect(nextAttempt(ended(exit, { record: again })).kind).toBe('none');
  });

  it('knows why it did not succeed, for each way of ending', () => {
    const causes = {
      limited: 'rate-limit',
      unauthorized: 'unauthorized',
      'timed-out': 'timeout',
      silent: 'timeout',
      signalled: 'crash',
      cancelled: null,
      'disk-full': null,
      'over-budget': null,
      'over-limit': null,
      'not-started': null,
      lost: null,
    } as const;
    for (const [cause, expected] of Object.entries(causes)) {
      const exit: AgentExit = { ...agentExit({ exitCode: null }), cause: asCause(cause) };
      expect([cause, attemptCause(exit)]).toEqual([cause, expected]);
    }
    const reasons = {
      success: null,
      error: 'crash',
      limit: 'rate-limit',
      unauthorized: 'unauthorized',
      turns: null,
      budget: null,
      cancelled: null,
      'timed-out': 'timeout',
      silent: 'timeout',
      crashed: 'crash',
    } as const;
    for (const reason of REASONS) {
      expect([reason, attemptCause(agentExit({ outcome: outcome(reason) }))]).toEqual([
        reason,
        reasons[reason],
      ]);
    }
    const unavailable = refused({ kind: 'unavailable', status: 503 });
    const cut = agentExit({ exitCode: 1, outcome: outcome('error'), gateway: unavailable });
    expect(attemptCause(cut)).toBe('network');
    expect(attemptCause({ ...cut, cause: 'limited' })).toBe('network');
    expect(formatExit(cut)).toBe('its model’s side could not be reached: slow down');
    expect(attemptCause(agentExit({ exitCode: 3 }))).toBe('crash');
  });

  const REASONS = [
    'success',
    'error',
    'limit',
    'unauthorized',
    'turns',
    'budget',
    'cancelled',
    'timed-out',
    'silent',
    'crashed',
  ] as const;

  it('never has more retries than there may be, tries no engine twice after another, and ends', () => {
    const exits = fc.constantFrom(
      LIMITED,
      limitedUntil(30_000),
      limitedUntil(HOUR),
      limitedUntil(12 * HOUR),
      agentExit({ cause: 'unauthorized', exitCode: null }),
      agentExit({ cause: 'timed-out', exitCode: null }),
      agentExit({ exitCode: 1 }),
      agentExit({ exitCode: 1, outcome: outcome('crashed', 0) }),
    );
    const world = fc.record({
      max: fc.nat(3),
      parkMaxMs: fc.constantFrom(0, HOUR, 6 * HOUR),
      exits: fc.array(exits, { minLength: 60, maxLength: 60 }),
    });
    fc.assert(
      fc.property(world, ({ max, parkMaxMs, exits: story }) => {
        let record: RunRecord = recordOf();
        let now = NOW;
        let again = 0;
        for (const exit of story) {
          const next = nextAttempt({
            agent: { engine: 'claude', fallbacks: ['codex'] },
            limits: { parkMaxMs, retry: { ...RETRIES, max } },
            record,
            exit,
            now,
          });
          if (next.kind === 'none') break;
          if (next.attempt.reason.kind === 'retried' && next.attempt.session === null) again += 1;
          expect(next.attempt.number).toBe(record.earlier.length + 2);
          const stored: RunRecord = { ...record, agentExit: exit, attempt: next.attempt };
          expect(awaitedAttempt(stored)).toEqual(next.attempt);
          const at = next.attempt.notBefore ?? now.toISOString();
          record = withAgentBegun(stored, { at, engine: next.attempt.engines[0] ?? null });
          expect(awaitedAttempt(record)).toBe(null);
          expect(record.agentExit).toBe(null);
          now = new Date(Math.max(now.getTime(), Date.parse(at)) + 1);
          record = {
            ...record,
            session: { ...SESSION, engine: next.attempt.engines[0] ?? 'claude' },
          };
        }
        const followed = record.earlier.map(({ followedBy }) => followedBy);
        expect(followed.filter((one) => one === 'fallback').length).toBeLessThanOrEqual(1);
        expect(followed.filter((one) => one === 'retried').length).toBeLessThanOrEqual(max + again);
        const parked = record.earlier.filter(({ followedBy }) => followedBy === 'resumed');
        const first = Date.parse(parked[0]?.endedAt ?? '');
        for (const one of parked)
          expect(Date.parse(one.endedAt) - first).toBeLessThanOrEqual(parkMaxMs);
      }),
    );
  });
});

const CAUSES = [
  'exited',
  'signalled',
  'timed-out',
  'silent',
  'disk-full',
  'limited',
  'unauthorized',
  'over-budget',
  'over-limit',
  'cancelled',
  'not-started',
  'lost',
] as const;

function asCause(text: string): AgentExit['cause'] {
  const found = CAUSES.find((cause) => cause === text);
  if (found === undefined) throw new Error(text);
  return found;
}

function recordOf(): RunRecord {
  return {
    protocol: 3,
    sequence: 0,
    id: newRunId(NOW),
    phase: { kind: 'queued' },
    startedAt: NOW.toISOString(),
    agentExit: null,
    session: SESSION,
    earlier: [],
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: null,
  };
}

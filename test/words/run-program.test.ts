import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { AgentExit } from '../../src/words/agent-exit.ts';
import { nextStep, resultOf, type ProgramState } from '../../src/words/run-program.ts';
import { EMPTY_PROGRESS, RUN_STEPS, type RunStep } from '../../src/words/run.ts';

const EXIT: AgentExit = {
  cause: 'exited',
  exitCode: 0,
  signal: null,
  durationMs: 1,
  outputBytes: 0,
  droppedBytes: 0,
  strays: 0,
  denied: [],
  message: null,
  outcome: null,
  gateway: null,
};

function state(change: Partial<ProgramState>): ProgramState {
  return {
    finished: [],
    failed: false,
    skipped: false,
    cancelled: false,
    agentExit: null,
    ...change,
  };
}

/** The steps that a run goes through when `events` happen at the steps they name. */
function walk(events: {
  failAt?: RunStep;
  skipAt?: RunStep;
  cancelAt?: RunStep;
  exit?: AgentExit;
}): readonly RunStep[] {
  const finished: RunStep[] = [];
  let current = state({});
  for (;;) {
    const step = nextStep(current);
    if (step === null) return finished;
    finished.push(step);
    current = {
      finished: [...finished],
      failed: current.failed || (step === events.failAt && current.agentExit === null),
      skipped: current.skipped || step === events.skipAt,
      cancelled: current.cancelled || step === events.cancelAt,
      agentExit: step === 'work' ? (events.exit ?? EXIT) : current.agentExit,
    };
  }
}

describe('nextStep', () => {
  it('goes through every step of a good run, in order', () => {
    expect(walk({})).toEqual(RUN_STEPS);
  });

  it('never starts the agent after a failed step, and still writes a report and gives back what was opened', () => {
    expect(walk({ failAt: 'prepare' })).toEqual([
      'gate',
      'open',
      'condition',
      'collect',
      'prepare',
      'hand-back',
      'report',
      'outbox',
      'deliver',
    ]);
    expect(walk({ failAt: 'gate' })).toEqual(['gate', 'report', 'outbox', 'deliver']);
  });

  it('ends a skipped run at once, but gives back what was opened', () => {
    expect(walk({ skipAt: 'gate' })).toEqual(['gate']);
    expect(walk({ skipAt: 'condition' })).toEqual(['gate', 'open', 'condition', 'hand-back']);
  });

  it('keeps the work of an agent that failed, but does not run its checks', () => {
    const steps = walk({ exit: { ...EXIT, exitCode: 3 } });
    expect(steps).not.toContain('check');
    expect(steps).toContain('hand-back');
  });

  it('ends, in order and without repeating a step, whatever happens where', () => {
    const step = fc.option(fc.constantFrom(...RUN_STEPS), { nil: undefined });
    const exit = fc.constantFrom<AgentExit['cause']>(
      'exited',
      'signalled',
      'timed-out',
      'silent',
      'cancelled',
      'not-started',
      'lost',
    );
    const events = fc.record({
      failAt: step,
      skipAt: step,
      cancelAt: step,
      cause: exit,
      exitCode: fc.constantFrom(0, 1, null),
    });
    fc.assert(
      fc.property(events, ({ failAt, skipAt, cancelAt, cause, exitCode }) => {
        const taken = walk({
          ...(failAt === undefined ? {} : { failAt }),
          ...(skipAt === undefined ? {} : { skipAt }),
          ...(cancelAt === undefined ? {} : { cancelAt }),
          exit: { ...EXIT, cause, exitCode },
        });
        const places = taken.map((name) => RUN_STEPS.indexOf(name));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(new Set(places).size).toBe(places.length);
        expect(taken.includes('hand-back')).toBe(taken.includes('open'));
      }),
    );
  });
});

describe('resultOf', () => {
  it.each(['lost', 'lease-lost'])('says that nobody saw the end of a run that is %s', (code) => {
    const failure = { code, message: '', hint: '' };
    expect(resultOf({ agentExit: null, failure, progress: EMPTY_PROGRESS }).execution).toBe('lost');
  });

  it('says that the agent succeeded and its report is missing, each by itself', () => {
    const result = resultOf({
      agentExit: EXIT,
      failure: null,
      progress: { ...EMPTY_PROGRESS, report: { kind: 'missing' } },
    });
    expect(result).toMatchObject({
      execution: 'succeeded',
      report: 'missing',
      changes: 'none',
      review: 'none',
    });
  });

  it('gives the reason with refused changes', () => {
    const progress = {
      ...EMPTY_PROGRESS,
      changes: { kind: 'refused' as const, reason: 'protected paths' },
    };
    expect(resultOf({ agentExit: EXIT, failure: null, progress }).changes).toBe(
      'refused(protected paths)',
    );
  });
});

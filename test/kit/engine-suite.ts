/** What every engine must hold, whatever program stands behind it. Run over each adapter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Engine, PlanRequest } from '../../src/agents/contract.ts';
import type { AgentEvent } from '../../src/domain/agent-event.ts';
import type { Agent } from '../../src/domain/routine.ts';
import type { AgentExit } from '../../src/domain/run.ts';

export interface EngineUnderTest {
  readonly engine: Engine;
  /** An agent that this engine can plan. */
  readonly agent: Agent;
}

export function agentExit(fields: Partial<AgentExit> = {}): AgentExit {
  return {
    cause: 'exited',
    exitCode: 0,
    signal: null,
    durationMs: 1_000,
    outputBytes: 0,
    droppedBytes: 0,
    strays: 0,
    denied: [],
    message: null,
    ...fields,
  };
}

const ENDS: readonly (readonly [string, Partial<AgentExit>, AgentEvent & { kind: 'end' }])[] = [
  ['an exit with 0', {}, { kind: 'end', reason: 'success', message: null }],
  ['another exit code', { exitCode: 3 }, { kind: 'end', reason: 'error', message: 'exit code 3' }],
  [
    'a signal',
    { cause: 'signalled', exitCode: null, signal: 'SIGSEGV' },
    { kind: 'end', reason: 'crashed', message: 'ended by SIGSEGV' },
  ],
  [
    'a timeout',
    { cause: 'timed-out', exitCode: null, signal: 'SIGKILL' },
    { kind: 'end', reason: 'timed-out', message: null },
  ],
  [
    'silence',
    { cause: 'silent', exitCode: null, signal: 'SIGTERM' },
    { kind: 'end', reason: 'silent', message: null },
  ],
  [
    'a cancel',
    { cause: 'cancelled', exitCode: null, message: 'by ada' },
    { kind: 'end', reason: 'cancelled', message: 'by ada' },
  ],
  [
    'a program that did not start',
    { cause: 'not-started', exitCode: null, message: 'no such program' },
    { kind: 'end', reason: 'error', message: 'no such program' },
  ],
  [
    'a program that was lost',
    { cause: 'lost', exitCode: null },
    { kind: 'end', reason: 'crashed', message: 'nobody saw it end' },
  ],
];

const anyExit: fc.Arbitrary<AgentExit> = fc.record({
  cause: fc.constantFrom(
    'exited',
    'signalled',
    'timed-out',
    'silent',
    'cancelled',
    'not-started',
    'lost',
  ),
  exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
  signal: fc.option(fc.constantFrom('SIGTERM', 'SIGKILL')),
  durationMs: fc.nat(),
  outputBytes: fc.nat(),
  droppedBytes: fc.nat(),
  strays: fc.nat(),
  denied: fc.constant([]),
  message: fc.option(fc.string()),
});

export function engineSuite(name: string, { engine, agent }: EngineUnderTest): void {
  const request: PlanRequest = { agent, briefFolder: '/run/brief', worktree: '/run/worktree' };

  describe(`engine ${name}: plan`, () => {
    it('is plain data that survives being stored', () => {
      const plan = engine.plan(request);
      expect(JSON.parse(JSON.stringify(plan))).toStrictEqual(plan);
      expect(plan.argv.length).toBeGreaterThan(0);
    });

    it('is the same every time', () => {
      expect(engine.plan(request)).toStrictEqual(engine.plan(request));
    });
  });

  describe(`engine ${name}: interpret`, () => {
    it.each(ENDS)('ends once, and last, after %s', (_what, exit, end) => {
      for (const lines of [[], ['one', 'two'], ['torn {"kind":']]) {
        const events = [...engine.interpret(lines, agentExit(exit))];
        expect(events.at(-1)).toStrictEqual(end);
        expect(endsIn(events)).toBe(1);
      }
    });

    it('keeps a huge line within bounds', () => {
      const events = [...engine.interpret(['x'.repeat(5_000_000)], agentExit())];
      expect(JSON.stringify(events).length).toBeLessThan(20_000);
      expect(endsIn(events)).toBe(1);
    });

    it('takes the escape sequences out of what it passes on', () => {
      const events = [
        ...engine.interpret(['\u001b]0;owned\u0007\u001b[31mred\u202e'], agentExit()),
      ];
      expect(JSON.stringify(events)).not.toMatch(/\\u001b|\\u0007|\u202e/);
    });

    it('never throws and ends exactly once, whatever was printed and however it ended', () => {
      fc.assert(
        fc.property(fc.array(fc.string({ unit: 'binary' })), anyExit, (lines, exit) => {
          const events = [...engine.interpret(lines, exit)];
          expect(endsIn(events)).toBe(1);
          expect(events.at(-1)?.kind).toBe('end');
        }),
      );
    });
  });
}

function endsIn(events: readonly AgentEvent[]): number {
  return events.filter(({ kind }) => kind === 'end').length;
}

/** What every engine must hold, whatever program stands behind it. Run over each adapter. */
import { describe, expect, it } from 'vitest';

import type { Engine } from '../../src/agents/contract.ts';
import type { Agent } from '../../src/domain/routine.ts';
import { planRequest } from './plan-request.ts';

export interface EngineUnderTest {
  readonly engine: Engine;
  /** An agent that this engine can plan. */
  readonly agent: Agent;
}

export function engineSuite(name: string, { engine, agent }: EngineUnderTest): void {
  const request = planRequest(agent);

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
}

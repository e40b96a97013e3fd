import { expect, test } from 'vitest';

import type { AgentOutcome, EngineSession } from '../../src/words/agent-exit.ts';
import { usageOfSession } from '../../src/words/current-attempt.ts';
import { agentExit, agentOutcome } from '../kit/agent-exit.ts';

const SESSION: EngineSession = { engine: 'codex', id: 'one', cwd: '/w' };

function used(inputTokens: number): { readonly usage: AgentOutcome['usage'] } {
  return { usage: { inputTokens, cachedTokens: 0, outputTokens: 1, costUsd: null } };
}

test('what a session had used is what all its processes used, those of the run before included', () => {
  const record = {
    agentExit: agentExit({ outcome: agentOutcome(used(5)) }),
    earlier: [],
    session: SESSION,
  };
  const none = { agentExit: null, earlier: [], session: null };
  expect(usageOfSession(none, SESSION)).toBeNull();
  expect(usageOfSession(record, SESSION)?.inputTokens).toBe(5);
  const { usage } = used(70);
  if (usage === null) throw new TypeError();
  const kept = { session: SESSION, used: usage };
  expect(usageOfSession(none, SESSION, kept)).toEqual(usage);
  expect(usageOfSession(record, SESSION, kept)?.inputTokens).toBe(75);
  expect(usageOfSession(none, { ...SESSION, id: 'another' }, kept)).toBeNull();
});

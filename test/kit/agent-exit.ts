/** How an agent ended, and what its stream told, for tests that are about something else: well. */
import type { AgentExit, AgentOutcome } from '../../src/words/agent-exit.ts';

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
    outcome: null,
    gateway: null,
    ...fields,
  };
}

export function agentOutcome(fields: Partial<AgentOutcome> = {}): AgentOutcome {
  return {
    end: { reason: 'success', message: null },
    finalText: null,
    sessionId: null,
    model: null,
    version: null,
    usage: null,
    tools: { started: 0, failed: 0 },
    retries: 0,
    unknown: 0,
    ...fields,
  };
}

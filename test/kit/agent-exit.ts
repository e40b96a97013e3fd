/** How an agent ended, for tests that are about something else: well. */
import type { AgentExit } from '../../src/domain/agent-exit.ts';

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

import type { AgentExit } from './agent-exit.ts';

/** The exit of an agent that was not started, or whose end was not observed: only the reason is known. */
export function unseenExit(cause: 'not-started' | 'lost', message: string): AgentExit {
  return {
    cause,
    exitCode: null,
    signal: null,
    durationMs: 0,
    outputBytes: 0,
    droppedBytes: 0,
    strays: 0,
    denied: [],
    message,
    outcome: null,
    gateway: null,
  };
}

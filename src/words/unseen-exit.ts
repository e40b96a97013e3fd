import type { AgentExit } from './agent-exit.ts';

/** Of an agent that was not started, or that nobody saw end: nothing is known of it but why. */
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

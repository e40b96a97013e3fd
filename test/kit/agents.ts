/** An agent of a routine, for tests that are about something else. */
import type { Agent } from '../../src/words/routine.ts';

export function agentOf(change: Partial<Agent> & Pick<Agent, 'engine'>): Agent {
  return {
    builtin: null,
    command: [],
    prompt: { kind: 'none' },
    model: null,
    maxTurns: null,
    fallbacks: [],
    variants: [],
    ...change,
  };
}

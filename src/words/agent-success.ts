/** Whether an agent did what it was started for. One rule: an exit code of 0 alone proves nothing of an engine that tells more. */
import type { AgentExit } from './agent-exit.ts';

/** Exited by itself with 0 and, where its stream says how it ended, with a success. */
export function hasSucceeded(exit: AgentExit | null): boolean {
  return (
    exit?.cause === 'exited' &&
    exit.exitCode === 0 &&
    (exit.outcome === null || exit.outcome.end.reason === 'success')
  );
}

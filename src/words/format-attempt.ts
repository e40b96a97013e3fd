/** Processes of a run's agent, told to people. Pure. */
import type { AgentAttempt } from './agent-exit.ts';
import { formatDuration } from './duration.ts';
import { assertNever } from './errors.ts';
import { formatExit } from './next-attempt.ts';

/** `claude, 4m: its model’s side took no more requests; its session went on after 2h`. */
export function formatAttempt(attempt: AgentAttempt): string {
  const { engine, exit } = attempt;
  const how = attempt.followedBy === 'answered' ? 'it asked a person' : formatExit(exit);
  return `${engine}, ${formatDuration(exit.durationMs)}: ${how}; ${followedWords(attempt)}`;
}

function followedWords({ followedBy }: AgentAttempt): string {
  switch (followedBy) {
    case 'resumed':
      return 'it continued once that was over';
    case 'answered':
      return 'it continued with the answer';
    case 'fallback':
      return 'another engine took over';
    case 'retried':
      return 'it was started once more';
    default:
      return assertNever(followedBy);
  }
}

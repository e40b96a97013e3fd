import type { LaunchPlan } from '../../domain/launch-plan.ts';
/** The agent's way to the network: open before it starts, closed when its last process has ended. */
import type { AgentExit } from '../../domain/run.ts';
import { oneLine } from '../../domain/text.ts';
import type { Clock } from '../../platform/clock.ts';

/** What it was refused is on the exit. A way that cannot be opened is why the agent was not started. */
export async function withAgentNetwork(
  { network }: LaunchPlan,
  clock: Clock,
  supervise: () => Promise<AgentExit>,
): Promise<AgentExit> {
  if (network === null) return supervise();
  // Most agents have none, and a supervisor is to stay small.
  const { openEgress } = await import('../../worktrees/egress/open-egress.ts');
  const opened = await openEgress(network, clock).catch((thrown: unknown) => ({ thrown }));
  if ('thrown' in opened) return notStarted(opened.thrown);
  try {
    const exit = await supervise();
    return { ...exit, denied: opened.denied() };
  } finally {
    await opened.close();
  }
}

function notStarted(thrown: unknown): AgentExit {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    cause: 'not-started',
    exitCode: null,
    signal: null,
    durationMs: 0,
    outputBytes: 0,
    droppedBytes: 0,
    strays: 0,
    denied: [],
    message: `its way to the network could not be opened: ${oneLine(reason)}`,
  };
}

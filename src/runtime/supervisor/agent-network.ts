/** The agent's way to the network: open before it starts, closed when its last process has ended. */
import type { LaunchPlan } from '../../domain/launch-plan.ts';
import type { AgentExit } from '../../domain/run.ts';
import { oneLine } from '../../domain/text.ts';
import { unseenExit } from '../../domain/unseen-exit.ts';
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
  if ('thrown' in opened) {
    const { thrown } = opened;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const why = `its way to the network could not be opened: ${oneLine(reason)}`;
    return unseenExit('not-started', why);
  }
  try {
    const exit = await supervise();
    return { ...exit, denied: opened.denied() };
  } finally {
    await opened.close();
  }
}

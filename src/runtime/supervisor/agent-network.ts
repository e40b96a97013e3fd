/** The agent's way to the network: open before it starts, closed when its last process has ended. */
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AgentExit } from '../../words/agent-exit.ts';
import { oneLine } from '../../words/text.ts';
import { unseenExit } from '../../words/unseen-exit.ts';

/** What it was refused is on the exit. A way that cannot be opened is why the agent was not started. */
export async function withAgentNetwork(
  { network }: LaunchPlan,
  clock: Clock,
  supervise: () => Promise<AgentExit>,
): Promise<AgentExit> {
  if (network === null) return supervise();
  // Most agents have none, and a supervisor is to stay small.
  const { openEgress } = await import('../../sandbox/egress/open-egress.ts');
  const opened = await openEgress(network, clock).catch((thrown: unknown) => ({ thrown }));
  if ('thrown' in opened) {
    const { thrown } = opened;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const why = `its way to the network could not be opened: ${oneLine(reason)}`;
    return unseenExit('not-started', why);
  }
  try {
    const exit = await supervise();
    return { ...exit, denied: [...exit.denied, ...opened.denied()] };
  } finally {
    await opened.close();
  }
}

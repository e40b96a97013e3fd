/** The agent's ways to its model and to the network: open before it starts, closed when its last process has ended. */
import type { GatewayStop } from '../../engines/gateway/contract.ts';
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import { type AgentExit, unseenExit } from '../../words/agent-exit.ts';
import { oneLine } from '../../words/text.ts';

interface GatewayWatch {
  readonly plan: LaunchPlan;
  readonly clock: Clock;
  readonly onNotice: (text: string) => void;
}

/** `supervise` is told when the agent is to be ended. What went through is on the exit. */
export async function withAgentGateway(
  { plan, clock, onNotice }: GatewayWatch,
  supervise: (stopped: Promise<GatewayStop>) => Promise<AgentExit>,
): Promise<AgentExit> {
  if (plan.gateway === null) return supervise(NEVER);
  // Most agents have none, and a supervisor is to stay small.
  const { openGateway } = await import('../../engines/gateway/open-gateway.ts');
  let stop: (found: GatewayStop) => void = () => undefined;
  const stopped = new Promise<GatewayStop>((resolve) => (stop = resolve));
  const opened = await openGateway(plan.gateway, clock, { onNotice, onStop: (one) => stop(one) })
    // For example a port that another process holds, or a missing folder.
    .catch((thrown: unknown) => ({ thrown }));
  if ('thrown' in opened) {
    const { thrown } = opened;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const why = `its way to the model could not be opened: ${oneLine(reason)}`;
    return unseenExit('not-started', why);
  }
  try {
    const exit = await supervise(stopped);
    await opened.close();
    return { ...exit, gateway: opened.record() };
  } finally {
    await opened.close();
  }
}

const NEVER = new Promise<GatewayStop>(() => undefined);

/**
 * The agent's way to the network: open before it starts, closed when its last process has ended.
 * What it was refused is on the exit. A way that cannot be opened is why the agent was not started.
 */
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

// Lends the log-in to an agent that has no key: exclusively, for as long as the agent works.
interface LoginWatch {
  readonly plan: LaunchPlan;
  readonly clock: Clock;
  readonly runId: string;
  readonly cancelled: Promise<string>;
  readonly onNotice: (text: string) => void;
}

/** An agent whose log-in cannot be had in time is not started. */
export async function withAgentLogin(
  { plan, clock, runId, cancelled, onNotice }: LoginWatch,
  supervise: () => Promise<AgentExit>,
): Promise<AgentExit> {
  if (plan.login === undefined) return supervise();
  const { lendLogin } = await import('../../engines/access/lend-login.ts');
  const waitMs = plan.timeoutMs;
  const lent = await lendLogin({
    plan: plan.login,
    run: runId,
    clock,
    waitMs,
    cancelled,
    onNotice,
  }).catch((thrown: unknown) => ({
    kind: 'refused' as const,
    why: `its log-in could not be lent to it: ${reasonOf(thrown)}`,
  }));
  if (lent.kind === 'refused') return unseenExit('not-started', lent.why);
  try {
    return await supervise();
  } finally {
    await lent
      .giveBack()
      .catch((thrown: unknown) =>
        onNotice(`what the agent did to its log-in could not be brought back: ${reasonOf(thrown)}`),
      );
  }
}

function reasonOf(thrown: unknown): string {
  return oneLine(thrown instanceof Error ? thrown.message : String(thrown));
}

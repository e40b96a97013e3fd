/** Lends the log-in to an agent that has no key: exclusively, for as long as the agent works. */
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import { type AgentExit, unseenExit } from '../../words/agent-exit.ts';
import { oneLine } from '../../words/text.ts';

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

/** What the newest process of an agent tells of its account: not accepted, or accepted. Safe to repeat. */
import { findEngine } from '../../engines/registry.ts';
import { formatLogin } from '../../words/account-breaker.ts';
import { hasSucceeded } from '../../words/agent-exit.ts';
import { engineSeen } from '../../words/current-attempt.ts';
import { attemptCause, formatExit } from '../../words/next-attempt.ts';
import type { EngineId } from '../../words/routine.ts';
import { engineAccount, whyClosed } from '../engine-account.ts';
import type { StepContext } from './step-context.ts';

/** Gives what is to be said of it. */
export async function noteAccount(context: StepContext): Promise<readonly string[]> {
  const { record, spec, env, clock } = context;
  const exit = record.agentExit;
  if (exit === null) return [];
  const isRefused = attemptCause(exit) === 'unauthorized';
  if (!isRefused && !hasSucceeded(exit)) return [];
  // Another engine is about to take over: it was the one before.
  const id = engineSeen(record, spec.routine.agent.engine);
  const engine = findEngine(id);
  const found = await engineAccount(engine, spec.settings.engines[id], env);
  if (found === null) return [];
  if (!isRefused) {
    await context.accounts.close(found.account);
    return [];
  }
  await context.accounts.open({
    ...found,
    openedAt: clock.now().toISOString(),
    reason: context.redactor.known(formatExit(exit)),
    login: engine.about.login,
  });
  return [
    `the account ${found.account} was not accepted: runs that use it are skipped for an hour, or until its key is another one. ${formatLogin(id, engine.about.login)}`,
  ];
}

/** Why a run of that engine is not begun now; `null`: it may be. */
export async function closedAccount(context: StepContext, id: EngineId): Promise<string | null> {
  const { spec, env, clock, accounts } = context;
  const settings = spec.settings.engines[id];
  return whyClosed({ engine: findEngine(id), settings, env, accounts, now: clock.now() });
}

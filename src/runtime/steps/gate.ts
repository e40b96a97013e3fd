/** `gate`: what can be known before anything is spent. Refused = skipped, with the reason. */
import { findEngine } from '../../agents/registry.ts';
import type { StepOutcome } from '../../domain/run.ts';
import { done, type StepContext } from './step-context.ts';

export async function gate(context: StepContext): Promise<StepOutcome> {
  const { agent } = context.spec.routine;
  const ready = await findEngine(agent.engine).preflight({
    agent,
    env: context.env,
    root: context.spec.workspace.root,
  });
  if (ready.kind === 'ready') return done();
  return { kind: 'failed', failure: ready.failure, patch: {} };
}

/** The program of an engine that is tried in a sandbox before `auto` takes one: it may need what is not there inside. */
import { findEngine } from '../../agents/registry.ts';
import type { EngineId } from '../../domain/routine.ts';
import { readyEngine } from './plan-launch.ts';
import type { StepContext } from './step-context.ts';

/** Empty for engines that start what the routine names. Throws `missing` when the engine went away since `gate`. */
export async function triedProgram(context: StepContext): Promise<readonly string[]> {
  const { engine } = context.spec.routine.agent;
  if (!isTried(engine)) return [];
  return (await readyEngine(context)).program;
}

/** What of its own the engine brings: what a routine names may answer to no `--version`. */
export function isTried(engine: EngineId): boolean {
  return engine !== 'acp' && findEngine(engine).credentials !== null;
}

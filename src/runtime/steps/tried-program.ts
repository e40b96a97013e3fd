/** The program of an engine that is tried in a sandbox before `auto` takes one: it may need what is not there inside. */
import { readyEngine } from './plan-launch.ts';
import type { StepContext } from './step-context.ts';

/** Empty for engines that start what the routine names. Throws `missing` when the engine went away since `gate`. */
export async function triedProgram(context: StepContext): Promise<readonly string[]> {
  return (await readyEngine(context)).program;
}

/** `null`: there is nothing to ask; what a routine names may answer to no `--version`. */
export function versionQuestion(program: readonly string[]): readonly string[] | null {
  return program.length === 0 ? null : [...program, '--version'];
}

/** What the agent of a routine would be told by a run that started now. Starts, stores and reserves nothing. */
import { inputRules, readInputs } from '../routines/inputs.ts';
import type { RoutineRequest } from '../routines/load-routine.ts';
import { manualSpec } from '../scheduler/build-run-spec.ts';
import type { Workspace } from '../workspace/contract.ts';
import { loadToRun } from './load-to-run.ts';
import { previewBrief, type Preview, type PreviewRequest } from './preview-brief.ts';

export type { Preview };

export interface PreviewSubject extends RoutineRequest {
  /** `name=value`, as given to `--input`. Without any the ones that are required may be missing. */
  readonly given: readonly string[];
}

/** Throws like `loadRoutine` and `readInputs`, and what the steps before the agent throw. */
export async function previewRoutine(
  workspace: Workspace,
  request: PreviewSubject & Pick<PreviewRequest, 'signal' | 'progress'>,
): Promise<Preview> {
  const loaded = await loadToRun(workspace, request);
  const { given } = request;
  const inputs = given.length === 0 ? {} : readInputs(inputRules(loaded.routine.triggers), given);
  const spec = await manualSpec({ workspace, ...loaded, inputs });
  return previewBrief({ spec, signal: request.signal, progress: request.progress });
}

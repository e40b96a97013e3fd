/** What the agent of a routine would be told by a run that started now. Starts, stores and reserves nothing. */
import { previewBrief, type Preview, type PreviewRequest } from '../runtime/preview-brief.ts';
import type { Workspace } from './contract.ts';
import { loadRoutine, type RoutineRequest } from './load-routine.ts';
import { manualSpec } from './manual-spec.ts';

export type { Preview };

/** Throws like `loadRoutine`, and what the steps before the agent throw. */
export async function previewRoutine(
  workspace: Workspace,
  request: RoutineRequest & Pick<PreviewRequest, 'signal' | 'progress'>,
): Promise<Preview> {
  const loaded = await loadRoutine(workspace, request);
  const spec = await manualSpec({ workspace, ...loaded });
  return previewBrief({ spec, signal: request.signal, progress: request.progress });
}

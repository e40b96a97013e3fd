/** The one table from a step's name to what does it. */
import type { RunSpec } from '../../domain/run.ts';
import type { RunStep } from '../../domain/run.ts';
import { done, type StepAnswer, type StepRequest } from './step-context.ts';

export type { StepAnswer };

export async function doStep(step: RunStep, request: StepRequest): Promise<StepAnswer> {
  request.progress(step);
  return { outcome: done(), launch: null };
}

export async function cleanUpRuns(spec: RunSpec): Promise<void> {
  await Promise.resolve(spec);
}

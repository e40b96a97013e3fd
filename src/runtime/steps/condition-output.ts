/** What the condition printed when it said go. Apart from the step, of which the brief needs nothing else. */
import { join } from 'node:path';

import { readTextIfThere } from '../../platform/files.ts';
import type { StepContext } from './step-context.ts';

/** `null` when there is no condition, or when it printed nothing. */
export async function readConditionOutput(context: StepContext): Promise<string | null> {
  return readTextIfThere(conditionOutputPath(context));
}

export function conditionOutputPath({ paths }: Pick<StepContext, 'paths'>): string {
  return join(paths.folder, 'condition-output.txt');
}

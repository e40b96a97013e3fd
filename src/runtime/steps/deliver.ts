/** `deliver`: nothing is sent anywhere yet; the run gives back what it no longer needs. */
import type { StepOutcome } from '../../domain/run.ts';
import { release } from './release.ts';
import { done, type StepContext } from './step-context.ts';

export async function deliver(context: StepContext): Promise<StepOutcome> {
  return done({ notices: await release(context) });
}

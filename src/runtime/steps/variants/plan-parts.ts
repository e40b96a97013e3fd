/** `brief` of a run with parts: each of them is told for itself; here is decided what they are. */
import { sha256 } from '../../../platform/hash.ts';
import type { StepOutcome } from '../../../words/run.ts';
import { partSpecs } from '../../variants/part-spec.ts';
import { writePlannedParts } from '../../variants/planned-parts.ts';
import { openedBase } from '../opened-base.ts';
import { done, type StepContext } from '../step-context.ts';

export async function planParts(context: StepContext): Promise<StepOutcome> {
  const { spec, record, paths, clock } = context;
  const { base, baseRef } = openedBase(context);
  const leftOut = new Set((record.progress.parts ?? []).map(({ index }) => index));
  const indexes = spec.routine.agent.variants.map((_, index) => index);
  const specs = partSpecs({
    spec,
    base,
    baseRef,
    indexes: indexes.filter((index) => !leftOut.has(index)),
    hash: sha256,
    admittedAt: clock.now().toISOString(),
    // The process that starts a part replaces this with its own identity.
    admittedBy: spec.admittedBy,
  });
  await writePlannedParts(paths, specs);
  return done();
}

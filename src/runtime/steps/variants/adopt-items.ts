/** Keys that were set aside for the parts of a run become its own, so that what they proposed is held once and by it. */
import type { StepContext } from '../step-context.ts';

/** The caller holds the ledger's lock. Safe to repeat. */
export async function adoptItems({ items, spec, record }: StepContext): Promise<void> {
  const parts = new Set<string | null>((record.progress.parts ?? []).map(({ id }) => id));
  for (const item of await items.list())
    if (parts.has(item.run)) await items.replace(item, { ...item, run: spec.id });
}

/** How many notes got no item tonight, and what has to happen before they get one. */
import type { Brief } from '../../../../context/brief.ts';
import { assertNever } from '../../../../words/errors.ts';
import { plural } from '../../../../words/text.ts';
import { countStanding, type SweepPlan } from '../plan-sweep.ts';

/** A sentence without its full stop; `null` when no note waits. */
export function formatWait(plan: SweepPlan, brief: Brief): string | null {
  const count = countStanding(plan, 'waits');
  if (count === 0) return null;
  const wait = count === 1 ? '1 note waits' : `${plural(count, 'note')} wait`;
  const { fileItem, openItems } = brief.context;
  switch (plan.waitsFor) {
    case 'not-allowed':
      return `${plural(count, 'note')} ${count === 1 ? 'has' : 'have'} no item; this routine may not file any`;
    case 'max':
      return `${wait} for a later night: a run proposes at most ${plural(fileItem?.max ?? 0, 'item')}`;
    case 'max-open': {
      const open = openItems + countStanding(plan, 'proposed');
      return `${wait} for room: ${open} of at most ${plural(fileItem?.maxOpen ?? 0, 'item')} are proposed or open`;
    }
    case 'no-keys':
      return `${wait} for a later night: no more keys were set aside for this run`;
    default:
      return assertNever(plan.waitsFor);
  }
}

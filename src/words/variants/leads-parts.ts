/** Whether a run leaves its work to several engines, each in a run of its own: its parts. */
import type { Agent } from '../routine.ts';
import type { PartOf } from '../run-spec.ts';

export interface MayLead {
  readonly routine?: { readonly agent: Pick<Agent, 'variants'> };
  readonly part?: PartOf;
}

export function leadsParts({ routine, part }: MayLead): boolean {
  return part === undefined && (routine?.agent.variants?.length ?? 0) > 0;
}

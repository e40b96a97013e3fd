/** The session that a run goes on with, as it was kept at admission. */
import type { ToldHandover } from '../../context/handover-brief.ts';
import { fileEventStore } from '../../store/files/file-event-store.ts';
import type { StepContext } from './step-context.ts';

/** `told` is `null` when the run goes on with none, or when the document is no longer kept: then a notice says so. */
export async function toldHandover({ spec }: Pick<StepContext, 'spec'>): Promise<{
  readonly told: ToldHandover | null;
  readonly notices: readonly string[];
}> {
  const handover = spec.handover ?? null;
  if (handover === null) return { told: null, notices: [] };
  const bytes = await fileEventStore(spec.workspace.stateDir).read(handover.document);
  if (bytes === null)
    return {
      told: null,
      notices: ['the hand-over that it was to go on with is no longer kept: it began without'],
    };
  return { told: { handover, document: new TextDecoder().decode(bytes) }, notices: [] };
}

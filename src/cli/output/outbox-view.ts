import type { Proposal } from '../../words/proposal.ts';

/** The JSON shape of the outbox: `run` is called `runId` there. */
export function toOutboxView(proposal: Proposal): Omit<Proposal, 'run'> & { runId: string } {
  const { run, ...rest } = proposal;
  return { ...rest, runId: run };
}

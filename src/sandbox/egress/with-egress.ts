/** For programs that a worker runs: the way out is open while they work, and what came of it is kept with the run. */
import type { NetworkPlan } from '../../words/network-plan.ts';
import type { Purpose } from '../contract.ts';
import type { WorktreeRequest } from '../run-worktree.ts';
import { recordEgress } from './egress-record.ts';

export interface EgressUse {
  readonly purpose: Purpose;
  /** Of the enclosed command. */
  readonly network: NetworkPlan | null;
}

/** `work` ends when everything that it started has ended. Rejects when the way cannot be opened. */
export async function withEgress<Result>(
  { paths, clock, redactor }: Pick<WorktreeRequest, 'paths' | 'clock' | 'redactor'>,
  { purpose, network }: EgressUse,
  work: () => Promise<Result>,
): Promise<Result> {
  if (network === null) return work();
  const { credentials } = network;
  redactor.learn(credentials.map(({ host, value }) => ({ name: `credential of ${host}`, value })));
  const { openEgress } = await import('./open-egress.ts');
  const egress = await openEgress(network, clock);
  try {
    return await work();
  } finally {
    await egress.close();
    const hosts = [...new Set(credentials.map(({ host }) => host))];
    const record = { purpose, denied: egress.denied(), credentials: hosts };
    await recordEgress(paths.egress, { record, redactor });
  }
}

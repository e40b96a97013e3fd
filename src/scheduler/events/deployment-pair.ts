/** What was deployed before, from what is remembered of a place. Pure. */
import type { DeploymentPair } from '../../domain/slot.ts';
import type { DeploymentMemory, RememberedDeployment } from '../../store/ports.ts';

const KEPT = 100;
/** The state in which a deployment is where it was meant to go; only then is it what is deployed now. */
const ARRIVED = 'success';

export interface ToldDeployment {
  readonly id: string;
  readonly environment: string;
  readonly state: string;
  readonly previous: string | null;
  readonly deployed: string;
}

/**
 * The pair that runs are told, and what to remember from now on (`null`: nothing new). A deployment that is told again
 * gets the pair it had. One that has not arrived moves nothing: its pair is what it would replace.
 */
export function deploymentPair(
  memory: DeploymentMemory,
  told: ToldDeployment,
  at: string,
): { readonly pair: DeploymentPair; readonly remember: DeploymentMemory | null } {
  const { environment, state, deployed } = told;
  const known = memory.deployments.find(({ id }) => id === told.id);
  if (known !== undefined) return { pair: pairOf(told, known), remember: null };
  const previous = told.previous ?? memory.deployments.at(-1)?.deployed ?? null;
  const pair = { environment, state, previous, deployed };
  if (state !== ARRIVED) return { pair, remember: null };
  const deployments = [...memory.deployments, { id: told.id, previous, deployed, at }];
  return { pair, remember: { ...memory, deployments: deployments.slice(-KEPT) } };
}

function pairOf(
  { environment, state }: ToldDeployment,
  { previous, deployed }: RememberedDeployment,
): DeploymentPair {
  return { environment, state, previous, deployed };
}
